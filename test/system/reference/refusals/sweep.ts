import { PROBLEMS, type ProblemCode } from '../../../../src/base/problem.ts'
import { daysAgo, idOf, type Village } from '../people.ts'
import { type Answer, type Asked, ask, codeOf, type House, type Operation } from '../recorder.ts'
import { withSettings } from '../scene.ts'
import { ENDED_MANDATE } from '../story/consent.ts'
import { HARVEST } from '../story/records.ts'
import { YEARS_MS } from './clock.ts'
import { suspendedHouse } from './restored.ts'

/** Does wrong at every operation what can be done wrong at any, and hears what it says. */

const nobody = ({ as: _, ...asked }: Asked): Asked => asked
const unknown = (asked: Asked): Asked => ({ ...asked, as: { token: `gry_${'x'.repeat(43)}` } })
const asking =
  (query: Asked['query']) =>
  (asked: Asked): Asked => ({ ...asked, query: { ...asked.query, ...query } })
const withoutPurpose = ({ query, ...asked }: Asked): Asked => {
  const { purpose: _, ...rest } = query ?? {}
  return { ...asked, query: rest }
}
const inHeader = (asked: Asked): Asked => ({
  ...withoutPurpose(asked),
  headers: { ...asked.headers, 'x-purpose': 'research' },
})
const elsewhere = ({ path, ...asked }: Asked): Asked => ({
  ...asked,
  path: Object.fromEntries(Object.keys(path ?? {}).map((name) => [name, idOf('nothing')])),
})
const saying =
  (type: string, body: string, headers: object = {}) =>
  (asked: Asked): Asked => ({
    ...asked,
    headers: { ...asked.headers, 'content-type': type, ...headers },
    body,
  })
const JSON_TYPE = 'application/json'

/** Of any operation. */
const WRONGS: readonly ((asked: Asked, village: Village) => Asked)[] = [
  nobody,
  (asked, { scraper }) => ({ ...asked, as: scraper }),
  (asked, { grace }) => ({ ...asked, as: grace }),
  (asked, { grace }) => ({
    ...asked,
    as: asked.as ?? grace,
    headers: { ...asked.headers, 'sec-fetch-site': 'cross-site' },
  }),
  withoutPurpose,
  inHeader,
  asking({ purpose: 'To see' }),
  asking({ nonsense: '1' }),
  asking({ cursor: '!' }),
  asking({ since: '!' }),
  elsewhere,
]

/** Of one that takes JSON. */
const WRONG_BODIES: readonly ((asked: Asked) => Asked)[] = [
  saying(JSON_TYPE, '{'),
  saying(JSON_TYPE, '{"nonsense":1}'),
  saying(JSON_TYPE, '{}', { 'content-length': '99999999' }),
  saying(JSON_TYPE, '{}', { 'content-encoding': 'gzip' }),
  saying(JSON_TYPE, '{}', { 'content-encoding': 'deflate' }),
  saying('text/csv', 'id'),
]

const members =
  (more: object) =>
  (asked: Asked): Asked => ({ ...asked, body: { ...(asked.body as object), ...more } })
const NOTHING = { delegation_id: idOf('nothing') }

/** Of one that takes JSON, under an id that nothing has: against a rule, or by and for somebody else. */
const AGAINST_RULES: readonly ((asked: Asked, village: Village) => Asked)[] = [
  members({ id: HARVEST }),
  members({ purpose: 'curiosity' }),
  members({ purposes: ['curiosity'] }),
  members({ expires_at: daysAgo(1) }),
  members({ valid_until: daysAgo(60) }),
  members({ replaces: HARVEST }),
  elsewhere,
  (asked, { cooperative }) => ({ ...asked, as: cooperative }),
  (asked, { moses, grace }) => ({ ...members({ on_behalf_of: grace.id })(asked), as: moses }),
  (asked, { moses, grace }) => ({ ...members({ on_behalf_of: grace.id, ...NOTHING })(asked), as: moses }),
  (asked, { cooperative, grace }) => ({
    ...members({ on_behalf_of: grace.id, delegation_id: ENDED_MANDATE })(asked),
    as: cooperative,
  }),
]

export interface Sweepable {
  readonly operation: Operation
  readonly takesJson: boolean
  /** What its contract says that it may utter. */
  readonly declared: readonly ProblemCode[]
  /** What it was asked and did. */
  readonly asked: Asked
}

/** @returns what was uttered, as `GET /v1/grants: rate_limited` */
export async function sweep(village: Village, operations: readonly Sweepable[]): Promise<Set<string>> {
  const uttered = new Set<string>()
  const put = async (house: House, { operation, declared }: Sweepable, asked: Asked) => {
    const answer = await ask(house, operation, asked)
    for (const code of heard(declared, answer)) uttered.add(`${operation}: ${code}`)
  }
  const strict = { failedAuthPerMinute: '1', registryPerMinute: '1', recordsPerDay: '1' }
  const full = await withSettings(village, { minFreeBytes: String(Number.MAX_SAFE_INTEGER) })
  // Used up before it began.
  const spent = await withSettings(village, { readBytesPerDay: '1' })
  // More jobs wait than may.
  const busy = await withSettings(village, {}, { waiting: () => Number.MAX_SAFE_INTEGER })
  const suspended = await suspendedHouse(village)
  const repeated: { house: Awaited<ReturnType<typeof withSettings>>; again: (asked: Asked) => Asked }[] = []
  const odd = members({ id: idOf('odd'), purposes: ['curiosity'] })
  for (const again of [unknown, nobody, elsewhere, (same: Asked) => same, odd])
    repeated.push({ house: await withSettings(village, strict), again })
  let ids = 0
  const anew = (asked: Asked): Asked => members({ id: idOf(`swept ${++ids}`) })(asked)
  for (const operation of operations) {
    const { asked } = operation
    await put(suspended, operation, asked)
    village.a.clock.aheadMs = YEARS_MS
    await put(village.a, operation, asked)
    if (operation.takesJson) await put(village.a, operation, anew(asked))
    village.a.clock.aheadMs = 0
    for (const wrong of WRONGS) await put(village.a, operation, wrong(asked, village))
    if (operation.takesJson) {
      for (const wrong of WRONG_BODIES) await put(village.a, operation, wrong(asked))
      for (const wrong of AGAINST_RULES) await put(village.a, operation, wrong(anew(asked), village))
    }
    await put(full, operation, asked)
    for (const { house, again } of repeated) {
      // Within one minute, which is what the limits are for; the next operation comes some minutes later.
      const atOnce = { app: house.app, clock: { nowMs: 0 } }
      for (let times = 0; times < 2; times++) await put(atOnce, operation, again(asked))
    }
    // Of any kind of credential, whatever it asks for.
    for (const as of [asked.as, village.scraper, village.grace])
      await put(spent, operation, { ...asked, ...(as === undefined ? {} : { as }) })
    await put(busy, operation, asked)
  }
  for (const house of [full, spent, busy, suspended, ...repeated.map(({ house }) => house)])
    await house.close()
  return uttered
}

/** The answer to HEAD has no body: it may be each of the codes that have its status. */
function heard(declared: readonly ProblemCode[], answer: Answer): readonly ProblemCode[] {
  if (answer.status < 400) return []
  const code = codeOf(answer) as ProblemCode | undefined
  return code === undefined ? declared.filter((each) => PROBLEMS[each][0] === answer.status) : [code]
}
