import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { GRANARY, Helper, Service } from './children.ts'
import type { Figure } from './figure.ts'
import { inTurns, type Plan, quantile } from './measure.ts'
import { overHttp } from './probes.ts'
import type { TreeTimes } from './proofs.ts'
import { reads, recordPath } from './requests.ts'
import type { Seeded } from './seed.ts'

/** What proves and keeps the records: the tree, `verify`, a backup beside a busy service, and a restore. */

/** Who reads while a backup is made. */
const READERS = 16
/** Rates are asked for a piece at a time, until the backup is done. */
const PIECE_MS = 1_000
const RESTORE_MS = 60_000
const MIB = 2 ** 20

export interface Survival {
  /** A folder of its own, which this changes. */
  readonly data: string
  readonly folder: string
  readonly seeded: Seeded
}

export async function survivalFigures(
  { data, folder, seeded }: Survival,
  plan: Plan,
  say: (text: string) => void,
): Promise<Figure[]> {
  const count = seeded.records.toLocaleString('en-GB')
  say('the tree')
  const figures = await treeFigures(data, folder, count)
  say('verify')
  figures.push(await verifyFigure(data, count))
  const backups = join(folder, 'backups')
  const granary = (...words: readonly string[]) => command(words, { GRANARY_BACKUP_STORE: `file:${backups}` })
  const { identity } = (await granary('backup', 'key', '--data', data)).document as { identity: string }
  say('a backup beside a busy service')
  const first = await backupFigures(data, seeded, plan, () => granary('backup', 'create', '--data', data))
  figures.push(...first.figures)
  say('a backup right after')
  // What was read meanwhile stands in the audit log: it goes with the one between.
  await granary('backup', 'create', '--data', data)
  const again = await granary('backup', 'create', '--data', data)
  figures.push({
    name: `bytes sent by a backup right after, ${count} records`,
    value: { amount: again.document.sent_bytes, unit: 'bytes' },
    limit: { amount: first.sentBytes, unit: 'bytes', name: 'sent by the first' },
    ratio: again.document.sent_bytes / first.sentBytes,
    aim: { atMost: 0.01 },
  })
  say('a restore')
  const file = join(folder, 'identity')
  writeFileSync(file, identity, { mode: 0o600 })
  const restored = join(folder, 'restored')
  const startedAt = performance.now()
  await granary('backup', 'restore', '--identity', file, '--data', restored)
  const restoredMs = performance.now() - startedAt
  await granary('backup', 'confirm', '--yes', '--data', restored)
  const service = await Service.start(restored)
  await service.stop()
  rmSync(restored, { recursive: true, force: true })
  figures.push({
    name: `restore to ready, ${count} records`,
    value: { amount: restoredMs + service.startMs, unit: 'ms' },
    aim: { atMost: RESTORE_MS },
  })
  return figures
}

async function treeFigures(data: string, folder: string, count: string): Promise<Figure[]> {
  const helper = new Helper('proofs')
  try {
    const times = await helper.call<TreeTimes>('times', { data, folder })
    return [
      {
        name: 'batch of 500 appended in process, with the tree',
        value: { amount: times.batchMs, unit: 'ms' },
        limit: { amount: times.bareBatchMs, unit: 'ms', name: 'without it' },
        // Of speeds: how much is kept.
        ratio: times.bareBatchMs / times.batchMs,
        aim: { atLeast: 0.95 },
      },
      {
        name: `proof of one record, event-loop time, ${count} records`,
        value: { amount: times.proofUs, unit: 'us' },
        aim: { atMost: 1_000 },
      },
      {
        name: `root after 10,000 new records, ${count} before`,
        value: { amount: times.rootMs, unit: 'ms' },
        aim: { atMost: 50 },
      },
    ]
  } finally {
    await helper.stop()
  }
}

async function verifyFigure(data: string, count: string): Promise<Figure> {
  const startedAt = performance.now()
  const { document } = await command(['verify', '--no-evidence', '--data', data])
  const seconds = (performance.now() - startedAt) / 1_000
  const entries = document.checks.find(({ check }: { check: string }) => check === 'entries of the log')
    ?.looked_at as number
  return {
    name: `verify, entries a second, ${count} records`,
    value: { amount: entries / seconds, unit: 'per_second' },
    aim: { atLeast: 100_000 },
    details: { seconds, faults: document.faults.length },
  }
}

async function backupFigures(
  data: string,
  seeded: Seeded,
  plan: Plan,
  create: () => Promise<Ran>,
): Promise<{ readonly figures: Figure[]; readonly sentBytes: number }> {
  const count = seeded.records.toLocaleString('en-GB')
  const service = await Service.start(data)
  try {
    const source = reads(seeded.recent.map(recordPath), seeded.cooperativeToken)
    const probe = overHttp(service.port, service.pid, READERS, source)
    const [alone] = await inTurns(plan, [probe])
    const startedAt = performance.now()
    let made: Ran | null = null
    const making = create().then((ran) => {
      made = ran
    })
    const pieces: Float64Array[] = []
    while (made === null) pieces.push((await probe(PIECE_MS)).sample.latencies)
    await making
    const seconds = (performance.now() - startedAt) / 1_000
    const { document } = made as Ran
    const latencies = Float64Array.from(pieces.flatMap((piece) => [...piece])).sort()
    const p99Us = quantile(latencies, 0.99)
    const before = alone?.p99Us as number
    return {
      sentBytes: document.sent_bytes,
      figures: [
        {
          name: `p99 of reads while a backup is made, ${count} records`,
          value: { amount: p99Us, unit: 'us' },
          p50Us: quantile(latencies, 0.5),
          p99Us,
          limit: { amount: before, unit: 'us', name: 'p99 without it' },
          ratio: p99Us / before,
          aim: { atMost: 2 },
        },
        {
          name: `first backup beside them, ${count} records`,
          value: { amount: seconds * 1_000, unit: 'ms' },
          details: { sent_mib: document.sent_bytes / MIB },
        },
      ],
    }
  } finally {
    await service.stop()
  }
}

interface Ran {
  // biome-ignore lint/suspicious/noExplicitAny: documents are whatever the command says
  readonly document: any
}

const MAX_OUTPUT_BYTES = 64 * MIB

/** The command as built. @throws {Error} when it fails; 3 means that it is done */
async function command(
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const env = { ...process.env, GRANARY_MIN_FREE_BYTES: '0', ...settings }
  const run = promisify(execFile)(process.execPath, [GRANARY, ...words, '--json'], {
    env,
    maxBuffer: MAX_OUTPUT_BYTES,
  }).catch((error: { code?: number; stdout: string }) => {
    if (error.code === 3) return error
    throw error
  })
  return { document: JSON.parse((await run).stdout) }
}
