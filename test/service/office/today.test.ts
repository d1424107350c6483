import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Office, openOffice, staffOf, type Visitor } from '../../support/office.ts'

/** What waits for somebody in the office, and where it leads. */

let office: Office
let clerk: Visitor
let form_token: string
let grace: string
beforeAll(async () => {
  office = await openOffice()
  clerk = (await staffOf(office)).clerk
  form_token = await clerk.formToken()
  const person = ['--kind', 'person', '--name', 'Grace Nakato', '--member-no', '12']
  grace = (await office.did('party', 'add', ...person)).party
  await office.did('party', 'add', '--kind', 'institution', '--name', 'Harvest Bank', '--member-no', 'BANK')
})
afterAll(() => office.service.stop())

const today = async () => (await clerk.get('/today')).text
const call = async (token: string, path: string, body?: object) => {
  const response = await fetch(`${office.url}${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  expect(response.status, await response.clone().text()).toBeLessThan(300)
}
const tokenOf = async (party: string, kind: string): Promise<string> =>
  (await office.did('credential', 'issue', '--party', party, '--kind', kind)).token
const delivery = (more: object) => ({
  ...{ id: uuidv7(), type: 'delivery', from_party: grace, to_party: office.coop.cooperative },
  ...{ crop: 'coffee_fresh_cherry', quantity: { value: 40, unit: 'kg' } },
  ...{ lawful_basis: 'contract_performance', occurred_at: new Date().toISOString(), ...more },
})

test('a person who asked what is held, by the day on which they are due an answer', async () => {
  await office.did('subject-access', 'open', '--party', '12')
  expect(await today()).toMatch(
    new RegExp(`href="/consent/${grace}">Grace Nakato asked what is held about them`),
  )
})

test('a consent that ends soon', async () => {
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString()
  await office.did(
    ...['grant', 'record', '--subject', '12', '--grantee', 'BANK', '--purpose', 'credit_assessment'],
    ...['--types', 'delivery', '--expires', soon, '--channel', 'in_person'],
  )
  expect(await today()).toMatch(
    new RegExp(
      `href="/consent/${grace}">The consent of Grace Nakato \\(person, 12\\) to Harvest Bank \\(institution, BANK\\) ends`,
    ),
  )
})

test('readers to be told of a correction, until somebody says that they were', async () => {
  const read = delivery({})
  await call(office.coop.token, '/v1/records', read)
  await call(await tokenOf('BANK', 'reader'), `/v1/records/${read.id}?purpose=credit_assessment`)
  expect((await clerk.get(`/records/${read.id}`)).text).toContain('by Harvest Bank.')
  await office.did('record', 'correct', read.id, '--quantity', '41 kg')
  expect(await today()).toContain('href="/to-tell">1 reader has to be told')
  const { text } = await clerk.get('/to-tell')
  expect(text).toMatch(/Harvest Bank.*it was corrected/s)
  const number = /name="number" value="(\d+)"/.exec(text)?.[1] as string
  expect((await clerk.post('/to-tell', { form_token, number })).location).toBe('/to-tell')
  expect(await today()).not.toContain('to be told')
  // An odd number is told, and does not fail.
  for (const odd of ['x', '9999', '-1', '1e99'])
    expect([303, 404, 422]).toContain((await clerk.post('/to-tell', { form_token, number: odd })).status)
})

test('deliveries that another recorded, until they are confirmed', async () => {
  const hers = delivery({})
  await call(await tokenOf('12', 'party'), '/v1/records', hers)
  expect((await clerk.get('/unconfirmed')).text).toContain(`/records/${hers.id}`)
  await office.did('record', 'confirm', hers.id, '--channel', 'in_person')
  expect((await clerk.get('/unconfirmed')).text).not.toContain(`/records/${hers.id}`)
})

test('what somebody claims who is no party of a delivery stands apart, and is in no total until one of them confirms it', async () => {
  const [nobody, claim] = [uuidv7(), uuidv7()]
  const person = ['--kind', 'person', '--name', 'Mallory Okot', '--member-no', '66']
  await office.did('party', 'add', ...person)
  const totals = async () => JSON.stringify((await office.did('today')).rows)
  const before = await totals()
  await call(await tokenOf('66', 'party'), '/v1/records', delivery({ id: claim, from_party: nobody }))
  const { text } = await clerk.get('/unconfirmed')
  expect(text.split('Claimed by others').map((part) => part.includes(claim))).toEqual([false, true])
  expect(await totals()).toBe(before)
  await office.did('record', 'confirm', claim, '--channel', 'in_person')
  expect(await totals()).not.toBe(before)
  expect((await clerk.get('/unconfirmed')).text).not.toContain(claim)
})

test('deliveries whose corrections contradict each other', async () => {
  const first = delivery({})
  await call(office.coop.token, '/v1/records', first)
  for (const value of [50, 60])
    await call(
      office.coop.token,
      '/v1/records',
      delivery({ supersedes: first.id, quantity: { value, unit: 'kg' } }),
    )
  expect(await today()).toContain('href="/records?type=delivery&amp;standing=forked"')
  const found = (await clerk.get('/records?type=delivery&standing=forked')).text
  expect(found.match(/60 kg|50 kg/g)?.length).toBeGreaterThan(0)
})

test('what was not counted is told beside the totals of the day', async () => {
  expect(await today()).toMatch(/1 delivery with corrections that contradict each other/)
})
