import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Office, openOffice, type Page, staffOf, type Visitor } from '../../support/office.ts'

/** Weighing in on the page: what is told of a delivery that cannot be counted, and of what nobody knows. */

let office: Office
let clerk: Visitor
beforeAll(async () => {
  office = await openOffice()
  clerk = (await staffOf(office)).clerk
  await office.did('party', 'add', '--kind', 'person', '--name', 'Grace Nakato', '--member-no', '12')
})
afterAll(() => office.service.stop())

async function weighed(fields: Record<string, string>): Promise<Page> {
  const values = {
    who: '12',
    quantity: '85',
    unit: 'kg',
    crop: 'coffee_fresh_cherry',
    to: 'cooperative',
    day: 'today',
  }
  const form_token = await clerk.formToken('/weigh-in')
  const sent = await clerk.post('/weigh-in', { ...values, id: uuidv7(), ...fields, form_token })
  return sent.location === null ? sent : clerk.get(sent.location)
}

test('where no factor gives kilograms, that is said at once; else nothing is', async () => {
  const unknown = await weighed({ quantity: '3 debe' })
  expect(unknown.text).toContain('Saved: 3 debe')
  expect(unknown.text).toContain('Its weight in kilograms is not known: there is no factor for “debe”')
  const known = await weighed({ quantity: '85 kg' })
  expect(known.text).toContain('Saved: 85 kg')
  expect(known.text).not.toContain('is not known')
})

test('a form that is sent twice at once says the same twice, and is written once', async () => {
  const id = uuidv7()
  const [first, second] = [await weighed({ quantity: '61', id }), await weighed({ quantity: '61', id })]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(first.text).toContain('Saved: 61 kg')
  expect(second.text).toContain('Saved: 61 kg')
  const another = await weighed({ quantity: '61' })
  expect(another.text).toContain('The same was written down less than an hour ago.')
})

test('of two members with one name it is told which, before and after it is saved, and in the report', async () => {
  const added = ['party', 'add', '--kind', 'person', '--name', 'Grace Nakato']
  await office.did(...added, '--member-no', '13')
  const saved = await weighed({ who: '13', quantity: '44' })
  expect(saved.text).toContain('from Grace Nakato (person, 13).')
  const twice = await weighed({ who: '13', quantity: '44' })
  expect(twice.text).toContain('From whom: Grace Nakato (person, 13)')
  const report = await clerk.get('/reports?since=today&until=today&by=member')
  expect(report.text.match(/1[23] Grace Nakato/g)?.sort()).toEqual(['12 Grace Nakato', '13 Grace Nakato'])
  const lot = await clerk.get('/new-lot?crop=coffee_fresh_cherry&since=today&until=today')
  for (const number of [12, 13]) expect(lot.text).toContain(`Grace Nakato (person, ${number})`)
  const record = await clerk.get(`/records/${/\/receipt\/([^"]+)/.exec(saved.text)?.[1]}`)
  expect(record.text).toContain('<h1>Delivery of Grace Nakato</h1>')
})

test('who and what is not known is told by the names of pages, and of no command', async () => {
  const { status, text } = await weighed({ who: '99', crop: 'no such thing' })
  expect(status).toBe(422)
  expect(text).toContain('Search for them on the page Members.')
  expect(text).toContain('Choose one that the field offers.')
  expect(text).not.toContain('granary ')
})

test('in the list of records a weight that is not known is said to be that', async () => {
  await weighed({ quantity: '7 debe' })
  const { text } = await clerk.get('/records?type=delivery')
  const row = text.split('<tr>').find((part) => part.includes('7 debe'))
  expect(row).toContain('>not known<')
})
