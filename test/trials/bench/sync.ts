import { join } from 'node:path'
import { Helper, Service } from './children.ts'
import { batches, registerDevice } from './devices.ts'
import type { Figure } from './figure.ts'
import { inTurns, type Plan, type Probe, type Rate } from './measure.ts'
import { awaited, beside, inProcess, overHttp } from './probes.ts'
import { chance } from './records.ts'
import { reads, recordPath } from './requests.ts'
import type { Seeded } from './seed.ts'
import { type Walk, walkFeed, walkList } from './walks.ts'
import { wireFigures } from './wire.ts'

/** What devices do: they bring batches and fetch changes, and others read meanwhile. */

const BATCH = 500
const FEW = 4
const DEVICES = 2

export interface SyncOrder {
  /** A folder that no service runs on. */
  readonly data: string
  /** For what the limits need on the same disk. */
  readonly folder: string
  readonly seeded: Seeded
}

interface Scene {
  readonly service: Service
  readonly seeded: Seeded
  readonly raw: Helper
  readonly plan: Plan
  readonly deviceTokens: readonly string[]
}

type Say = (text: string) => void

export async function syncFigures(order: SyncOrder, plan: Plan, say: Say): Promise<Figure[]> {
  const { seeded } = order
  const service = await Service.start(order.data)
  const raw = new Helper('raw')
  try {
    await raw.call('open', { file: join(order.folder, 'raw-batches.db'), cast: seeded.cast })
    const deviceTokens: string[] = []
    while (deviceTokens.length < DEVICES)
      deviceTokens.push(await registerDevice(service.port, seeded.cooperativeToken))
    const scene: Scene = { service, seeded, raw, plan, deviceTokens }
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
    const drained = await drainFigures(scene)
    say('reading while devices bring batches')
    const mixed = await readsBesideDevices(scene)
    return [...drained, ...pulls, ...mixed, ...bytes]
  } finally {
    await Promise.all([service.stop(), raw.stop()])
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
  return awaited(overHttp(service.port, service.pid, devices, source), BATCH, devices)
}

async function drainFigures(scene: Scene): Promise<Figure[]> {
  const [limit, plain, gzip] = (await inTurns(scene.plan, [
    inProcess(scene.raw, 'append', { perCommit: BATCH }),
    drains(scene, 1, 42),
    drains(scene, 1, 43, true),
  ])) as [Rate, Rate, Rate]
  const figure = (name: string, rate: Rate): Figure => ({
    ...ratedFigure(`records through the outbox, ${BATCH} a batch, one device${name}`, rate),
    ...against(limit, rate, `raw append, ${BATCH} a commit`),
  })
  return [{ ...figure('', plain), aim: { atLeast: 0.9 } }, figure(', gzip', gzip)]
}

/** The whole feed and the whole list of one party, round and round, from a few connections. */
async function pullFigures({ service, seeded, plan }: Scene): Promise<Figure[]> {
  const token = seeded.cooperativeToken
  const probe = ({ paths, records }: Walk) =>
    awaited(overHttp(service.port, service.pid, FEW, reads(paths, token)), records / paths.length, FEW)
  const [pulled, listed] = (await inTurns(plan, [
    probe(await walkFeed(service.port, token)),
    probe(await walkList(service.port, token)),
  ])) as [Rate, Rate]
  return [
    {
      ...ratedFigure(`records of the change feed, 500 a page, ${FEW} connections`, pulled),
      ...against(listed, pulled, 'list of 500, standing=any'),
      aim: { atLeast: 0.6 },
    },
  ]
}

async function readsBesideDevices(scene: Scene): Promise<Figure[]> {
  const { service, seeded, plan } = scene
  const source = reads(seeded.anywhere.map(recordPath), seeded.cooperativeToken)
  const reading = overHttp(service.port, service.pid, FEW, source)
  const draining = drains(scene, DEVICES, 44)
  const [alone, disturbed, drained, drainedAlone] = (await inTurns(plan, [
    reading,
    beside(reading, draining),
    beside(draining, reading),
    draining,
  ])) as [Rate, Rate, Rate, Rate]
  const latency = (share: 'p50' | 'p99', atMostUs: number): Figure => {
    const us = (rate: Rate) => (share === 'p50' ? rate.p50Us : rate.p99Us)
    return {
      name: `${share} of GET /v1/records/{id}, ${FEW} connections, while ${DEVICES} devices bring batches`,
      value: { amount: us(disturbed), unit: 'us' },
      limit: { amount: us(alone), unit: 'us', name: 'the same, no devices' },
      aim: { atMost: atMostUs },
      details: { per_second: disturbed.perSecond, alone_per_second: alone.perSecond },
    }
  }
  return [
    latency('p50', 1_500),
    latency('p99', 15_000),
    {
      ...ratedFigure(`  records of the ${DEVICES} devices meanwhile`, drained),
      ...against(drainedAlone, drained, 'the same, nobody reading'),
    },
  ]
}

const ratedFigure = (name: string, rate: Rate): Figure => ({
  name,
  value: { amount: rate.perSecond, unit: 'per_second' },
  p50Us: rate.p50Us,
  p99Us: rate.p99Us,
})

const against = (limit: Rate, rate: Rate, name: string) => ({
  limit: { name, amount: limit.perSecond, unit: 'per_second' as const },
  ratio: rate.perSecond / limit.perSecond,
  details: { server_busy: rate.busy, limit_p50_us: limit.p50Us },
})
