import { chance } from '../../support/records/gate/random.ts'
import type { Served } from '../common/served.ts'
import { serving } from './children.ts'
import { batches, registerDevice } from './devices.ts'
import { type Figure, rateFigure } from './figure.ts'
import { inTurns, type Plan, type Probe, type Rate } from './measure.ts'
import { awaited, beside, overHttp } from './probes.ts'
import { reads, recordPath } from './requests.ts'
import type { Seeded } from './seed.ts'
import { type Walk, walkFeed, walkList } from './walks.ts'
import { wireFigures } from './wire.ts'

/** What devices do: they bring batches and fetch changes, and others read meanwhile. */

const BATCH = 500
const FEW = 4
const DEVICES = 2

interface Scene {
  readonly service: Served
  readonly seeded: Seeded
  readonly plan: Plan
  readonly deviceTokens: readonly string[]
}

/** @param data a folder that no service runs on */
export async function syncFigures(
  { data, seeded }: { readonly data: string; readonly seeded: Seeded },
  plan: Plan,
  say: (text: string) => void,
): Promise<Figure[]> {
  const service = await serving(data)
  try {
    const deviceTokens: string[] = []
    while (deviceTokens.length < DEVICES)
      deviceTokens.push(await registerDevice(service.port, seeded.cooperativeToken))
    const scene: Scene = { service, seeded, plan, deviceTokens }
    say('pulling changes')
    const pulls = await pullFigures(scene)
    say('counting bytes')
    const [deviceToken] = deviceTokens as [string]
    const bytes = await wireFigures({
      port: service.port,
      cast: seeded.cast,
      deviceToken,
      random: chance(41),
    })
    say('batches of one device')
    const [plain, gzip] = (await inTurns(plan, [drains(scene, 1, 42), drains(scene, 1, 43, true)])) as [
      Rate,
      Rate,
    ]
    const name = `records through the outbox, ${BATCH} a batch, one device`
    say('reading while devices bring batches')
    const mixed = await readsBesideDevices(scene)
    return [rateFigure(name, plain), rateFigure(`${name}, gzip`, gzip), ...pulls, ...mixed, ...bytes]
  } finally {
    await service.end('SIGTERM')
  }
}

/** Batches from so many devices, each with the next one as soon as the last is answered; records a second. */
function drains(
  { service, seeded, deviceTokens }: Scene,
  devices: number,
  seed: number,
  gzip = false,
): Probe {
  const source = batches({
    cast: seeded.cast,
    tokens: deviceTokens.slice(0, devices),
    records: BATCH,
    gzip,
    random: chance(seed),
  })
  return awaited(overHttp(service, devices, source), BATCH, devices)
}

/** The whole feed and the whole list of one party, round and round, from a few connections. */
async function pullFigures({ service, seeded, plan }: Scene): Promise<Figure[]> {
  const token = seeded.cooperativeToken
  const probe = ({ paths, records }: Walk) =>
    awaited(overHttp(service, FEW, reads(paths, token)), records / paths.length, FEW)
  const [pulled, listed] = (await inTurns(plan, [
    probe(await walkFeed(service.port, token)),
    probe(await walkList(service.port, token)),
  ])) as [Rate, Rate]
  const name = `records of the change feed, 500 a page, ${FEW} connections`
  return [{ ...rateFigure(name, pulled, ['list of 500, standing=any', listed]), aim: { atLeast: 0.6 } }]
}

async function readsBesideDevices(scene: Scene): Promise<Figure[]> {
  const { service, seeded, plan } = scene
  const reading = overHttp(service, FEW, reads(seeded.anywhere.map(recordPath), seeded.cooperativeToken))
  const draining = drains(scene, DEVICES, 44)
  const [alone, disturbed, drained, drainedAlone] = (await inTurns(plan, [
    reading,
    beside(reading, draining),
    beside(draining, reading),
    draining,
  ])) as [Rate, Rate, Rate, Rate]
  const latency = (share: 'p50' | 'p99', atMost: number): Figure => ({
    name: `${share} of GET /v1/records/{id}, ${FEW} connections, while ${DEVICES} devices bring batches`,
    value: { amount: disturbed[`${share}Us`], unit: 'us' },
    limit: { amount: alone[`${share}Us`], unit: 'us', name: 'the same, no devices' },
    aim: { atMost },
  })
  const limit = ['the same, nobody reading', drainedAlone] as const
  return [
    latency('p50', 1_500),
    latency('p99', 15_000),
    rateFigure(`  records of the ${DEVICES} devices meanwhile`, drained, limit),
  ]
}
