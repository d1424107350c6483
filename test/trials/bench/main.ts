import { cpSync, existsSync, statfsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { throwAway } from '../common/throw-away.ts'
import { bareRole } from './bare.ts'
import { GRANARY, killAll, Service } from './children.ts'
import { crowdFigures } from './crowd.ts'
import { exportFigures } from './exports.ts'
import { type Figure, isMet } from './figure.ts'
import { filled } from './filled.ts'
import type { Plan } from './measure.ts'
import { batchMemoryFigures } from './memory.ts'
import { type Options, type Part, readOptions, USAGE } from './options.ts'
import { paymentFigures, paymentsRole } from './payments.ts'
import { profiled } from './profiled.ts'
import { proofsRole } from './proofs.ts'
import { rawRole } from './raw.ts'
import { asJson, asMarkdown, asTable, machineText, type Report } from './report.ts'
import { rightsFigures, rightsRole } from './rights.ts'
import { say, sayNoMore } from './say.ts'
import { growth, type Side } from './scale.ts'
import { seedRole } from './seed.ts'
import { survivalFigures } from './survival.ts'
import { syncFigures } from './sync.ts'
import { uploadFigures } from './uploads.ts'
import { everydayWork } from './work.ts'

/** `npm run bench`: Granary as built, beside what the machine allows, in one run. */

const SMALL_RECORDS = 10_000
const AUDIT_ENTRIES = 100_000
const SCALE_AUDIT_ENTRIES = 2_000_000
const TMPFS_MAGIC = 0x01021994

const ROLES: Readonly<Record<string, () => void>> = {
  seed: seedRole,
  raw: rawRole,
  bare: bareRole,
  rights: rightsRole,
  proofs: proofsRole,
  payments: paymentsRole,
}

const NOTES = [
  'Limit and figure are measured in turns; a rate is the median round, p50 and p99 are over all rounds. Connections ' +
    'are kept alive, one request in flight on each, from another process on the same machine.',
  'A list’s time is the server’s own: one over the rate at 64 connections (where it is never idle and the sync of ' +
    'the audit log is shared), less the same for a bare server that replies the same bytes.',
  'A batch is timed from its sending to the end of its answer. Bytes of a batch or a pull are those of HTTP, heads ' +
    'included, out and in together, on a connection that is open already; TLS and TCP come on top.',
  'Bytes on disk are all pages of the database, free ones included and after a checkpoint, less those that dbstat ' +
    'gives to the audit log; the bytes of JSON are the bodies of all records and acts.',
]

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options === null) {
    process.stdout.write(USAGE)
    return
  }
  if (!existsSync(GRANARY)) throw new Error(`${GRANARY} is not there; run: npm run build`)
  // A service refuses a folder that others can get into, and copies are made with the modes that this leaves.
  process.umask(0o077)
  const { folder, cleanUp } = throwAway('bench', options.folder, killAll)
  try {
    const report = await measure(options, folder)
    process.stdout.write(
      options.format === 'json'
        ? asJson(report)
        : options.format === 'markdown'
          ? asMarkdown(report)
          : asTable(report),
    )
  } finally {
    cleanUp()
  }
}

async function measure(options: Options, folder: string): Promise<Report> {
  const plan: Plan = {
    seconds: options.seconds,
    rounds: options.rounds,
    warmUpMs: Math.max(1_000, Math.min(2_000, options.seconds * 1_000)),
  }
  const wants = (part: Part) => options.only === null || options.only === part
  const small: Side = {
    data: join(folder, 'small'),
    seeded: await filled(join(folder, 'small'), SMALL_RECORDS),
  }
  const grown: Figure[] = []
  if (options.scale) {
    const data = options.keep === null ? join(folder, 'large') : resolve(options.keep)
    const large: Side = { data, seeded: await filled(data, options.scaleRecords) }
    if (!['survival', 'crowd', 'export'].includes(options.only ?? ''))
      grown.push(...(await growth(small, large, plan, say)))
    if (wants('crowd')) grown.push(...(await crowdFigures(large, plan, say)))
    if (wants('export')) grown.push(...(await exportFigures(large, plan, say)))
    if (wants('survival')) {
      const copy = join(folder, 'large-copy')
      cpSync(data, copy, { recursive: true })
      grown.push(...(await survivalFigures({ data: copy, folder, seeded: large.seeded }, plan, say)))
    }
  }
  const figures = [...(await partFigures(small, options, wants, plan, folder)), ...grown]
  const notes = [...NOTES, ...warnings(folder, figures)]
  if (!options.profile && figures.some((figure) => isMet(figure) === false))
    notes.push('An aim was missed. Run again with --profile to see where the time goes.')
  const profiles = options.profile ? await profiled(small, wants, plan, folder) : []
  return { machine: machineText(), secondsEach: options.seconds, figures, notes, profiles }
}

/** Each part begins with the same records, in a folder of its own. */
async function partFigures(
  { data, seeded }: Side,
  { scale }: Options,
  wants: (part: Part) => boolean,
  plan: Plan,
  folder: string,
): Promise<Figure[]> {
  const copied = (name: string): string => {
    const copy = join(folder, name)
    cpSync(data, copy, { recursive: true })
    return copy
  }
  const figures: Figure[] = []
  if (wants('work')) {
    const own = copied('work')
    const service = await Service.start(own)
    figures.push(...(await everydayWork({ service, seeded, data: own, folder }, plan, say)))
    await service.stop()
  }
  if (wants('sync')) {
    figures.push(...(await syncFigures({ data: copied('sync'), folder, seeded }, plan, say)))
    figures.push(...(await batchMemoryFigures({ data: copied('batches'), seeded }, say)))
  }
  if (wants('uploads')) {
    const token = seeded.cooperativeToken
    const order = { data: copied('uploads'), folder, token, rounds: plan.rounds }
    figures.push(...(await uploadFigures(order, say)))
  }
  if (wants('rights')) {
    const auditEntries = scale ? SCALE_AUDIT_ENTRIES : AUDIT_ENTRIES
    figures.push(...(await rightsFigures({ folder: copied('rights'), seeded, auditEntries }, say)))
  }
  if (wants('payments')) figures.push(...(await paymentFigures(folder, say)))
  if (wants('crowd') && !scale)
    figures.push(...(await crowdFigures({ data: copied('crowd'), seeded }, plan, say)))
  if (wants('export') && !scale)
    figures.push(...(await exportFigures({ data: copied('export'), seeded }, plan, say)))
  if (wants('survival') && !scale)
    figures.push(...(await survivalFigures({ data: copied('survival'), folder, seeded }, plan, say)))
  return figures
}

/** What would make the figures mean less than they seem to. */
function warnings(folder: string, figures: readonly Figure[]): string[] {
  const found: string[] = []
  if (statfsSync(folder).type === TMPFS_MAGIC)
    found.push('The data lay in memory (tmpfs), where a sync costs nothing. Name a disk with --folder.')
  const slack = figures.find(({ details }) => (details?.limit_busy ?? 1) < 0.9)
  if (slack)
    found.push(
      `The bare server was busy only ${Math.round(100 * (slack.details?.limit_busy ?? 0))} % of the time: other work on ` +
        'this machine held the measurement up, so the ratios flatter. Run it again when the machine is quiet.',
    )
  return found
}

const [first, role] = process.argv.slice(2)
if (first === 'role') ROLES[role as string]?.()
else {
  main().then(sayNoMore, (error: unknown) => {
    process.stderr.write(
      `\nbench: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
    process.exitCode = 1
  })
}
