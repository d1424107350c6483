import { setTimeout } from 'node:timers/promises'
import type { Served } from '../common/served.ts'
import { memoryOf } from './children.ts'
import { type Figure, rateFigure } from './figure.ts'
import type { Source } from './load.ts'
import { inTurns, type Plan, type Rate } from './measure.ts'
import { beside, overHttp } from './probes.ts'
import { PURPOSE, reads, recordPath, writes } from './requests.ts'
import type { Seeded } from './seed.ts'

/** The everyday work: write one, read one, list a page. */

const MANY = 64
const FEW = 8
const PAGE = 100
const IDLE_MS = 3_000

export const listPath = `/v1/records?purpose=${PURPOSE}&type=delivery&limit=${PAGE}`
const listAllPath = `/v1/records?purpose=${PURPOSE}&limit=${PAGE}`

export async function everydayWork(
  { service, seeded }: { readonly service: Served; readonly seeded: Seeded },
  plan: Plan,
  say: (text: string) => void,
): Promise<Figure[]> {
  const { cooperativeToken: token, lenderToken, cast } = seeded
  await setTimeout(IDLE_MS)
  const idle = memoryOf(service.pid).now
  const one = reads(seeded.anywhere.map(recordPath), token)
  const post = writes('/v1/records', cast, token)
  const list = reads([listPath], token)
  const works: readonly (readonly [name: string, connections: number, source: Source])[] = [
    ['POST /v1/records', MANY, post],
    ['POST /v1/records', 1, post],
    ['GET /v1/records/{id} as owner', MANY, one],
    ['GET /v1/records/{id} by a grant', MANY, reads(seeded.granted.map(recordPath), lenderToken)],
    [`list of ${PAGE} deliveries as owner`, MANY, list],
    [`list of ${PAGE} of every type as owner`, MANY, reads([listAllPath], token)],
    [`list of ${PAGE} deliveries by 100 grants`, MANY, reads([listPath], lenderToken)],
  ]
  say('writing, reading and listing')
  const rates = await inTurns(
    plan,
    works.map(([, connections, source]) => overHttp(service, connections, source)),
  )
  const figures = works.map(([name, connections], i) =>
    rateFigure(`${name}, connections: ${connections}`, rates[i] as Rate),
  )
  say('reading while others write')
  for (const [name, source] of [
    ['GET /v1/records/{id} as owner', one],
    [`list of ${PAGE} deliveries as owner`, list],
  ] as const) {
    const reading = overHttp(service, FEW, source)
    const both = beside(reading, overHttp(service, FEW, post))
    const [undisturbed, disturbed] = (await inTurns(plan, [reading, both])) as [Rate, Rate]
    const limit = ['the same, nobody posting', undisturbed] as const
    figures.push(rateFigure(`${name}, ${FEW} connections, while ${FEW} post`, disturbed, limit))
  }
  const memory = (name: string, amount: number, atMost: number): Figure => ({
    ...{ name, value: { amount, unit: 'mib' }, aim: { atMost } },
  })
  return [
    ...figures,
    diskFigure(seeded),
    memory('memory, started and idle', idle, 100),
    memory('memory, highest under the load above', memoryOf(service.pid).highest, 220),
  ]
}

export const diskFigure = ({ records, storage }: Seeded): Figure => ({
  name: `bytes on disk a byte of canonical JSON, ${records.toLocaleString('en-GB')} records`,
  value: { amount: storage.diskBytes / storage.jsonBytes, unit: 'bytes_per_byte' },
  aim: { atMost: 1.5 },
})
