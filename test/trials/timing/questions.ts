import { chance } from '../../support/records/gate/random.ts'
import { idAt } from '../bench/records.ts'
import { PURPOSE } from '../bench/requests.ts'
import type { Seeded } from '../bench/seed.ts'
import type { Question } from './pairs.ts'
import type { Stranger } from './stranger.ts'

/** The ways in which a caller may ask whether an id is known, as request bytes made before the clock runs. */

/** Ids asked in one round; then the round begins again. */
const MOST_IDS = 50_000
const PAGE = 500
const PAGES = 10
const INFERENCES = 1_000

export interface Questions {
  readonly main: Question
  readonly more: readonly Question[]
}

export async function questionsOf(port: number, seeded: Seeded, stranger: Stranger): Promise<Questions> {
  const fromOwner = (path: string) => answerOf(port, path, seeded.cooperativeToken)
  const deliveries = await deliveryIds(fromOwner)
  const grants = ((await answerOf(port, '/v1/grants?role=grantee', seeded.lenderToken)).grants ?? []).map(
    ({ id }) => id,
  )
  const anywhere = seeded.anywhere.slice(0, MOST_IDS)
  const inferences = await inferredFrom(deliveries.slice(0, INFERENCES), port, seeded.cooperativeToken)
  const { farmers } = seeded.cast
  const purpose = `purpose=${PURPOSE}`
  /** What is asked at the address in the name, of ids that are hidden. */
  const hidden = (
    name: string,
    ids: readonly string[],
    ask: { query?: string; body?: () => object } = {},
  ) => {
    const [method, path] = name.split(' ') as ['GET' | 'POST', string]
    return question(name, 404, ids, (id) =>
      request(method, path.replace('{id}', id) + (ask.query ?? ''), stranger.token, ask.body?.()),
    )
  }
  const found = (name: string, ids: readonly string[], path: string) =>
    question(name, 200, ids, (id) => request('GET', `${path}=${id}`, stranger.token))
  /** Records that are taken, whatever they name; each is sent once. */
  const write = (name: string, body: (id: string) => object): Question => {
    const bytes = (id: string) =>
      request('POST', '/v1/records', stranger.token, { ...head(), ...MASS, ...body(id) })
    const at = (pair: number) => stranger.lots[pair % stranger.lots.length] as string
    return {
      name,
      status: 201,
      connections: 1,
      refused: (pair) => bytes(at(pair)),
      absent: (pair) => bytes(like(at(pair))),
    }
  }
  const parties = { from_party: stranger.party, to_party: seeded.cast.cooperative }
  return {
    main: hidden('GET /v1/records/{id}', anywhere, { query: `?${purpose}` }),
    more: [
      ...['origin', 'chain', 'events', 'proof'].map((part) =>
        hidden(`GET /v1/records/{id}/${part}`, anywhere, { query: `?${purpose}` }),
      ),
      hidden('POST /v1/deliveries/{id}/confirmation', deliveries, {
        body: () => ({ ...head(), channel: 'in_person' }),
      }),
      hidden('GET /v1/inferences/{id}', inferences, { query: `?${purpose}` }),
      hidden('GET /v1/grants/{id}/receipt', grants),
      hidden('POST /v1/grants/{id}/revocation', grants),
      hidden('POST /v1/objections/{id}/withdrawal', stranger.objections, {
        body: () => ({ channel: 'written' }),
      }),
      hidden('POST /v1/access-requests/{id}/withdrawal', stranger.requests),
      hidden('POST /v1/access-requests/{id}/decision', stranger.requests, {
        body: () => ({ refuse: true }),
      }),
      question('POST /v1/records that supersedes {id}', 422, deliveries, (supersedes) =>
        request('POST', '/v1/records', stranger.token, {
          ...{ ...head(), type: 'delivery', ...MASS, ...parties, supersedes },
        }),
      ),
      write('POST /v1/records, a hand-over of lot {id}', (lot_id) => ({
        ...{ type: 'custody_transfer', crop: undefined, ...parties, lot_id },
      })),
      write('POST /v1/records, a delivery out of lot {id}', (lot_id) => ({
        ...{ type: 'delivery', ...parties, lot_id },
      })),
      write('POST /v1/records, a loss of lot {id}', (lot_id) => ({
        ...{ type: 'loss', crop: undefined, cause: 'theft', lot_id },
      })),
      write('POST /v1/records, a lot that draws on {id}', (record_id) => ({
        ...{ type: 'lot', holder: stranger.party, inputs: [{ record_id, kg: 60 }] },
      })),
      found('GET /v1/records?subject={id}', farmers, `/v1/records?${purpose}&subject`),
      found('GET /v1/records?lot_id={id}', anywhere, `/v1/records?${purpose}&lot_id`),
      {
        ...found('GET /v1/lender-view?subject={id}', farmers, `/v1/lender-view?${purpose}&subject`),
        // A page asks the server itself for all that stands on it.
        connections: 16,
      },
    ],
  }
}

const MASS = {
  lawful_basis: 'contract_performance',
  crop: 'coffee_arabica_parchment',
  quantity: { value: 60, unit: 'kg' },
}
const random = chance(5)

const head = () => ({ id: idAt(Date.now(), random), occurred_at: new Date().toISOString() })

function question(
  name: string,
  status: number,
  ids: readonly string[],
  bytes: (id: string) => Buffer,
): Question {
  if (ids.length === 0) throw new Error(`nothing to ask for: ${name}`)
  return { name, status, refused: ids.map(bytes), absent: ids.map((id) => bytes(like(id))) }
}

/** An id that nobody has, of the same time and so of the same place in every index. */
function like(id: string): string {
  const digits = Array.from({ length: 12 }, () => Math.floor(random() * 16).toString(16))
  return id.slice(0, 24) + digits.join('')
}

function request(method: 'GET' | 'POST', path: string, token: string, body?: object): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${token}`]
  const json = body === undefined ? '' : JSON.stringify(body)
  if (body !== undefined)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(json)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${json}`)
}

interface Page {
  readonly records?: readonly { readonly id: string }[]
  readonly grants?: readonly { readonly id: string }[]
  readonly next: string | null
}

async function answerOf(port: number, path: string, token: string): Promise<Page> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`)
  return (await answer.json()) as Page
}

async function deliveryIds(get: (path: string) => Promise<Page>): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  for (let page = 0; page < PAGES; page++) {
    const from: string = cursor === null ? '' : `&cursor=${cursor}`
    const { records = [], next } = await get(
      `/v1/records?purpose=${PURPOSE}&type=delivery&limit=${PAGE}${from}`,
    )
    ids.push(...records.map(({ id }) => id))
    cursor = next
    if (cursor === null) break
  }
  return ids
}

/** Predictions of the cooperative, one from each of its deliveries. @returns their ids */
async function inferredFrom(inputs: readonly string[], port: number, token: string): Promise<string[]> {
  const ids: string[] = []
  for (const input of inputs) {
    const inference = {
      ...head(),
      model_id: 'quality-forecast',
      model_version: '1',
      inputs: [input],
      output: { name: 'cup_score', value: 84 },
      lawful_basis: 'consent',
    }
    const answer = await fetch(`http://127.0.0.1:${port}/v1/inferences`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(inference),
    })
    if (answer.status !== 201) throw new Error(`an inference was answered with ${answer.status}`)
    ids.push(inference.id)
  }
  return ids
}
