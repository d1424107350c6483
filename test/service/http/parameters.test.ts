import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'
import {
  appended,
  at,
  cherry,
  DAY_MS,
  deliveryOf,
  expectRefused,
  harvestOf,
  PURPOSE,
} from '../../support/flows/help.ts'

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const buyer = await a.party('business', 'Mill')
const now = a.clock.nowMs
const lot: string = (await appended(farmer, 'lot', { holder: farmer.id, ...cherry() })).id
const obligation: string = (
  await appended(farmer, 'obligation', {
    kind: 'deliver_produce',
    obligor: farmer.id,
    obligee: buyer.id,
    lawful_basis: 'special_data_consent',
  })
).id
for (let day = 1; day <= 7; day++)
  await appended(farmer, 'harvest', { ...harvestOf(farmer), occurred_at: at(now - day * DAY_MS) })
await appended(farmer, 'delivery', { ...deliveryOf(farmer, buyer), lot_id: lot, obligation_id: obligation })

const list = (parameters: string) => farmer.get(`/v1/records?purpose=${PURPOSE}&${parameters}`)
const ids = (answer: { body: { records: { id: string }[] } }) => answer.body.records.map((r) => r.id)
const types = (answer: { body: { records: { type: string }[] } }) =>
  new Set(answer.body.records.map((r) => r.type))

describe('an unknown or malformed parameter is refused, never guessed', () => {
  test.each([
    'typ=harvest',
    'type=harvests',
    'type=harvest&type=',
    'subject=Grace',
    'subject=01900000-0000-4000-8000-000000000000',
    `subject=${uuidv7().toUpperCase()}`,
    'subject=',
    'lot_id=x',
    'obligation_id=1',
    'occurred_from=2026-06-28',
    'occurred_from=2026-02-30T00:00:00Z',
    'occurred_from=2026-06-28T00:00:00+03:00',
    'occurred_to=yesterday',
    'standing=current',
    'standing=tip&standing=any',
    'order=asc',
    'limit=0',
    'limit=501',
    'limit=1.5',
    'limit=0x10',
    'limit=٣',
    'limit=',
    'limit=5&limit=5',
    'cursor=a&cursor=b',
    '__proto__=1',
    'constructor=1',
    'purposes=x',
    'page=2',
  ])('?%s', async (parameters) => {
    const answer = await list(parameters)
    expectRefused(answer, 400, 'invalid_parameter')
    expect(answer.body.detail).toMatch(/^The parameter "[^"]{1,64}" .+\.$/)
  })
  test('on every other read', async () => {
    for (const url of [
      `/v1/records/${lot}?purpose=${PURPOSE}&x=1`,
      `/v1/records/${lot}/chain?purpose=${PURPOSE}&limit=1`,
      `/v1/records/${lot}/events?purpose=${PURPOSE}&depth=1`,
      `/v1/records/${lot}/origin?purpose=${PURPOSE}&depth=1`,
      '/v1/grants?x=1',
      '/v1/delegations?role=subject',
      '/v1/registry?x=1',
      '/v1/registry/crops?limit=0',
      '/v1/registry/crops/coffee_fresh_cherry?x=1',
      `/v1/lender-view?purpose=${PURPOSE}&find=`,
      `/v1/lender-view?purpose=${PURPOSE}&find=${'x'.repeat(101)}`,
    ])
      expectRefused(await farmer.get(url), 400, 'invalid_parameter')
    const longest = encodeURIComponent('😀'.repeat(100))
    expect((await farmer.get(`/v1/lender-view?purpose=${PURPOSE}&find=${longest}`)).status).toBe(200)
  })
})

describe('the purpose', () => {
  const urls = ['', '/x', '/x/chain', '/x/events', '/x/origin'].map((path) => `/v1/records${path}`)
  test.each(urls)('is required on %s, and before other parameters', async (url) => {
    expectRefused(await farmer.get(url), 400, 'purpose_required')
    expectRefused(await farmer.get(`${url}?nonsense=1`), 400, 'purpose_required')
  })
  test.each(['purpose', 'x-purpose', 'x-granary-purpose', 'X-Purpose'])(
    'is refused as a header %s',
    async (header) => {
      for (const url of urls) {
        const answer = await farmer.get(url, { [header]: PURPOSE })
        expectRefused(answer, 400, 'purpose_as_header')
        expect(answer.body.title).toContain('query parameter')
      }
      expect((await farmer.get(`/v1/records?purpose=${PURPOSE}`, { [header]: 'x' })).status).toBe(200)
    },
  )
  test.each(['', 'A', 'a', '1st', 'credit-assessment', 'credit_assessment ', `a${'b'.repeat(64)}`, 'é_tude'])(
    'is no purpose when it is %j',
    async (purpose) => {
      const answer = await farmer.get(`/v1/records?purpose=${encodeURIComponent(purpose)}`)
      expectRefused(answer, 400, 'invalid_purpose')
    },
  )
  test('may be given once only', async () => {
    expectRefused(await farmer.get('/v1/records?purpose=tax&purpose=tax'), 400, 'invalid_purpose')
  })
})

describe('filters', () => {
  test('by type, one or several', async () => {
    expect(types(await list('type=harvest'))).toEqual(new Set(['harvest']))
    expect(types(await list('type=harvest&type=lot'))).toEqual(new Set(['harvest', 'lot']))
  })
  test('by subject', async () => {
    expect(types(await list(`subject=${buyer.id}`))).toEqual(new Set(['delivery', 'obligation']))
    expect((await list(`subject=${uuidv7()}`)).body).toEqual({ records: [], next: null })
  })
  test('by lot and by obligation', async () => {
    expect(types(await list(`lot_id=${lot}`))).toEqual(new Set(['delivery']))
    expect(types(await list(`obligation_id=${obligation}`))).toEqual(new Set(['delivery']))
    expect((await list(`lot_id=${uuidv7()}`)).body.records).toEqual([])
  })
  test('by time, from inclusive, to exclusive, at any offset', async () => {
    const day = (n: number) => at(a.clock.nowMs - n * DAY_MS)
    const found = await list(`type=harvest&occurred_from=${day(3)}&occurred_to=${day(1)}`)
    expect(found.body.records.map((r: { occurred_at: string }) => r.occurred_at)).toEqual([day(2), day(3)])
    const shifted = encodeURIComponent('2026-06-25T10:15:00+03:00')
    expect((await list(`type=harvest&occurred_from=${shifted}`)).body.records).toHaveLength(3)
  })
  test('by standing', async () => {
    const first = await appended(farmer, 'harvest', { ...harvestOf(farmer), season: 'main' })
    const second = await appended(farmer, 'harvest', { ...harvestOf(farmer), supersedes: first.id })
    const wrong = await appended(farmer, 'harvest', harvestOf(farmer))
    await farmer.append('retraction', { target_id: wrong.id, reason: 'duplicate' })
    expect(ids(await list('type=harvest&standing=superseded'))).toEqual([first.id])
    expect(ids(await list('type=harvest&standing=retracted'))).toEqual([wrong.id])
    const tips = ids(await list('type=harvest&standing=tip'))
    expect(tips).toEqual(ids(await list('type=harvest')))
    expect([tips.includes(first.id), tips.includes(second.id), tips.includes(wrong.id)]).toEqual([
      false,
      true,
      false,
    ])
    expect(ids(await list('type=harvest&standing=any'))).toHaveLength(tips.length + 2)
    expect(ids(await list('standing=forked'))).toEqual([])
  })
})

test('a page has the cursor of the next one, in its body and in a link; the last has neither', async () => {
  const first = await list('order=oldest&limit=3')
  const next = `order=oldest&limit=3&cursor=${first.body.next}`
  const link = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))?.[1] as string
  expect((await farmer.get(link)).body).toEqual((await list(next)).body)
  const whole = await list('limit=500')
  expect([whole.body.next, whole.headers.link]).toEqual([null, undefined])
})
