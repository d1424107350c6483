import type { FastifyInstance } from 'fastify'
import { RECORD_TYPES as TYPES } from '../../../src/domain/types/index.ts'
import { type Actor, START_MS } from '../../support/appliance.ts'
import { cleaned, plantedJpeg } from '../../support/evidence/pictures/planted.ts'
import { BYTES, declaring, sha256 } from '../../support/evidence/uploading.ts'
import { at, cherry, DAY_MS, inferenceOf, PURPOSE } from '../../support/flows/help.ts'
import { isLong } from '../../support/is-long.ts'
import { actsOnAnother } from '../../support/record-types.ts'
import type { Random } from '../../support/records/gate/random.ts'
import {
  ABOUT,
  ASKERS,
  deliveredTo,
  HIDDEN_ACTS,
  HIDDEN_RECORDS,
  idOf,
  type Name,
  plotOf,
  requestOf,
  sealed,
  told,
  type World,
} from './worlds.ts'

/** What somebody curious asks: over every route of the contract, of everything he has heard the id of. */

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
export interface Question {
  readonly method: Method
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object | undefined
}

/** Records and acts that only one of two worlds has; they may be heard of, and named, in both. */
const FURTHER = [
  'further harvest 1',
  'further delivery 1',
  'further lot',
  'further obligation',
  'further correction',
  'further retraction',
  'further inference',
  'further plot',
  'further payment',
  'further receipt',
  'further grant',
  'further mandate',
  'further objection',
] as const
const MALFORMED = [
  'no-id',
  '%zz',
  '%00',
  'x'.repeat(300),
  idOf('a harvest').toUpperCase(),
  ` ${idOf('a lot')}`,
]
const OWN = [
  'own harvest 1',
  'own lot',
  'own plot',
  'own lot from plots',
  'own lot of inventions',
  'own delivery from a lot',
  'own payment',
  'own invented payment',
  'what the clerk wrote',
  'open delivery 1',
  'open delivery 5',
  'own inference',
  'own inference above',
] as const
const REQUESTS = ASKERS.flatMap((asker) => Object.keys(ABOUT).map((whom) => idOf(requestOf(asker, whom))))
const PARTIES: readonly Name[] = ['anna', 'ben', 'carol', 'outsider', 'mill', 'bank', 'rival']
const STANDINGS = ['tip', 'forked', 'superseded', 'retracted', 'any']

const RECORDS = [...HIDDEN_RECORDS, ...OWN, ...FURTHER].map(idOf)
const ACTS = ['the grant to the bank', 'the mandate that ended', ...HIDDEN_ACTS].map(idOf)
const ANYTHING = [...RECORDS, ...ACTS, ...PARTIES.map(idOf), idOf('nothing')]

/** Ids that are used in every world: one that only some have would rightly be told by a 409. */
const USED = [...HIDDEN_RECORDS, ...HIDDEN_ACTS].map(idOf)

const READ = `purpose=${PURPOSE}`
const get = (url: string, headers?: Readonly<Record<string, string>>): Question => ({
  method: 'GET',
  url,
  ...(headers ? { headers } : {}),
})
const post = (url: string, body?: object): Question => ({ method: 'POST', url, body })
const OCCURRED = at(START_MS)

/** Ids of what the script itself sends: the same in every world, and used by nobody else. */
export class Fresh {
  #sent = 0
  constructor(readonly who: string) {}
  id = (): string => idOf(`${this.who} sends ${++this.#sent}`)
}

const draft = (fresh: Fresh, type: string, fields: object) => ({
  id: fresh.id(),
  type,
  occurred_at: OCCURRED,
  ...(actsOnAnother(type) ? {} : { lawful_basis: 'consent' }),
  ...fields,
})

/** One record for each member that may name another one. */
export function naming(fresh: Fresh, me: string, id: string): object[] {
  const mine = { producer: me, ...cherry() }
  const lot = { holder: me, ...cherry() }
  const record = (type: string, fields: object) => draft(fresh, type, fields)
  const kg = { quantity: { value: 1, unit: 'kg' } }
  const paid = {
    ...{ payer: me, payee: idOf('carol'), amount: { amount_minor: 9, currency: 'UGX' } },
    ...{ method: 'cash', purpose: 'other', lawful_basis: 'special_data_consent' },
  }
  return [
    record('harvest', { ...mine, supersedes: id }),
    record('delivery', { ...deliveredTo('carol', { supersedes: id }), from_party: me }),
    record('retraction', { target_id: id, reason: 'duplicate' }),
    record('delivery_confirmation', { delivery_id: id, channel: 'app' }),
    record('payment_confirmation', { payment_id: id, channel: 'app' }),
    record('payment', { ...paid, supersedes: id }),
    record('harvest', { ...mine, on_behalf_of: idOf('anna'), delegation_id: id }),
    record('harvest', { ...mine, device_id: id }),
    record('lot', { ...lot, inputs: [{ record_id: id, kg: 1 }] }),
    record('delivery', { ...deliveredTo('carol', { lot_id: id }), from_party: me }),
    record('delivery', { ...deliveredTo('carol', { obligation_id: id }), from_party: me }),
    record('payment', { ...paid, settles: [{ record_id: id, amount_minor: 5 }] }),
    record('payment', { ...paid, method: 'offset', settles: [{ record_id: id, amount_minor: 5 }] }),
    record('custody_transfer', { lot_id: id, from_party: me, to_party: idOf('carol') }),
    record('loss', { ...kg, lot_id: id, cause: 'theft' }),
    record('due_diligence', { lot_id: id, reference: 'R1', filed_by: me, filed_at: OCCURRED }),
    record('harvest', { ...mine, plot_ids: [id] }),
    record('plot', { plot: id, holder: me, country: 'UG' }),
    record('plot', { ...plotOf('anna', 'a plot'), plot: id, holder: me }),
    record('harvest', {
      ...mine,
      evidence: [{ sha256: id.replaceAll('-', '').repeat(2), media_type: 'image/png' }],
    }),
    record('party', { party: id, kind: 'person', display_name: 'Whoever' }),
  ]
}

const paged = (url: string, more = '') => [
  get(`${url}?${more}`),
  get(`${url}?${more}&limit=1`),
  ...ANYTHING.map((id) => get(`${url}?${more}&cursor=${id}`)),
]

const consentDrafts = (fresh: Fresh, me: string) => {
  const until = at(START_MS + 99 * DAY_MS)
  const grant = { grantee: idOf('mill'), purpose: PURPOSE, record_types: ['harvest'], expires_at: until }
  const mandate = {
    principal: me,
    delegate: idOf('mill'),
    record_types: ['harvest'],
    acts: ['assert'],
    valid_from: at(START_MS),
    valid_until: until,
    basis: 'witnessed',
  }
  return {
    grant: { id: fresh.id(), ...grant },
    mandate: { id: fresh.id(), ...mandate },
    objection: (delegation_id: string) => ({
      id: fresh.id(),
      channel: 'app',
      on_behalf_of: idOf('anna'),
      delegation_id,
    }),
  }
}

const ASKED = {
  purpose: PURPOSE,
  record_types: ['harvest'],
  expires_at: at(START_MS + 150 * DAY_MS),
  reason: 'Just so.',
}

/** A photograph that somebody else may have sent before. */
export const PHOTO = await plantedJpeg()
const PHOTO_HASHES = [sha256(PHOTO), sha256(await cleaned(PHOTO))]

const pictureReads = () =>
  [...PHOTO_HASHES, sha256(Buffer.from('nothing')), ...MALFORMED].map((hash) =>
    get(`/v1/evidence/${hash}?${READ}`),
  )

const citations = (fresh: Fresh, me: string) =>
  PHOTO_HASHES.map((hash) =>
    post(
      '/v1/records',
      draft(fresh, 'harvest', {
        producer: me,
        ...cherry(),
        evidence: [{ sha256: hash, media_type: 'image/jpeg' }],
      }),
    ),
  )

const upload = (headers: Readonly<Record<string, string>>, body: Buffer): Question => ({
  method: 'POST',
  url: '/v1/uploads',
  headers: { ...BYTES, ...headers },
  body,
})

const HEARD = [...ANYTHING, ...MALFORMED]
const reads =
  (what: string, more = '') =>
  () =>
    HEARD.map((id) => get(`/v1/${what}/${id}${more}?${READ}`))

const uploadsOf = (method: Method): Question[] =>
  HEARD.map((id) => ({
    method,
    url: `/v1/uploads/${id}`,
    headers: { ...BYTES, 'upload-offset': '0' },
  }))

const confirmed = (what: 'deliveries' | 'obligations' | 'payments', fresh: Fresh) =>
  HEARD.map((id) =>
    post(`/v1/${what}/${id}/confirmation`, { id: fresh.id(), channel: 'app', occurred_at: OCCURRED }),
  )

/** How every route of the contract is asked. A route that is not here fails the test that walks the contract. */
export const QUESTIONS: Readonly<Record<string, (fresh: Fresh, me: string) => Question[]>> = {
  'POST /v1/records': (fresh, me) =>
    ANYTHING.flatMap((id) => naming(fresh, me, id)).map((body) => post('/v1/records', body)),
  'GET /v1/records': () => [
    ...['', ...TYPES.map((type) => `&type=${type}`)].flatMap((type) =>
      ['tip', 'any'].map((standing) => get(`/v1/records?${READ}${type}&standing=${standing}`)),
    ),
    ...STANDINGS.map((standing) => get(`/v1/records?${READ}&standing=${standing}&order=oldest&limit=1`)),
    ...ANYTHING.flatMap((id) =>
      ['subject', 'lot_id', 'obligation_id'].map((filter) => get(`/v1/records?${READ}&${filter}=${id}`)),
    ),
    get('/v1/records?purpose=insurance'),
    ...['others', 'parties'].map((word) => get(`/v1/records?${READ}&asserted_by=${word}`)),
    get(`/v1/records?${READ}&occurred_from=${OCCURRED}&limit=500`),
  ],
  'GET /v1/records/{id}': reads('records'),
  'GET /v1/records/{id}/origin': () => [
    ...reads('records', '/origin')(),
    ...OWN.map((named) =>
      get(`/v1/records/${idOf(named)}/origin?${READ}`, { accept: 'application/geo+json' }),
    ),
  ],
  'GET /v1/records/{id}/chain': reads('records', '/chain'),
  'GET /v1/records/{id}/events': reads('records', '/events'),
  'GET /v1/records/{id}/proof': reads('records', '/proof'),
  'POST /v1/deliveries/{id}/confirmation': (fresh) => confirmed('deliveries', fresh),
  'POST /v1/obligations/{id}/confirmation': (fresh) => confirmed('obligations', fresh),
  'POST /v1/payments/{id}/confirmation': (fresh) => confirmed('payments', fresh),
  'POST /v1/inferences': (fresh) =>
    ANYTHING.map((id) => post('/v1/inferences', inferenceOf([id], START_MS, { id: fresh.id() }))),
  'GET /v1/inferences/{id}': reads('inferences'),
  'POST /v1/grants': (fresh, me) => [
    post('/v1/grants', consentDrafts(fresh, me).grant),
    post('/v1/grants', { ...consentDrafts(fresh, me).grant, purpose: 'nothing_registered' }),
  ],
  'GET /v1/grants': () => ['role=subject', 'role=grantee'].flatMap((role) => paged('/v1/grants', role)),
  'GET /v1/grants/{id}/receipt': () => HEARD.map((id) => get(`/v1/grants/${id}/receipt`)),
  'POST /v1/grants/{id}/revocation': () => ANYTHING.map((id) => post(`/v1/grants/${id}/revocation`)),
  'GET /v1/access-requests': () => [
    ...['role=subject', 'role=grantee'].flatMap((role) => paged('/v1/access-requests', role)),
    ...REQUESTS.map((id) => get(`/v1/access-requests?role=subject&cursor=${id}`)),
  ],
  'POST /v1/access-requests': (fresh) => [
    ...[...Object.values(ABOUT), ...ANYTHING.map((party) => ({ party }))].map((about) =>
      post('/v1/access-requests', { id: fresh.id(), about, ...ASKED }),
    ),
    ...Object.values(ABOUT).map((about) =>
      post('/v1/access-requests', { id: fresh.id(), about, ...ASKED, expires_at: at(START_MS) }),
    ),
    ...USED.map((id) => post('/v1/access-requests', { id, about: ABOUT['a member'], ...ASKED })),
    get('/v1/access-requests?role=grantee'),
  ],
  'POST /v1/access-requests/{id}/decision': (fresh) =>
    [...ANYTHING, ...REQUESTS, ...MALFORMED].flatMap((id) => [
      post(`/v1/access-requests/${id}/decision`, { grant: { id: fresh.id() } }),
      post(`/v1/access-requests/${id}/decision`, { refuse: true }),
    ]),
  // Half of them are left open.
  'POST /v1/access-requests/{id}/withdrawal': () => [
    ...[...ANYTHING, ...REQUESTS.filter((_, n) => n % 2 === 0)].flatMap((id) => [
      post(`/v1/access-requests/${id}/withdrawal`),
      post(`/v1/access-requests/${id}/withdrawal`),
    ]),
    get('/v1/access-requests?role=grantee'),
  ],
  'POST /v1/delegations': (fresh, me) => [
    post('/v1/delegations', consentDrafts(fresh, me).mandate),
    post('/v1/delegations', { ...consentDrafts(fresh, me).mandate, principal: idOf('anna') }),
  ],
  'GET /v1/delegations': () => paged('/v1/delegations'),
  'POST /v1/delegations/{id}/revocation': () =>
    ANYTHING.map((id) => post(`/v1/delegations/${id}/revocation`)),
  'POST /v1/objections': (fresh, me) => [
    ...ANYTHING.map((id) => post('/v1/objections', consentDrafts(fresh, me).objection(id))),
    post('/v1/objections', { id: fresh.id(), channel: 'app', purposes: ['insurance'] }),
  ],
  'GET /v1/objections': () => paged('/v1/objections'),
  'POST /v1/objections/{id}/withdrawal': () =>
    ANYTHING.map((id) => post(`/v1/objections/${id}/withdrawal`, { channel: 'written' })),
  'POST /v1/subject-access-requests': (fresh) => [
    post('/v1/subject-access-requests', { id: fresh.id() }),
    { ...post('/v1/subject-access-requests', { id: fresh.id() }), headers: { accept: 'text/plain' } },
  ],
  'GET /v1/disclosures': () => [
    ...['', '?limit=1', '?limit=2', `?since=${OCCURRED}`].map((search) => get(`/v1/disclosures${search}`)),
    ...ANYTHING.flatMap((id) => [get(`/v1/disclosures?subject=${id}`), get(`/v1/disclosures?cursor=${id}`)]),
  ],
  'POST /v1/devices': (fresh) => [
    post('/v1/devices', { id: fresh.id(), name: 'Phone' }),
    ...USED.map((id) => post('/v1/devices', { id, name: 'Phone' })),
  ],
  'POST /v1/sync/outbox': (fresh, me) => [
    // One by one all of them were sent already.
    ...ANYTHING.filter((_, n) => isLong || n % 4 === 0).map((id) =>
      post('/v1/sync/outbox', { records: naming(fresh, me, id) }),
    ),
    post('/v1/sync/outbox', { records: USED.map((id) => ({ ...naming(fresh, me, id)[0], id })) }),
  ],
  'GET /v1/sync/changes': () =>
    ['', `?${READ}`, `?${READ}&limit=1`, '?limit=2', '?purpose=insurance', '?asserted_by=own'].map((search) =>
      get(`/v1/sync/changes${search}`),
    ),
  'GET /v1/evidence/{sha256}': (fresh, me) => [...pictureReads(), ...citations(fresh, me), ...pictureReads()],
  'OPTIONS /v1/uploads': () => [{ method: 'OPTIONS', url: '/v1/uploads' }],
  'POST /v1/uploads': (fresh, me) => [
    // The bytes may be known here already, by somebody else's hand.
    upload({ 'upload-length': String(PHOTO.length), ...declaring(sha256(PHOTO)) }, PHOTO),
    upload({ 'upload-length': '100', ...declaring(sha256(PHOTO)) }, Buffer.alloc(0)),
    upload({ 'upload-length': '0' }, Buffer.alloc(0)),
    ...citations(fresh, me),
    ...pictureReads(),
    get(`/v1/evidence/${PHOTO_HASHES[0]}?${READ}`, { range: 'bytes=0-9' }),
    get(`/v1/evidence/${PHOTO_HASHES[0]}?${READ}`, { 'if-none-match': '*' }),
  ],
  'HEAD /v1/uploads/{id}': () => uploadsOf('HEAD'),
  'PATCH /v1/uploads/{id}': () => uploadsOf('PATCH'),
  'DELETE /v1/uploads/{id}': () => uploadsOf('DELETE'),
  'GET /v1/lender-view': () => [
    get(`/v1/lender-view?${READ}`),
    // Each asks the lists again, many times over.
    ...[...PARTIES, 'a lot', 'further lot', 'an objection', 'nothing'].map((named) =>
      get(`/v1/lender-view?${READ}&subject=${idOf(named)}`),
    ),
  ],
  'GET /v1/anchors/key': () => [get('/v1/anchors/key')],
  'GET /v1/anchors/roots': () => [get('/v1/anchors/roots')],
  'GET /v1/anchors/consistency': () =>
    [1, 5, 20, 1_000].map((to) => get(`/v1/anchors/consistency?from=1&to=${to}`)),
  'GET /v1/registry': () => [get('/v1/registry')],
  'GET /v1/registry/{kind}': () => ['units', 'nothing'].map((kind) => get(`/v1/registry/${kind}`)),
  'GET /v1/registry/{kind}/{id}': () =>
    ['kg', idOf('a harvest')].map((id) => get(`/v1/registry/units/${id}`)),
  'GET /v1/health': () => [get('/v1/health')],
  'GET /v1/ready': () => [get('/v1/ready')],
  // From elsewhere: what it says is for whoever runs the service.
  'GET /v1/metrics': () => [get('/v1/metrics', { 'x-forwarded-for': '203.0.113.9' })],
  'GET /v1/openapi.json': () => [get('/v1/openapi.json')],
  'GET /v1/tls/authority': () => [get('/v1/tls/authority')],
}

export function routesOf(app: FastifyInstance): string[] {
  const { paths } = app.swagger() as { paths: Record<string, object> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

const HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  {},
  {},
  { 'if-none-match': '*' },
  { 'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT' },
  { range: 'bytes=0-10' },
  { accept: 'text/plain' },
  { purpose: PURPOSE },
]

/** Questions that nobody thought of: any route, any id in any place, any header, any method. */
export function atRandom(random: Random, who: string, me: string, count: number): Question[] {
  const fresh = new Fresh(`${who} at random`)
  const everything = Object.values(QUESTIONS).flatMap((questions) => questions(fresh, me))
  return Array.from({ length: count }, () => {
    const question = random.pick(everything)
    const { method, url } = random.chance(0.2) ? withAnother(random, question) : question
    const other = random.chance(0.05)
      ? random.pick<Method>(['PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])
      : method
    const hasBody = question.body !== undefined && other !== 'GET' && other !== 'HEAD'
    const used = random.chance(0.15) ? { id: random.pick(USED) } : {}
    return {
      method: other,
      url,
      headers: random.pick(HEADERS),
      ...(hasBody ? { body: { ...question.body, ...used } } : {}),
    }
  })
}

function withAnother(random: Random, question: Question): Question {
  if (random.chance(0.5)) return { ...question, url: `${question.url}&limit=${random.below(4)}` }
  const another = random.pick(HEARD)
  return { ...question, url: question.url.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, another) }
}

const CORRELATION = { 'x-correlation-id': 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6' }

/** Puts the questions one after the other, and follows every page to its end. */
export async function answersTo(w: World, who: Actor, questions: readonly Question[]): Promise<string[]> {
  const answers: string[] = []
  const ask = async ({ method, url, headers, body }: Question) => {
    const answer = await w.a.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${who.token}`, ...CORRELATION, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
    answers.push(`${method} ${sealed(url)} ${JSON.stringify(body ?? null)}\n${told(w, answer)}`)
    return answer
  }
  for (const question of questions) {
    let answer = await ask(question)
    for (let page = 1; page < 20; page++) {
      const next = nextOf(question, answer.body)
      if (next === null) break
      answer = await ask({ ...question, url: next })
    }
  }
  return answers
}

/** The address of the page after this answer. */
function nextOf({ method, url }: Question, body: string): string | null {
  if (method !== 'GET' || url.includes('/registry')) return null
  const since = /"cursor":"([^"]+)","has_more":true/.exec(body)?.[1]
  if (since !== undefined) return `${url}${url.includes('?') ? '&' : '?'}since=${since}`
  const next = /"next":"([^"]+)"/.exec(body)?.[1]
  return next === undefined ? null : `${url.replace(/&cursor=[^&]*/, '')}&cursor=${next}`
}
