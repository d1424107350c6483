import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { fieldIn, openOffice, staffOf } from '../../support/office.ts'

/** What waits for somebody in the office, and where it leads. */

const office = await openOffice()
const clerk = (await staffOf(office)).clerk
const form_token = await clerk.formToken()
const grace = await office.party('person', 'Grace Nakato', '12')
await office.party('institution', 'Harvest Bank', 'BANK')
afterAll(() => office.service.stop())

const today = async () => (await clerk.get('/today')).text
const tokenOf = async (party: string, kind: string): Promise<string> =>
  (await office.did('credential', 'issue', '--party', party, '--kind', kind)).token
const delivered = (more: object = {}, token?: string) =>
  office.append(
    'delivery',
    {
      ...{ from_party: grace, to_party: office.coop.cooperative, crop: 'coffee_fresh_cherry' },
      ...{ quantity: { value: 40, unit: 'kg' }, ...more },
    },
    token,
  )

test('a person who asked what is held, by the day on which they are due an answer', async () => {
  await office.did('subject-access', 'open', '--party', '12')
  expect(await today()).toMatch(
    new RegExp(`href="/consent/${grace}">Grace Nakato asked what is held about them`),
  )
})

test('a consent that ends soon', async () => {
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString()
  await office.granted('12', 'BANK', '--expires', soon)
  expect(await today()).toMatch(
    new RegExp(
      `href="/consent/${grace}">The consent of Grace Nakato \\(person, 12\\) to Harvest Bank \\(institution, BANK\\) ends`,
    ),
  )
})

test('readers to be told of a correction, until somebody says that they were', async () => {
  const read = await delivered()
  const token = await tokenOf('BANK', 'reader')
  await office.call(`/v1/records/${read.id}?purpose=credit_assessment`, undefined, token)
  expect((await clerk.get(`/records/${read.id}`)).text).toContain('by Harvest Bank.')
  await office.did('record', 'correct', read.id, '--quantity', '41 kg')
  expect(await today()).toContain('href="/to-tell">1 reader must be told')
  const { text } = await clerk.get('/to-tell')
  expect(text).toMatch(/Harvest Bank.*it was corrected/s)
  const number = fieldIn({ text }, 'number')
  expect((await clerk.post('/to-tell', { form_token, number })).location).toBe('/to-tell')
  expect(await today()).not.toContain('must be told')
  // An odd number is told, and does not fail.
  for (const odd of ['x', '9999', '-1', '1e99'])
    expect([303, 404, 422]).toContain((await clerk.post('/to-tell', { form_token, number: odd })).status)
})

test('deliveries that another recorded, until they are confirmed', async () => {
  const hers = await delivered({}, await tokenOf('12', 'party'))
  expect((await clerk.get('/unconfirmed')).text).toContain(`/records/${hers.id}`)
  await office.did('record', 'confirm', hers.id, '--channel', 'in_person')
  expect((await clerk.get('/unconfirmed')).text).not.toContain(`/records/${hers.id}`)
})

test('what somebody claims who is no party of a delivery stands apart, and is in no total until one of them confirms it', async () => {
  await office.party('person', 'Mallory Okot', '66')
  const totals = async () => JSON.stringify((await office.did('today')).rows)
  const before = await totals()
  const { id: claim } = await delivered({ from_party: uuidv7() }, await tokenOf('66', 'party'))
  const { text } = await clerk.get('/unconfirmed')
  expect(text.split('Stated by others').map((part) => part.includes(claim))).toEqual([false, true])
  expect(await totals()).toBe(before)
  await office.did('record', 'confirm', claim, '--channel', 'in_person')
  expect(await totals()).not.toBe(before)
  expect((await clerk.get('/unconfirmed')).text).not.toContain(claim)
})

test('deliveries whose corrections contradict each other', async () => {
  const { id: supersedes } = await delivered()
  for (const value of [50, 60]) await delivered({ supersedes, quantity: { value, unit: 'kg' } })
  expect(await today()).toContain('href="/records?type=delivery&amp;standing=forked"')
  const found = (await clerk.get('/records?type=delivery&standing=forked')).text
  expect(found.match(/60 kg|50 kg/g)?.length).toBeGreaterThan(0)
})

test('where phones tell that the clock of the machine is wrong, that is told, and each phone is named all the same', async () => {
  const recorded_at = new Date(Date.now() + 3_600_000).toISOString()
  const names = ['Scale', 'Store', 'Field']
  const plain = {
    ...{
      type: 'delivery',
      from_party: grace,
      to_party: office.coop.cooperative,
      crop: 'coffee_fresh_cherry',
    },
    ...{ quantity: { value: 40, unit: 'kg' }, lawful_basis: 'contract_performance' },
    occurred_at: new Date().toISOString(),
  }
  for (const name of names) {
    const { enrolment_code: code } = await office.did('device', 'enrol', '--party', '12')
    const { token } = await office.call('/v1/devices', { id: uuidv7(), name }, code)
    await office.call('/v1/sync/outbox', { records: [{ ...plain, id: uuidv7(), recorded_at }] }, token)
  }
  const text = await today()
  expect(text).toContain('Most likely this machine’s clock is behind.')
  expect(text.match(/(?<=>)The clock of “\w+” of [^<]*/g)).toEqual(
    names.map((name) => `The clock of “${name}” of Grace Nakato is 60 minutes ahead of this machine.`),
  )
})

/** The figures of a page: what each is of, its value with its unit, and its note. */
const figuresIn = (text: string) =>
  [
    ...text.matchAll(
      /<p class="label">([^<]*)<\/p><p class="figure">(.*?)<\/p><p class="label">(.*?)<\/p>/gs,
    ),
  ].map((found) => found.slice(1).map((part) => part.replace(/<[^>]*>/g, '')))

test('each crop has its own kilograms of the day, and what is in none of them is counted beside them', async () => {
  await delivered({ crop: 'maize_grain', quantity: { value: 25, unit: 'kg' } })
  await delivered({ crop: 'beans_dry', quantity: { value: 2, unit: 'basin' } })
  const figures = figuresIn(await today())
  const of = (label: string) => figures.find(([name]) => name === label)?.slice(1)
  expect(of('Maize, grain, delivered today')).toEqual(['25 kg', '1 delivery'])
  const { rows } = await office.did('today')
  const came = rows.filter(({ direction }: { direction: string }) => direction === 'in')
  const sum = (member: string) =>
    came.reduce((all: number, row: Record<string, number>) => all + (row[member] ?? 0), 0)
  expect(of('Delivered to the cooperative today')?.[0]).toBe(`${sum('deliveries')} deliveries`)
  const left = sum('without_kg') + sum('forked') + sum('claimed')
  expect(left).toBeGreaterThan(2)
  expect(of('Not in the kilograms')?.[0]).toBe(`${left} deliveries`)
  expect(of('Not in the kilograms')?.[1]).toContain('1 delivery without a weight in kilograms')
  // Two crops are never added to each other.
  const [coffee = '', maize = ''] = ['Coffee, fresh cherry', 'Maize, grain'].map(
    (crop) => of(`${crop}, delivered today`)?.[0],
  )
  const all = Number.parseFloat(coffee) + Number.parseFloat(maize)
  expect(all).toBeGreaterThan(25)
  expect(figures.map(([, value]) => value)).not.toContain(`${all} kg`)
})

test('what waits says for how long, and what to do or how long there is for it', async () => {
  const rows = (await today()).split('<tr>').map((row) => row.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '))
  const row = (words: string) => rows.find((one) => one.includes(words)) ?? ''
  expect(row('asked what is held')).toMatch(/ \d+ minutes? (29|30) days left/)
  expect(row('The consent of Grace Nakato')).toMatch(/ 9 days left/)
  expect(row('has conflicting corrections')).toMatch(/ choose one/)
})
