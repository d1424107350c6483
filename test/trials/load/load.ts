import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { quantile } from '../bench/measure.ts'
import { check } from '../common/check.ts'
import { noteAcknowledged } from '../common/figures.ts'
import { Memory } from '../common/memory.ts'
import { prepare, type Scene } from '../common/scene.ts'
import { Served } from '../common/served.ts'
import { Stopwatch, type TrialRun } from '../common/suite.ts'
import { Watch } from '../common/watch.ts'
import { pause } from '../soak/stop.ts'
import { LongReaders } from './long-readers.ts'
import type { Paced } from './paced.ts'
import { WalWatch } from './wal.ts'
import { BUSY, type Rates, Work } from './work.ts'

/**
 * A busy day, for as long as is wanted: everything is answered, in time, memory and the write-ahead log stay as they
 * are whoever reads along, and nothing that was acknowledged is missing in the end.
 */

const MIB = 2 ** 20
/** Of answers to what a person waits for, and of those that are long. */
const P99_MS = { writes: 200, reads: 200, others: 1_500 } as const
/** What the log may be while every reader ends within a second, or none is there. */
const WAL_BYTES = 320 * MIB
/** After the last of those who kept it, it is short again within this time. */
const WAL_SHORT_AGAIN_MS = 10_000
/** Each look makes the service collect its garbage, which it would not do so often by itself. */
const LOOKS = 40
const LEAST_LOOK_MS = 2_000
const TURN_MS = 300
const TURNS = 3
const POLL_MS = 200

interface Phase {
  readonly name: string
  readonly share: number
  readonly begin: (readers: LongReaders) => void
  /** Bytes that the write-ahead log may have in it; null: no reader lets go, so none can be told. */
  readonly walBytes: number | null
}

const PHASES: readonly Phase[] = [
  { name: 'nobody else reads', share: 0.25, begin: () => {}, walBytes: WAL_BYTES },
  {
    name: 'others read in turns',
    share: 0.35,
    begin: (readers) => readers.takeTurns(TURNS, TURN_MS),
    walBytes: WAL_BYTES,
  },
  { name: 'one reads without end', share: 0.2, begin: (readers) => readers.hold(), walBytes: null },
  { name: 'nobody else reads any more', share: 0.2, begin: () => {}, walBytes: null },
]

export interface LoadOptions {
  readonly rates?: Rates
  /** Others are at work on this machine, so that nothing can be said of time. */
  readonly mayBeSlow?: boolean
}

export async function load(
  trial: TrialRun,
  { rates = BUSY, mayBeSlow = false }: LoadOptions = {},
): Promise<null> {
  const watch = new Watch(trial.program, trial.folder)
  const settings = { GRANARY_REFUSAL_MS: '25', ...watch.environment }
  const served = await Served.at(trial.program, join(trial.folder, 'data'), settings)
  try {
    const scene = await prepare(trial, served)
    const work = new Work(scene)
    await work.begin()
    const paces = work.paces(rates)
    await aDay(scene, watch, paces)
    judge(scene, paces, mayBeSlow)
    scene.line.close()
    await served.end('SIGTERM')
    for (const complaint of served.complaints) trial.faults.add('the service complained', complaint)
    noteAcknowledged(trial.tally, scene.account)
    check(scene)
  } finally {
    await served.end('SIGKILL')
  }
  return null
}

async function aDay(scene: Scene, watch: Watch, paces: readonly Paced[]): Promise<void> {
  const { served, seconds, tally, faults, say } = scene
  const database = join(served.data, 'granary.db')
  const [wal, readers, memory] = [
    new WalWatch(database),
    new LongReaders(database),
    new Memory(faults, tally),
  ]
  memory.add(await watch.look())
  const ownDelay = monitorEventLoopDelay({ resolution: 5 })
  ownDelay.enable()
  for (const pace of paces) pace.start()
  for (const { name, share, begin, walBytes } of PHASES) {
    begin(readers)
    wal.takeHighest()
    const phase = new Stopwatch()
    while (phase.seconds < seconds * share && served.isRunning) {
      const lookMs = Math.max(LEAST_LOOK_MS, (seconds * 1_000) / LOOKS)
      await pause(Math.min(lookMs, Math.max(0, seconds * share * 1_000 - phase.ms)))
      memory.add(await watch.look())
      say(`${name}: ${counts(paces)}; write-ahead log ${mib(wal.bytes)} MiB, ${faults.count} faults`)
    }
    readers.end()
    const highest = wal.takeHighest()
    tally.add(`write-ahead log, MiB, while ${name}`, mib(highest))
    if (walBytes !== null && highest > walBytes)
      faults.add('the write-ahead log grows', `${mib(highest)} MiB while ${name}`)
  }
  const rest = new Stopwatch()
  while (wal.bytes > WAL_BYTES && rest.ms < WAL_SHORT_AGAIN_MS) await pause(POLL_MS)
  tally.add('write-ahead log, MiB, in the end', mib(wal.bytes))
  if (wal.bytes > WAL_BYTES)
    faults.add('the write-ahead log stays long when nobody reads any more', `${mib(wal.bytes)} MiB`)
  await Promise.all(paces.map((pace) => pace.stop()))
  wal.stop()
  tally.add('whoever asks was late by ms', Math.round(ownDelay.max / 1e6))
  memory.judge()
}

const mib = (bytes: number) => Math.round(bytes / MIB)

const counts = (paces: readonly Paced[]) =>
  paces.map(({ name, latencies }) => `${latencies.length} ${name}`).join(', ')

function judge({ faults, tally }: Scene, paces: readonly Paced[], mayBeSlow: boolean): void {
  for (const { name, latencies, leftOut } of paces) {
    const sorted = Float64Array.from(latencies).sort()
    const p99Ms = quantile(sorted, 0.99)
    const most = name === 'writes' ? P99_MS.writes : name === 'reads' ? P99_MS.reads : P99_MS.others
    tally.add(name, sorted.length)
    tally.add(`${name}: p50 us`, Math.round(quantile(sorted, 0.5) * 1_000))
    tally.add(`${name}: p99 us`, Math.round(p99Ms * 1_000))
    tally.add(`${name}: longest ms`, Math.round(sorted.at(-1) ?? 0))
    if (p99Ms > most && !mayBeSlow) faults.add('answers take too long', `${name}: p99 ${p99Ms.toFixed(0)} ms`)
    if (leftOut > 0) faults.add('the service does not keep up', `${leftOut} ${name} were not even begun`)
    if (sorted.length === 0) faults.add('nothing was done', name)
  }
}

/** What the line of figures tells. */
export const LOAD_FIGURES: readonly string[] = [
  ...['writes', 'reads', 'pages', 'pulls', 'batches', 'pictures', 'lender views'].flatMap((name) => [
    name,
    `${name}: p99 us`,
  ]),
  ...PHASES.map(({ name }) => `write-ahead log, MiB, while ${name}`),
  'write-ahead log, MiB, in the end',
  ...['heapUsed MiB before', 'heapUsed MiB', 'rss MiB before', 'rss MiB', 'longest wait for the disk, ms'],
  'whoever asks was late by ms',
  ...['acknowledged', 'missing'],
]
