import { join } from 'node:path'
import { dataFiles } from '../../../src/config/config.ts'
import type { BareReplies } from './bare.ts'
import { Helper, memoryOf, type Service } from './children.ts'
import type { Figure } from './figure.ts'
import { inTurns, type Plan, type Rate } from './measure.ts'
import { beside, inProcess, overHttp } from './probes.ts'
import { absentIds, PURPOSE, reads, recordPath, writes } from './requests.ts'
import type { Seeded } from './seed.ts'

/** The everyday work: write one, read one, list a page. */

const MANY = 64
const FEW = 8
const PAGE = 100
const MIB = 2 ** 20
const IDLE_MS = 3_000

export interface Scene {
  readonly service: Service
  readonly seeded: Seeded
  /** The service's data folder. */
  readonly data: string
  /** For what the limits need on the same disk. */
  readonly folder: string
}

type Say = (text: string) => void

export const listPath = `/v1/records?purpose=${PURPOSE}&type=delivery&limit=${PAGE}`
const listAllPath = `/v1/records?purpose=${PURPOSE}&limit=${PAGE}`

export async function everydayWork(scene: Scene, plan: Plan, say: Say): Promise<Figure[]> {
  const { service, seeded } = scene
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  const idle = memoryOf(service.pid)
  const replies = await repliesOf(scene)
  const bare = new Helper('bare')
  const raw = new Helper('raw')
  try {
    const limits: Limits = { bare, raw, port: await bare.call<number>('listen', replies) }
    await raw.call('open', { file: join(scene.folder, 'raw.db'), cast: seeded.cast })
    await raw.call('openReader', {
      file: dataFiles(scene.data).database,
      party: seeded.cast.cooperative,
      type: 'delivery',
    })
    say('reading single records')
    const single = await readsOfOne(scene, limits, plan)
    say('listing')
    const lists = await listsOfMany(scene, limits, plan)
    say('writing')
    const written = await writesOfOne(scene, limits, plan)
    say('reading while others write')
    const mixed = await readsBesideWrites(scene, plan)
    const loaded = memoryOf(service.pid)
    const memory: Figure[] = []
    if (idle !== null && loaded !== null) {
      memory.push(
        memoryFigure('memory, started and idle', idle.now, 100),
        memoryFigure('memory, highest under the load above', loaded.highest, 220),
      )
    }
    return [...written, ...single, ...lists, ...mixed, diskFigure(seeded), ...memory]
  } finally {
    await Promise.all([bare.stop(), raw.stop()])
  }
}

interface Limits {
  readonly bare: Helper
  readonly raw: Helper
  readonly port: number
}

async function repliesOf({ service, seeded }: Scene): Promise<BareReplies> {
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${service.port}${path}`, {
      headers: { authorization: `Bearer ${seeded.cooperativeToken}` },
    })
    return answer.text()
  }
  return {
    record: await get(recordPath(seeded.anywhere[0] as string)),
    list: await get(listPath),
    absent: await get(recordPath(absentIds(1)[0] as string)),
  }
}

async function readsOfOne({ service, seeded }: Scene, limits: Limits, plan: Plan): Promise<Figure[]> {
  const paths = seeded.anywhere.map(recordPath)
  const [limit, owner, grantee] = (await inTurns(plan, [
    overHttp(limits.port, limits.bare.pid, MANY, reads(['/record'], seeded.cooperativeToken)),
    overHttp(service.port, service.pid, MANY, reads(paths, seeded.cooperativeToken)),
    overHttp(service.port, service.pid, MANY, reads(seeded.granted.map(recordPath), seeded.lenderToken)),
  ])) as [Rate, Rate, Rate]
  const figure = (who: string, rate: Rate) =>
    rateFigure(`GET /v1/records/{id} ${who}, ${MANY} connections`, rate, limit, 'bare Fastify GET', 0.4)
  return [figure('as owner', owner), figure('by a grant', grantee)]
}

async function writesOfOne({ service, seeded }: Scene, limits: Limits, plan: Plan): Promise<Figure[]> {
  const source = writes('/v1/records', seeded.cast, seeded.cooperativeToken)
  const bareSource = writes('/post', seeded.cast, seeded.cooperativeToken)
  const [bare, many] = (await inTurns(plan, [
    overHttp(limits.port, limits.bare.pid, MANY, bareSource),
    overHttp(service.port, service.pid, MANY, source),
  ])) as [Rate, Rate]
  const [commits, alone] = (await inTurns(plan, [
    inProcess(limits.raw, 'append', { perCommit: 1 }),
    overHttp(service.port, service.pid, 1, source),
  ])) as [Rate, Rate]
  return [
    rateFigure(`POST /v1/records, ${MANY} connections`, many, bare, 'bare Fastify POST, same checks', 0.3),
    rateFigure('POST /v1/records, 1 connection', alone, commits, 'raw commits of one record', 0.55),
  ]
}

/** Reading as it fares on a working day, when records keep coming in. */
async function readsBesideWrites({ service, seeded }: Scene, plan: Plan): Promise<Figure[]> {
  const token = seeded.cooperativeToken
  const posting = overHttp(service.port, service.pid, FEW, writes('/v1/records', seeded.cast, token))
  const works = [
    ['GET /v1/records/{id} as owner', seeded.anywhere.map(recordPath)],
    [`list of ${PAGE} deliveries as owner`, [listPath]],
  ] as const
  const figures: Figure[] = []
  for (const [name, paths] of works) {
    const reading = overHttp(service.port, service.pid, FEW, reads(paths, token))
    const [undisturbed, disturbed] = (await inTurns(plan, [reading, beside(reading, posting)])) as [
      Rate,
      Rate,
    ]
    figures.push({
      name: `${name}, ${FEW} connections, while ${FEW} post`,
      value: { amount: disturbed.perSecond, unit: 'per_second' },
      p50Us: disturbed.p50Us,
      p99Us: disturbed.p99Us,
      limit: { amount: undisturbed.perSecond, unit: 'per_second', name: 'the same, nobody posting' },
      ratio: disturbed.perSecond / undisturbed.perSecond,
    })
  }
  return figures
}

/**
 * What the server itself spends on a list: with 64 connections it is never idle and the sync of the audit log is
 * shared, so time for a list is one over the rate; the bare server's, replying the same bytes, is taken off.
 */
async function listsOfMany({ service, seeded }: Scene, limits: Limits, plan: Plan): Promise<Figure[]> {
  const { cooperativeToken, lenderToken } = seeded
  const [statement, reply, owner, all, grantee] = (await inTurns(plan, [
    inProcess(limits.raw, 'bodies', { count: PAGE }),
    overHttp(limits.port, limits.bare.pid, MANY, reads(['/list'], cooperativeToken)),
    overHttp(service.port, service.pid, MANY, reads([listPath], cooperativeToken)),
    overHttp(service.port, service.pid, MANY, reads([listAllPath], cooperativeToken)),
    overHttp(service.port, service.pid, MANY, reads([listPath], lenderToken)),
  ])) as [Rate, Rate, Rate, Rate, Rate]
  const figure = (name: string, rate: Rate, aim: number | null): Figure => {
    const us = 1e6 / rate.perSecond - 1e6 / reply.perSecond
    return {
      name,
      value: { amount: us, unit: 'us' },
      p50Us: rate.p50Us,
      p99Us: rate.p99Us,
      limit: { amount: statement.p50Us, unit: 'us', name: 'the statement that fetches the bodies' },
      ratio: us / statement.p50Us,
      ...(aim === null ? {} : { aim: { atMost: aim } }),
      details: {
        per_second: rate.perSecond,
        bare_reply_per_second: reply.perSecond,
        server_busy: rate.busy,
        limit_busy: reply.busy,
      },
    }
  }
  return [
    figure(`list of ${PAGE} deliveries as owner, server's time`, owner, 2),
    figure(`list of ${PAGE} of every type as owner`, all, null),
    figure(`list of ${PAGE} deliveries by 100 grants`, grantee, null),
  ]
}

function rateFigure(name: string, rate: Rate, limit: Rate, limitName: string, atLeast: number): Figure {
  return {
    name,
    value: { amount: rate.perSecond, unit: 'per_second' },
    p50Us: rate.p50Us,
    p99Us: rate.p99Us,
    limit: { amount: limit.perSecond, unit: 'per_second', name: limitName },
    ratio: rate.perSecond / limit.perSecond,
    aim: { atLeast },
    details: { server_busy: rate.busy, limit_busy: limit.busy, limit_p50_us: limit.p50Us },
  }
}

const memoryFigure = (name: string, bytes: number, atMost: number): Figure => ({
  name,
  value: { amount: bytes / MIB, unit: 'mib' },
  aim: { atMost },
})

export const diskFigure = ({ records, storage }: Seeded): Figure => ({
  name: `bytes on disk a byte of canonical JSON, ${records.toLocaleString('en-GB')} records`,
  value: { amount: storage.diskBytes / storage.jsonBytes, unit: 'bytes_per_byte' },
  aim: { atMost: 1.5 },
  details: { average_record_bytes: storage.averageRecordBytes, ...storage.tables },
})
