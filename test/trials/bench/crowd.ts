import type { Served } from '../common/served.ts'
import { granary, serving } from './children.ts'
import { type Figure, timesOf } from './figure.ts'
import type { Source } from './load.ts'
import { inTurns, type Plan, type Probe, type Rate } from './measure.ts'
import { beside, overHttp } from './probes.ts'
import { PURPOSE, reads, recordPath, writes } from './requests.ts'
import type { Seeded } from './seed.ts'

/** What four clients that ask for much cost a fifth that asks for little: two list pages of 500, two render lender views. */

const PAGE = 500
/** Different pages, so that what is remembered of one does not serve the next. */
const PAGES = 40
const P50_RATIO = 2
const P99_MS = 25

export async function crowdFigures(
  { data, seeded }: { readonly data: string; readonly seeded: Seeded },
  plan: Plan,
  say: (text: string) => void,
): Promise<Figure[]> {
  const service = await serving(data)
  try {
    const { port } = service
    const lender = await lenderOf(port, seeded.lenderToken)
    const issue = async (party: string): Promise<string> => {
      const { token } = await granary([
        ...['credential', 'issue', '--party', party, '--kind', 'party', '--data', data],
      ])
      return token
    }
    const heavy: Source[] = []
    for (const from of [0, 50]) {
      const ours = await issue(seeded.cast.cooperative)
      heavy.push(reads(await pages(port, ours), ours), reads(views(seeded, from), await issue(lender)))
    }
    const crowd = together(heavy.map((source) => overHttp(service, 1, source)))
    const token = await issue(seeded.cast.cooperative)
    const figures: Figure[] = []
    for (const [name, light] of [
      ['reads', reads(seeded.recent.map(recordPath), token)],
      ['writes', writes('/v1/records', seeded.cast, token)],
    ] as const) {
      say(`a fifth client ${name} beside four that ask for much`)
      figures.push(...(await measured(name, light, service, crowd, plan, seeded)))
    }
    return figures
  } finally {
    await service.end('SIGTERM')
  }
}

async function measured(
  name: string,
  light: Source,
  service: Served,
  crowd: Probe,
  plan: Plan,
  seeded: Seeded,
): Promise<Figure[]> {
  const probe = overHttp(service, 1, light)
  const [alone, crowded] = (await inTurns(plan, [probe, beside(probe, crowd)])) as [Rate, Rate]
  const records = seeded.records.toLocaleString('en-GB')
  return [
    {
      name: `p50 of a client that ${name} beside four that ask for much, ${records} records`,
      value: { amount: crowded.p50Us, unit: 'us' },
      ...timesOf(crowded),
      limit: { amount: alone.p50Us, unit: 'us', name: `alone (p99 ${Math.round(alone.p99Us)} us)` },
      ratio: crowded.p50Us / alone.p50Us,
      aim: { atMost: P50_RATIO },
    },
    { name: '  its p99', value: { amount: crowded.p99Us / 1e3, unit: 'ms' }, aim: { atMost: P99_MS } },
  ]
}

/** All of them at once; what they did is not looked at. */
const together =
  (probes: readonly Probe[]): Probe =>
  async (ms) =>
    (await Promise.all(probes.map((probe) => probe(ms))))[0] as Awaited<ReturnType<Probe>>

async function ask<T>(port: number, token: string, path: string): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`)
  return (await answer.json()) as T
}

async function lenderOf(port: number, token: string): Promise<string> {
  const path = '/v1/grants?role=grantee&limit=1'
  const { grants } = await ask<{ grants: { grantee: string }[] }>(port, token, path)
  return (grants[0] as { grantee: string }).grantee
}

async function pages(port: number, token: string): Promise<string[]> {
  const first = `/v1/records?purpose=${PURPOSE}&limit=${PAGE}`
  const paths = [first]
  while (paths.length < PAGES) {
    const { next } = await ask<{ next: string | null }>(port, token, paths.at(-1) as string)
    if (next === null) break
    paths.push(`${first}&cursor=${next}`)
  }
  return paths
}

const views = ({ cast }: Seeded, from: number): string[] =>
  cast.farmers.slice(from, from + 50).map((farmer) => `/v1/lender-view?subject=${farmer}&purpose=${PURPOSE}`)
