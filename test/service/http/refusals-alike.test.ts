import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, type Appliance, makeAppliance } from '../../support/appliance.ts'
import { aPicture } from '../../support/evidence/scene.ts'
import { declaring, sendInside, sha256 } from '../../support/evidence/uploading.ts'
import {
  appended,
  DAY_MS,
  deliveryOf,
  granted,
  harvestOf,
  inferred,
  mandate,
  PURPOSE,
  retract,
} from '../../support/flows/help.ts'
import { type Asked, Wire } from './wire.ts'

/**
 * What a caller may not have is answered byte for byte as what does not exist (contract §7): over a real socket, for
 * every route that has an id in its path, whatever the id is really of. Time is looked at by `npm run test:timing`.
 */

const CORRELATION = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'
const ABSENT = '01900000-0000-7000-8000-00000000ffff'

const ABSENT_HASH = 'ab'.repeat(32)

interface Way {
  readonly method: string
  readonly body?: () => object
  readonly headers?: Readonly<Record<string, string>>
  /** Well-formed there, and of nothing. */
  readonly absent?: string
}

const TUS = {
  'Tus-Resumable': '1.0.0',
  'Content-Type': 'application/offset+octet-stream',
  'Upload-Offset': '0',
}

const CONFIRMING: Way = {
  method: 'POST',
  body: () => ({
    id: uuidv7(),
    channel: 'in_person',
    occurred_at: new Date(a.clock.nowMs).toISOString(),
  }),
}

/** Every route of the contract that has an id in its path, and how it is asked. */
const ROUTES: readonly (readonly [route: string, way: Way])[] = [
  ['/v1/records/{id}', { method: 'GET' }],
  ['/v1/records/{id}/chain', { method: 'GET' }],
  ['/v1/records/{id}/events', { method: 'GET' }],
  ['/v1/records/{id}/origin', { method: 'GET' }],
  ['/v1/records/{id}/proof', { method: 'GET' }],
  ['/v1/deliveries/{id}/confirmation', CONFIRMING],
  ['/v1/payments/{id}/confirmation', CONFIRMING],
  ['/v1/obligations/{id}/confirmation', CONFIRMING],
  ['/v1/inferences/{id}', { method: 'GET' }],
  ['/v1/grants/{id}/revocation', { method: 'POST' }],
  ['/v1/grants/{id}/receipt', { method: 'GET' }],
  ['/v1/delegations/{id}/revocation', { method: 'POST' }],
  ['/v1/access-requests/{id}/withdrawal', { method: 'POST' }],
  ['/v1/access-requests/{id}/decision', { method: 'POST', body: () => ({ refuse: true }) }],
  ['/v1/objections/{id}/withdrawal', { method: 'POST', body: () => ({ channel: 'written' }) }],
  ['/v1/uploads/{id}', { method: 'HEAD', headers: TUS }],
  ['/v1/uploads/{id}', { method: 'PATCH', headers: TUS }],
  ['/v1/uploads/{id}', { method: 'DELETE', headers: TUS }],
  ['/v1/evidence/{sha256}', { method: 'GET', absent: ABSENT_HASH }],
]
/** Rows of the registry are everybody's: there is nothing to hide. */
const PUBLIC = ['/v1/registry/{kind}', '/v1/registry/{kind}/{id}']

let a: Appliance
let stranger: Actor
let lender: Actor
let port: number
/** By what it is of, an id that exists and that neither of the two may have. */
let hidden: Readonly<Record<string, string>>
/** The same of pictures, which are named by a hash. */
let hiddenHashes: Readonly<Record<string, string>>
let farmer: Actor

beforeAll(async () => {
  a = await makeAppliance()
  farmer = await a.party('person', 'Grace')
  stranger = await a.party('person', 'Stranger')
  lender = await a.party('institution', 'Bank')
  const harvest = await appended(farmer, 'harvest', harvestOf(farmer))
  const corrected = await appended(farmer, 'harvest', { ...harvestOf(farmer), supersedes: harvest.id })
  const delivery = await appended(farmer, 'delivery', deliveryOf(farmer, a.cooperative))
  const taken = await appended(farmer, 'delivery', deliveryOf(farmer, a.cooperative))
  const retraction = await appended(farmer, 'retraction', {
    target_id: taken.id,
    reason: 'entered_in_error',
  })
  await retract(farmer, corrected.id)
  const delegation = await mandate(a, farmer, a.cooperative)
  const objection = await farmer.post('/v1/objections', { id: uuidv7(), channel: 'written' })
  expect(objection.status, objection.text).toBe(201)
  // Opened to the lender, but other types for this purpose, and these types for another purpose.
  await granted(a, farmer, lender, ['lot'])
  await granted(a, farmer, lender, ['harvest', 'delivery'], 'insurance')
  // The lender may have the receipt of its own.
  const grant = await granted(a, farmer, a.cooperative, ['loss'])
  const credential = await a.kernel.ports.submit(() =>
    a.kernel.credentials.issue('test', farmer.id, 'party', null),
  )
  const request = await a.cooperative.post('/v1/access-requests', {
    id: uuidv7(),
    about: { party: farmer.id },
    purpose: PURPOSE,
    record_types: ['harvest'],
    expires_at: new Date(a.clock.nowMs + 9 * DAY_MS).toISOString(),
    reason: 'About a loan.',
  })
  expect(request.status, request.text).toBe(201)
  hidden = {
    request: request.body.id,
    harvest: harvest.id,
    'corrected harvest': corrected.id,
    delivery: delivery.id,
    'retracted delivery': taken.id,
    retraction: retraction.id,
    inference: (await inferred(a, farmer, [harvest.id, delivery.id])).id,
    grant,
    delegation,
    objection: objection.body.id,
    credential: credential.credential_id,
    party: farmer.id,
    cooperative: a.cooperative.id,
  }
  await photographs()
  port = Number(new URL(await a.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => a.close())

/** One that is cited and opened to nobody, one that nobody cites, and uploads that are finished and not. */
async function photographs(): Promise<void> {
  const [cited, alone] = [await aPicture(), await aPicture()]
  const kept = await sendInside(a.app, farmer.token, cited)
  await appended(farmer, 'harvest', {
    ...harvestOf(farmer),
    evidence: [{ sha256: kept, media_type: 'image/jpeg' }],
  })
  const begin = await a.app.inject({
    method: 'POST',
    url: '/v1/uploads',
    headers: { ...as(farmer), ...TUS, ...declaring(ABSENT_HASH), 'upload-length': '100' },
  })
  expect(begin.statusCode, begin.body).toBe(201)
  const { store } = a.kernel
  const finished = store.evidence.named(kept)[0]?.seq as number
  hiddenHashes = {
    'picture as captured': sha256(cited),
    'picture as kept': kept,
    'picture that nobody cites': await sendInside(a.app, farmer.token, alone),
  }
  hidden = {
    ...hidden,
    'upload that is finished': store.acts.bySeq(finished)?.id as string,
    'upload on its way': String(begin.headers.location).slice('/v1/uploads/'.length),
  }
}

const MALFORMED = [
  'no-id',
  '%zz',
  '%00',
  '%2e%2e',
  '..%2f..',
  'x'.repeat(300),
  ABSENT.toUpperCase(),
  '01900000-0000-4000-8000-00000000ffff',
  '00000000-0000-0000-0000-000000000000',
  `${ABSENT}%20`,
]

const pathsOf = (swagger: object) => Object.keys((swagger as { paths: object }).paths)
const addressOf = (route: string, id: string, method: string) =>
  `${route.replace(/\{\w+\}/, id)}${method === 'GET' || method === 'HEAD' ? `?purpose=${PURPOSE}` : ''}`

const withoutDate = (answer: string) => answer.replace(/^date: .*\r\n/im, 'Date: then\r\n')

async function onOneWire<T>(work: (ask: (asked: Asked) => Promise<string>) => Promise<T>): Promise<T> {
  const wire = await Wire.open(port)
  try {
    return await work(async (asked) => {
      const headers = { 'X-Correlation-Id': CORRELATION, ...asked.headers }
      return withoutDate(await wire.ask({ ...asked, headers }))
    })
  } finally {
    wire.end()
  }
}

const as = (who: Actor) => ({ Authorization: `Bearer ${who.token}` })

test('every route with an id in its path is among those compared here', () => {
  const withId = pathsOf(a.app.swagger()).filter((path) => path.includes('{'))
  const compared = [...new Set(ROUTES.map(([route]) => route))]
  expect(withId.filter((path) => !PUBLIC.includes(path)).sort()).toEqual(compared.sort())
})

describe.each(ROUTES)('%s, %j', (route, { method, body, headers, absent: nothing = ABSENT }) => {
  const asked = (id: string, who: Actor, other = method): Asked => ({
    method: other,
    path: addressOf(route, id, other),
    headers: { ...as(who), ...headers },
    body: other === method ? body?.() : undefined,
  })

  test('a nonexistent id is refused with a bare 404', async () => {
    const answer = await onOneWire((ask) => ask(asked(nothing, stranger)))
    const document = `{"title":"Not Found","status":404,"correlation_id":"${CORRELATION}"}`
    expect(answer).toBe(
      [
        'HTTP/1.1 404 Not Found',
        `x-correlation-id: ${CORRELATION}`,
        'x-content-type-options: nosniff',
        'cross-origin-resource-policy: same-origin',
        "content-security-policy: default-src 'none'; frame-ancestors 'none'",
        'cache-control: no-store',
        'content-type: application/problem+json; charset=utf-8',
        `content-length: ${document.length}`,
        'Date: then',
        'Connection: keep-alive',
        'Keep-Alive: timeout=75',
        '',
        method === 'HEAD' ? '' : document,
      ].join('\r\n'),
    )
  })
  test('and every other id with the same bytes, whatever it is of', async () => {
    await onOneWire(async (ask) => {
      for (const who of [stranger, lender]) {
        const absent = await ask(asked(nothing, who))
        for (const [what, id] of Object.entries({ ...hidden, ...hiddenHashes }))
          expect([what, await ask(asked(id, who))]).toEqual([what, absent])
        for (const id of MALFORMED) expect([id, await ask(asked(id, who))]).toEqual([id, absent])
      }
    })
  })
  test('also by other methods', async () => {
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE']
    await onOneWire(async (ask) => {
      for (const other of others.filter((name) => name !== method)) {
        const absent = await ask(asked(nothing, stranger, other))
        expect([other, absent.slice(0, 12)]).toEqual([other, 'HTTP/1.1 404'])
        for (const id of [...Object.values({ ...hidden, ...hiddenHashes }), ...MALFORMED])
          expect([other, id, await ask(asked(id, stranger, other))]).toEqual([other, id, absent])
      }
    })
  })
  test('and without a token all get the same 401', async () => {
    await onOneWire(async (ask) => {
      const anonymous = (id: string) => ask({ ...asked(id, stranger), headers: {} })
      const absent = await anonymous(ABSENT)
      expect(absent.slice(0, 12)).toBe('HTTP/1.1 401')
      for (const id of Object.values(hidden)) expect(await anonymous(id)).toBe(absent)
    })
  })
})

describe('the same question asked in another way has the same answer', () => {
  test.each(['subject', 'lot_id', 'obligation_id'])('a list by %s', async (filter) => {
    await onOneWire(async (ask) => {
      const list = (id: string) =>
        ask({ method: 'GET', path: `/v1/records?purpose=${PURPOSE}&${filter}=${id}`, headers: as(stranger) })
      const absent = await list(ABSENT)
      expect(absent).toContain('\r\n\r\n{"records":[],"next":null}')
      for (const [what, id] of Object.entries(hidden)) expect([what, await list(id)]).toEqual([what, absent])
    })
  })
  test('the lender view of somebody who opened nothing', async () => {
    await onOneWire(async (ask) => {
      const page = (id: string) =>
        ask({
          method: 'GET',
          path: `/v1/lender-view?purpose=${PURPOSE}&subject=${id}`,
          headers: as(stranger),
        })
      const absent = await page(ABSENT)
      expect(absent.slice(0, 12)).toBe('HTTP/1.1 200')
      for (const [what, id] of Object.entries(hidden)) expect([what, await page(id)]).toEqual([what, absent])
    })
  })
})
