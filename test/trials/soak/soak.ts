import { seeded } from '../../support/records/gate/random.ts'
import type { Served } from '../common/served.ts'
import { Bell } from './bell.ts'
import { check } from './checks.ts'
import { Device } from './device.ts'
import { Ledger } from './ledger.ts'
import { Memory } from './memory.ts'
import { Operator } from './operator.ts'
import { invite, plansFor } from './people.ts'
import { restarting } from './restarts.ts'
import type { Scene } from './scene.ts'
import { documentOf, soaked } from './service.ts'
import { pause, Stop } from './stop.ts'
import { Faults, Tally } from './tally.ts'
import { World } from './world.ts'

export interface SoakOptions {
  /** The command as built. */
  readonly program: string
  /** An empty folder. */
  readonly data: string
  readonly seconds: number
  readonly devices: number
  readonly seed: number
  /** A device rests for so long at most before it sends or pulls again, milliseconds. */
  readonly restMs: number
  /** Shortest and longest time between two ends of the service, milliseconds. */
  readonly betweenEndsMs: readonly [number, number]
  /** Told of the tally and the number of records that wait in outboxes, every few seconds. */
  readonly onProgress?: (tally: Tally, waiting: number) => void
}

export interface Outcome {
  readonly tally: Tally
  readonly faults: Faults
}

const PROGRESS_MS = 10_000
/** Some devices read only what happened from here on, by the clocks of those who wrote it. */
const SINCE_MS = 36 * 3_600_000
const PAGE = 500
/** What was asked for before its line broke is done within this time. */
const LAST_WORK_MS = 1_000

/** Devices, a world and restarts at random for some time; then a calm, and everything is held against everything. */
export async function soak(options: SoakOptions): Promise<Outcome> {
  const service = await soaked(options.program, options.data)
  const [faults, tally] = [new Faults(), new Tally()]
  try {
    await run(service, options, faults, tally)
  } catch (error) {
    faults.add('the soak could not go on', error instanceof Error ? String(error.stack) : String(error))
  } finally {
    await service.end('SIGKILL')
  }
  return { tally, faults }
}

async function run(service: Served, options: SoakOptions, faults: Faults, tally: Tally): Promise<void> {
  const scene = await prepare(service, options, faults, tally)
  const plans = plansFor(scene.cast, options.devices, Date.now() - SINCE_MS)
  const devices = plans.map((plan, i) => new Device(scene, plan, i + 1))
  const world = new World(scene, devices)
  const progress = setInterval(() => options.onProgress?.(tally, waitingIn(devices)), PROGRESS_MS)
  try {
    await Promise.all(devices.map((device) => world.admit(device)))
    for (const party of scene.cast.parties) await world.consents.give(party)
    const ending = scene.stop.sleep(options.seconds * 1_000).then(() => scene.stop.set())
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
  { seed, restMs }: SoakOptions,
  faults: Faults,
  tally: Tally,
): Promise<Scene> {
  const founded = await documentOf(service, 'init', '--name', 'Soak Cooperative')
  const { cooperative, credential } = founded as { cooperative: string; credential: string }
  await service.start()
  const operator = new Operator(service.data)
  const cast = await invite({ id: cooperative, token: credential }, operator, seeded(seed))
  const ledger = new Ledger(faults, tally)
  const stop = new Stop()
  return {
    seed,
    restMs,
    service,
    operator,
    cast,
    ledger,
    hearsay: new Memory(),
    batches: new Bell(),
    stop,
    faults,
    tally,
  }
}

const waitingIn = (devices: readonly Device[]): number =>
  devices.reduce((total, { sender }) => total + sender.waiting, 0)
