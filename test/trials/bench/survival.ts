import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { granary, Helper, serving } from './children.ts'
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
  const figures = await treeFigures(data, count)
  say('verify')
  figures.push(await verifyFigure(data, count))
  const backups = join(folder, 'backups')
  const backup = (...words: readonly string[]) =>
    granary(['backup', ...words], { GRANARY_BACKUP_STORE: `file:${backups}` })
  const { identity } = await backup('key', '--data', data)
  say('a backup beside a busy service')
  const first = await backupFigures(data, seeded, plan, () => backup('create', '--data', data))
  figures.push(...first.figures)
  say('a backup right after')
  // What was read meanwhile stands in the audit log: it goes with the one between.
  await backup('create', '--data', data)
  const again = await backup('create', '--data', data)
  figures.push({
    name: `bytes sent by a backup right after, ${count} records`,
    value: { amount: again.sent_bytes, unit: 'bytes' },
    limit: { amount: first.sentBytes, unit: 'bytes', name: 'sent by the first' },
    ratio: again.sent_bytes / first.sentBytes,
    aim: { atMost: 0.01 },
  })
  say('a restore')
  const file = join(folder, 'identity')
  writeFileSync(file, identity, { mode: 0o600 })
  const restored = join(folder, 'restored')
  const startedAt = performance.now()
  await backup('restore', '--identity', file, '--data', restored)
  await backup('confirm', '--yes', '--data', restored)
  const service = await serving(restored)
  const readyMs = performance.now() - startedAt
  await service.end('SIGTERM')
  rmSync(restored, { recursive: true, force: true })
  figures.push({
    name: `restore to ready, ${count} records`,
    value: { amount: readyMs, unit: 'ms' },
    aim: { atMost: RESTORE_MS },
  })
  return figures
}

async function treeFigures(data: string, count: string): Promise<Figure[]> {
  const helper = new Helper('proofs')
  try {
    const { proofUs, rootMs } = await helper.call<TreeTimes>('times', data)
    return [
      {
        name: `proof of one record, event-loop time, ${count} records`,
        value: { amount: proofUs, unit: 'us' },
        aim: { atMost: 1_000 },
      },
      {
        name: `root after 10,000 new records, ${count} before`,
        value: { amount: rootMs, unit: 'ms' },
        aim: { atMost: 50 },
      },
    ]
  } finally {
    await helper.stop()
  }
}

async function verifyFigure(data: string, count: string): Promise<Figure> {
  const startedAt = performance.now()
  const { checks } = await granary(['verify', '--no-evidence', '--data', data])
  const seconds = (performance.now() - startedAt) / 1_000
  const entries = checks.find(({ check }: { check: string }) => check === 'entries of the log')
    ?.looked_at as number
  return {
    name: `verify, entries a second, ${count} records`,
    value: { amount: entries / seconds, unit: 'per_second' },
    aim: { atLeast: 100_000 },
  }
}

async function backupFigures(
  data: string,
  seeded: Seeded,
  plan: Plan,
  create: () => Promise<Backup>,
): Promise<{ readonly figures: Figure[]; readonly sentBytes: number }> {
  const count = seeded.records.toLocaleString('en-GB')
  const service = await serving(data)
  try {
    const source = reads(seeded.recent.map(recordPath), seeded.cooperativeToken)
    const probe = overHttp(service, READERS, source)
    const [alone] = await inTurns(plan, [probe])
    const startedAt = performance.now()
    let made: Backup | null = null
    const making = create().then((done) => {
      made = done
    })
    const pieces: Float64Array[] = []
    while (made === null) pieces.push((await probe(PIECE_MS)).sample.latencies)
    await making
    const seconds = (performance.now() - startedAt) / 1_000
    const { sent_bytes: sentBytes } = made as Backup
    const latencies = Float64Array.from(pieces.flatMap((piece) => [...piece])).sort()
    const p99Us = quantile(latencies, 0.99)
    const before = alone?.p99Us as number
    return {
      sentBytes,
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
        },
      ],
    }
  } finally {
    await service.end('SIGTERM')
  }
}

interface Backup {
  readonly sent_bytes: number
}
