import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bareRole } from './bare.ts'
import { batchRole } from './batch.ts'
import { GRANARY, killAll, Service } from './children.ts'
import { type Figure, isMet } from './figure.ts'
import { filled } from './filled.ts'
import type { Plan } from './measure.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { overHttp } from './probes.ts'
import { hottest, monotonicUs, readableBundle, type Window } from './profile.ts'
import { rawRole } from './raw.ts'
import { asJson, asMarkdown, asTable, machineText, type Report, type WorkProfile } from './report.ts'
import { reads, recordPath, writes } from './requests.ts'
import { rightsFigures, rightsRole } from './rights.ts'
import { say, sayNoMore } from './say.ts'
import { growth, type Side } from './scale.ts'
import { seedRole } from './seed.ts'
import { everydayWork, listPath } from './work.ts'

/** `npm run bench`: Granary as built, beside what the machine allows, in one run. */

const SMALL_RECORDS = 10_000
const AUDIT_ENTRIES = 100_000
const SCALE_AUDIT_ENTRIES = 2_000_000
const TMPFS_MAGIC = 0x01021994

const ROLES: Readonly<Record<string, () => void>> = {
  seed: seedRole,
  raw: rawRole,
  bare: bareRole,
  batch: batchRole,
  rights: rightsRole,
}

const NOTES = [
  'Limit and figure are measured in turns; a rate is the median round, p50 and p99 are over all rounds. 64 or 1 ' +
    'connections, kept alive, one request in flight on each, from another process on the same machine.',
  'A list’s time is the server’s own: one over the rate at 64 connections (where it is never idle and the sync of ' +
    'the audit log is shared), less the same for a bare server that replies the same bytes.',
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
  const folder = mkdtempSync(join(options.folder ?? tmpdir(), 'granary-bench-'))
  const cleanUp = () => {
    killAll()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      cleanUp()
      process.exit(130)
    })
  }
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
  const small: Side = {
    data: join(folder, 'small'),
    seeded: await filled(join(folder, 'small'), SMALL_RECORDS),
  }
  const figures: Figure[] = []
  const grown: Figure[] = []
  if (options.scale) {
    const data = options.keep === null ? join(folder, 'large') : resolve(options.keep)
    const large: Side = { data, seeded: await filled(data, options.scaleRecords) }
    grown.push(...(await growth(small, large, plan, say)))
  }
  const copy = join(folder, 'copy')
  cpSync(small.data, copy, { recursive: true })
  const service = await Service.start(small.data)
  const scene = { service, seeded: small.seeded, data: small.data, copy, folder }
  figures.push(...(await everydayWork(scene, plan, say)))
  await service.stop()
  const auditEntries = options.scale ? SCALE_AUDIT_ENTRIES : AUDIT_ENTRIES
  figures.push(...(await rightsFigures({ folder: copy, seeded: small.seeded, auditEntries }, say)))
  figures.push(...grown)
  const notes = [...NOTES, ...warnings(folder, figures)]
  if (!options.profile && figures.some((figure) => isMet(figure) === false))
    notes.push('An aim was missed. Run again with --profile to see where the time goes.')
  const profiles = options.profile ? await profiled(small, plan, folder) : []
  return { machine: machineText(), secondsEach: options.seconds, figures, notes, profiles }
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

const HOT_FUNCTIONS = 15

/** A further run of the server under `--cpu-prof`, cut into one window for each kind of work. */
async function profiled({ data, seeded }: Side, plan: Plan, folder: string): Promise<WorkProfile[]> {
  const profiles = join(folder, 'profiles')
  mkdirSync(profiles)
  const program = readableBundle()
  const service = await Service.start(data, { profiling: { program, folder: profiles } })
  const works = [
    ['GET as owner', reads(seeded.anywhere.map(recordPath), seeded.cooperativeToken)],
    ['GET by a grant', reads(seeded.granted.map(recordPath), seeded.lenderToken)],
    ['list of 100', reads([listPath], seeded.cooperativeToken)],
    ['POST', writes('/v1/records', seeded.cast, seeded.cooperativeToken)],
  ] as const
  const windows: Window[] = []
  for (const [name, source] of works) {
    say(`profiling ${name}`)
    const probe = overHttp(service.port, service.pid, 64, source)
    await probe(plan.warmUpMs)
    const fromUs = monotonicUs()
    const { sample } = await probe(plan.seconds * 1000)
    windows.push({ name, fromUs, toUs: monotonicUs(), requests: sample.count })
  }
  await service.stop()
  const hot = (window: Window) => hottest(profiles, program, window, HOT_FUNCTIONS)
  return windows.map((window) => ({
    work: window.name,
    requests: window.requests,
    hottest: hot(window),
  }))
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
