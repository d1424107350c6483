import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appended, DAY_MS, deliveryOf, harvestOf, mandate, PURPOSE, retract } from '../flows/help.ts'
import { type Actor, type Appliance, makeAppliance } from '../support/appliance.ts'
import { type Asked, Wire } from './wire.ts'

/**
 * What a caller may not have is answered byte for byte as what does not exist (contract §7): over a real socket, for
 * every route that has an id in its path, whatever the id is really of. Time is looked at by `npm run test:timing`.
 */

const CORRELATION = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'
const ABSENT = '01900000-0000-7000-8000-00000000ffff'

/** Every route of the contract that has an id in its path, and how it is asked. */
const ROUTES: Readonly<Record<string, { readonly method: string; readonly body?: () => object }>> = {
  '/v1/records/{id}': { method: 'GET' },
  '/v1/records/{id}/chain': { method: 'GET' },
  '/v1/deliveries/{id}/confirmation': {
    method: 'POST',
    body: () => ({ id: uuidv7(), channel: 'in_person', occurred_at: new Date(a.clock.nowMs).toISOString() }),
  },
  '/v1/grants/{id}/revocation': { method: 'POST' },
  '/v1/delegations/{id}/revocation': { method: 'POST' },
  '/v1/objections/{id}/withdrawal': { method: 'POST', body: () => ({ channel: 'written' }) },
}
/** Rows of the registry are everybody's: there is nothing to hide. */
const PUBLIC = ['/v1/registry/{kind}', '/v1/registry/{kind}/{id}']

let a: Appliance
let stranger: Actor
let lender: Actor
let port: number
/** By what it is of, an id that exists and that neither of the two may have. */
let hidden: Readonly<Record<string, string>>
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
  const opened = (purpose: string, types: readonly string[]) =>
    farmer.post('/v1/grants', {
      id: uuidv7(),
      grantee: lender.id,
      purpose,
      record_types: types,
      expires_at: new Date(a.clock.nowMs + 9 * DAY_MS).toISOString(),
    })
  const grant = await opened(PURPOSE, ['lot'])
  expect([grant.status, (await opened('insurance', ['harvest', 'delivery'])).status]).toEqual([201, 201])
  const credential = await a.kernel.handles.submit(() =>
    a.kernel.credentials.issue('test', farmer.id, 'party', null),
  )
  hidden = {
    harvest: harvest.id,
    'corrected harvest': corrected.id,
    delivery: delivery.id,
    'retracted delivery': taken.id,
    retraction: retraction.id,
    grant: grant.body.id,
    delegation,
    objection: objection.body.id,
    credential: credential.credential_id,
    party: farmer.id,
    cooperative: a.cooperative.id,
  }
  port = Number(new URL(await a.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => a.close())

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
  `${route.replace('{id}', id)}${method === 'GET' || method === 'HEAD' ? `?purpose=${PURPOSE}` : ''}`

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
  expect(withId.filter((path) => !PUBLIC.includes(path)).sort()).toEqual(Object.keys(ROUTES).sort())
})

describe.each(Object.entries(ROUTES))('%s', (route, { method, body }) => {
  const asked = (id: string, who: Actor, other = method): Asked => ({
    method: other,
    path: addressOf(route, id, other),
    headers: as(who),
    body: other === method ? body?.() : undefined,
  })

  test('a nonexistent id is refused with a bare 404', async () => {
    const answer = await onOneWire((ask) => ask(asked(ABSENT, stranger)))
    const document = `{"title":"Not Found","status":404,"correlation_id":"${CORRELATION}"}`
    expect(answer).toBe(
      [
        'HTTP/1.1 404 Not Found',
        `x-correlation-id: ${CORRELATION}`,
        'x-content-type-options: nosniff',
        'cache-control: no-store',
        'content-type: application/problem+json; charset=utf-8',
        `content-length: ${document.length}`,
        'Date: then',
        'Connection: keep-alive',
        'Keep-Alive: timeout=75',
        '',
        document,
      ].join('\r\n'),
    )
  })
  test('and every other id with the same bytes, whatever it is of', async () => {
    await onOneWire(async (ask) => {
      for (const who of [stranger, lender]) {
        const absent = await ask(asked(ABSENT, who))
        for (const [what, id] of Object.entries(hidden))
          expect([what, await ask(asked(id, who))]).toEqual([what, absent])
        for (const id of MALFORMED) expect([id, await ask(asked(id, who))]).toEqual([id, absent])
      }
    })
  })
  test('also by other methods', async () => {
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE']
    await onOneWire(async (ask) => {
      for (const other of others.filter((name) => name !== method)) {
        const absent = await ask(asked(ABSENT, stranger, other))
        expect([other, absent.slice(0, 12)]).toEqual([other, 'HTTP/1.1 404'])
        for (const id of [...Object.values(hidden), ...MALFORMED])
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
  const drafts: Readonly<Record<string, (id: string) => object>> = {
    supersedes: (id) => ({ type: 'harvest', ...harvestOf(stranger), supersedes: id }),
    target_id: (id) => ({
      type: 'retraction',
      reason: 'entered_in_error',
      target_id: id,
      lawful_basis: undefined,
    }),
    delegation_id: (id) => ({
      type: 'harvest',
      ...harvestOf(farmer),
      on_behalf_of: farmer.id,
      delegation_id: id,
    }),
  }
  test.each(Object.keys(drafts))('a reference that carries authority, %s', async (member) => {
    await onOneWire(async (ask) => {
      const write = (id: string) => {
        const body = {
          id: uuidv7(),
          occurred_at: new Date(a.clock.nowMs).toISOString(),
          lawful_basis: 'contract_performance',
          ...drafts[member]?.(id),
        }
        return ask({ method: 'POST', path: '/v1/records', headers: as(stranger), body })
      }
      const absent = await write(ABSENT)
      expect(absent).toContain(`"code":"reference_unresolved","errors":[{"pointer":"/${member}"`)
      for (const [what, id] of Object.entries(hidden)) expect([what, await write(id)]).toEqual([what, absent])
    })
  })
})
