import { seeded } from '../../support/records/gate/random.ts'
import { Served } from '../common/served.ts'
import type { TrialRun } from '../common/suite.ts'
import { check } from './checks.ts'
import { Device } from './device.ts'
import { Ledger } from './ledger.ts'
import { Memory } from './memory.ts'
import { Operator } from './operator.ts'
import { invite, plansFor } from './people.ts'
import { restarting } from './restarts.ts'
import type { Scene } from './scene.ts'
import { pause, Stop } from './stop.ts'
import { World } from './world.ts'

export interface SoakOptions {
  /** Above 99, the sources of chance of two could be the same. */
  readonly devices: number
  /** A device rests for so long at most before it sends or pulls again, milliseconds. */
  readonly restMs: number
  /** Shortest and longest time between two ends of the service, milliseconds. */
  readonly betweenEndsMs: readonly [number, number]
}

const LONG: SoakOptions = { devices: 20, restMs: 1_500, betweenEndsMs: [20_000, 40_000] }
const PROGRESS_MS = 10_000
/** Some devices read only what happened from here on, by the clocks of those who wrote it. */
const SINCE_MS = 36 * 3_600_000
const PAGE = 500
/** What was asked for before its line broke is done within this time. */
const LAST_WORK_MS = 1_000

/**
 * Devices that lie about the time and lose answers write, send and pull at random for some time, while consent, lots and people
 * change and the service is stopped, killed and started again; then a calm, and everything is held against everything.
 */
export async function soak(trial: TrialRun, options: SoakOptions = LONG): Promise<null> {
  // It refuses as slowly as any other, and whatever it logs is a complaint.
  const service = await Served.at(trial.program, trial.folder, { GRANARY_REFUSAL_MS: '25' }, (line) =>
    line.startsWith('{"level"'),
  )
  try {
    await run(service, trial, options)
  } catch (error) {
    trial.faults.add('the soak could not go on', String((error as Error).stack))
  } finally {
    await service.end('SIGKILL')
  }
  return null
}

async function run(service: Served, trial: TrialRun, options: SoakOptions): Promise<void> {
  const { seconds, say, tally } = trial
  const scene = await prepare(service, trial, options)
  const plans = plansFor(scene.cast, options.devices, Date.now() - SINCE_MS)
  const devices = plans.map((plan, i) => new Device(scene, plan, i + 1))
  const world = new World(scene, devices)
  const waiting = () => devices.reduce((total, { sender }) => total + sender.waiting, 0)
  const progress = setInterval(() => {
    say(`${tally.of('records acknowledged')} records acknowledged, ${waiting()} waiting`)
  }, PROGRESS_MS)
  try {
    await Promise.all(devices.map((device) => world.admit(device)))
    for (const party of scene.cast.parties) await world.consents.give(party)
    const ending = scene.stop.sleep(seconds * 1_000).then(() => scene.stop.set())
    await Promise.all([
      ending,
      restarting(scene, options.betweenEndsMs),
      world.live(),
      ...devices.map((device) => device.live()),
    ]).finally(() => scene.stop.set())
    await calm(devices, world)
    await check(scene, devices, world.consents)
  } finally {
    clearInterval(progress)
    for (const device of devices) device.close()
  }
}

/** Everything that waited is sent, every grant that was to begin or end has, and every feed is pulled until it is dry. */
async function calm(devices: readonly Device[], world: World): Promise<void> {
  for (const device of devices) device.calmDown()
  await pause(LAST_WORK_MS)
  await Promise.all(devices.map((device) => device.sender.drain()))
  await world.settle()
  await pause(Math.max(0, world.consents.settledMs - Date.now()) + 100)
  await Promise.all(devices.flatMap(({ feeds }) => feeds.map((feed) => feed.pullDry(PAGE))))
}

async function prepare(
  service: Served,
  { seed, faults, tally }: TrialRun,
  { restMs }: SoakOptions,
): Promise<Scene> {
  const { cooperative, credential } = await service.document('init', '--name', 'Soak Cooperative')
  await service.start()
  const operator = new Operator(service.data)
  const cast = await invite({ id: cooperative, token: credential }, operator, seeded(seed))
  return {
    ...{ seed, restMs, service, operator, cast, faults, tally },
    ledger: new Ledger(faults, tally),
    hearsay: new Memory(),
    onBatch: new Set(),
    stop: new Stop(),
  }
}

/** What the line of figures tells; of the kinds how often all of them together. */
export const SOAK_FIGURES: readonly string[] = [
  ...['requests', 'batches', 'batches sent twice at once', 'broken batches', 'records acknowledged'],
  ...['accepted', 'replayed', 'rejected', 'lost', 'turned away: busy', 'shut out', 'enrolments', 'kills'],
  ...['restarts in order', 'world', 'pulls', 'changes pulled', 'records closed', 'pages before others'],
  ...['short pages', 'doubles', 'records stored', 'copies compared', 'copies dropped'],
  ...['pairs of twins compared', 'rights asked of the oracle'],
]
