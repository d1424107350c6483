import { cpSync, existsSync, statfsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { throwAway } from '../common/throw-away.ts'
import { GRANARY, serving } from './children.ts'
import { crowdFigures } from './crowd.ts'
import { exportFigures } from './exports.ts'
import type { Figure } from './figure.ts'
import { filled } from './filled.ts'
import type { Plan } from './measure.ts'
import { batchMemoryFigures } from './memory.ts'
import { type Options, type Part, readOptions, USAGE } from './options.ts'
import { paymentFigures, paymentsRole } from './payments.ts'
import { proofsRole } from './proofs.ts'
import { asTable, machineText, type Report } from './report.ts'
import { rightsFigures, rightsRole } from './rights.ts'
import { say, sayNoMore } from './say.ts'
import { growth, type Side } from './scale.ts'
import { seedRole } from './seed.ts'
import { survivalFigures } from './survival.ts'
import { syncFigures } from './sync.ts'
import { uploadFigures } from './uploads.ts'
import { everydayWork } from './work.ts'

/** `npm run bench`: Granary as built, measured in one run. */

const SMALL_RECORDS = 10_000
const LARGE_RECORDS = 1_000_000
const AUDIT_ENTRIES = 100_000
const SCALE_AUDIT_ENTRIES = 2_000_000
const TMPFS_MAGIC = 0x01021994

const ROLES: Readonly<Record<string, () => void>> = {
  seed: seedRole,
  rights: rightsRole,
  proofs: proofsRole,
  payments: paymentsRole,
}

const NOTES = [
  'What is compared is measured in turns; a rate is the median round, p50 and p99 are over all rounds, and CPU is the ' +
    'processor time of the service for each. Connections are kept alive, one request in flight on each, from another ' +
    'process on the same machine.',
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
  const { folder, cleanUp } = throwAway('bench', options.folder)
  try {
    const report = await measure(options, folder)
    process.stdout.write(asTable(report))
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
  const sideAt = async (data: string, records: number): Promise<Side> => ({
    ...{ data, seeded: await filled(data, records) },
  })
  const small = await sideAt(join(folder, 'small'), SMALL_RECORDS)
  const kept = options.keep === null ? join(folder, 'large') : resolve(options.keep)
  const large = options.scale ? await sideAt(kept, LARGE_RECORDS) : null
  /** A part begins with the same records as the others, in a folder of its own. */
  const copied = (name: string, { data, seeded }: Side = small): Side => {
    const copy = join(folder, name)
    cpSync(data, copy, { recursive: true })
    return { data: copy, seeded }
  }
  const figures: Figure[] = []
  const measured = async (part: Part, work: () => Promise<Figure[]>) => {
    if (options.only === null || options.only === part) figures.push(...(await work()))
  }
  await measured('work', async () => {
    const { data, seeded } = copied('work')
    const service = await serving(data)
    const found = await everydayWork({ service, seeded }, plan, say)
    await service.end('SIGTERM')
    return found
  })
  await measured('sync', () => syncFigures(copied('sync'), plan, say))
  await measured('sync', () => batchMemoryFigures(copied('batches'), say))
  await measured('uploads', () => {
    const { data, seeded } = copied('uploads')
    return uploadFigures({ data, token: seeded.cooperativeToken, rounds: plan.rounds }, say)
  })
  await measured('rights', () => {
    const { data, seeded } = copied('rights')
    const auditEntries = large === null ? AUDIT_ENTRIES : SCALE_AUDIT_ENTRIES
    return rightsFigures({ folder: data, seeded, auditEntries }, say)
  })
  await measured('payments', () => paymentFigures(folder, say))
  await measured('scale', async () => (large === null ? [] : growth(small, large, plan, say)))
  await measured('crowd', () => crowdFigures(large ?? copied('crowd'), plan, say))
  await measured('export', () => exportFigures(large ?? copied('export'), plan, say))
  await measured('survival', () =>
    survivalFigures({ ...copied('survival', large ?? small), folder }, plan, say),
  )
  const notes = [...NOTES]
  if (statfsSync(folder).type === TMPFS_MAGIC)
    notes.push('The data lay in memory (tmpfs), where a sync costs nothing. Name a disk with --folder.')
  return { machine: machineText(), secondsEach: options.seconds, figures, notes }
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
