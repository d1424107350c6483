import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { openOffice, read, staffOf, sureIn, valueIn } from '../../support/office.ts'

/** The price per kilogram at the weigh-in, and the agreement to keep prices. */

const office = await openOffice({ country: 'UG' })
const { clerk } = await staffOf(office)
await office.party('person', 'Grace Nakato', '12')
await office.party('person', 'Peter Wafula', '13')
afterAll(() => office.service.stop())

const UGX = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
const usual = { unit: 'kg', crop: 'coffee_fresh_cherry', to: 'cooperative', day: 'today', price: '' }
const sent = async (fields: Record<string, string>) =>
  clerk.post('/weigh-in', { form_token: await clerk.formToken(), ...usual, id: uuidv7(), ...fields })
const newest = async () => (await office.did('record', 'list', 'delivery')).records[0]
const totalOf = async (fields: Record<string, string>) => {
  const { text } = await clerk.get(`/weigh-in?${new URLSearchParams({ ...usual, ...fields })}`)
  return /id="total"[^>]*>([^<]*)</.exec(text)?.[1]?.replaceAll('\u00a0', ' ')
}

test('the total is shown as it is typed, in the currency of the country', async () => {
  expect(await totalOf({ quantity: '85.5', per_kg: '1200' })).toBe(
    'UGX 102,600 in total, at UGX 1,200 per kilogram',
  )
  expect(await totalOf({ gross: '100', tare: '14.5', per_kg: '1200' })).toContain('UGX 102,600')
  expect(await totalOf({ quantity: '85.5', per_kg: '10 KES' })).toContain('KES 855.00')
  for (const nothing of [
    { quantity: '85.5', per_kg: '' },
    { quantity: '', per_kg: '1200' },
    { quantity: '85.5', per_kg: 'much' },
    { quantity: '3 debe', per_kg: '1200' },
    { quantity: '85.5', per_kg: '1200', crop: 'nothing' },
    { quantity: '85.5', per_kg: '1200', price: '90000' },
  ])
    expect(await totalOf(nothing), JSON.stringify(nothing)).toBe('')
})

test('the record has the total; agreement to keep prices is asked once for each member', async () => {
  const first = { who: '12', quantity: '85.5', per_kg: '1200', id: uuidv7() }
  const asked = await sent(first)
  expect([asked.status, read(asked)]).toEqual([422, expect.stringContaining('asked once for each member')])
  expect(read(asked)).toContain('UGX 102,600 in total')
  for (const _ of [1, 2]) expect((await sent({ ...first, sure: sureIn(asked) })).location).toContain('saved=')
  expect(await newest()).toMatchObject({
    ...{ id: first.id, agreed_price: UGX(102_600), lawful_basis: 'special_data_consent' },
  })
  expect((await sent({ who: '12', quantity: '80', per_kg: '1200' })).location).toContain('saved=')
  expect((await newest()).agreed_price).toEqual(UGX(96_000))
  const other = await sent({ who: '13', quantity: '70', per_kg: '1200' })
  expect(read(other)).toContain('asked once for each member')
})

test('the price is kept for the day and the crop, and is no price of another', async () => {
  const page = await clerk.get('/weigh-in')
  expect(valueIn(page, 'per_kg')).toBe('1200')
  const [per_kg_of, per_kg_day] = [valueIn(page, 'per_kg_of') ?? '', valueIn(page, 'per_kg_day') ?? '']
  const filled = { per_kg: '1200', per_kg_of, per_kg_day, per_kg_filled: '1200' }
  expect(filled.per_kg_of).toBe('coffee_fresh_cherry')
  const maize = { ...filled, who: '12', quantity: '60', crop: 'maize_grain' }
  const refused = await sent(maize)
  expect([refused.status, read(refused)]).toEqual([
    422,
    expect.stringContaining('This was the price of another crop'),
  ])
  expect((await sent({ ...maize, per_kg: '900' })).location).toContain('saved=')
  expect((await newest()).agreed_price).toEqual(UGX(54_000))
  expect(valueIn(await clerk.get('/weigh-in'), 'per_kg')).toBe('900')
  expect(valueIn(await clerk.get('/weigh-in?crop=coffee_fresh_cherry'), 'per_kg')).toBe('1200')
})

test('the price of another day is that of its deliveries, and is filled in for them alone', async () => {
  const day = '2026-01-05'
  const late = { who: '12', quantity: '50', day }
  const today = await clerk.get('/weigh-in?crop=coffee_fresh_cherry')
  const filled = {
    per_kg: valueIn(today, 'per_kg') ?? '',
    per_kg_of: valueIn(today, 'per_kg_of') ?? '',
    per_kg_day: valueIn(today, 'per_kg_day') ?? '',
    per_kg_filled: valueIn(today, 'per_kg_filled') ?? '',
  }
  expect(filled.per_kg).toBe('1200')
  const refused = await sent({ ...late, ...filled })
  expect([refused.status, read(refused)]).toEqual([
    422,
    expect.stringContaining('This was the price of another day'),
  ])
  // The price may be the same: typed again, it is taken.
  const emptied = ['per_kg', 'per_kg_of', 'per_kg_day', 'per_kg_filled'].map(
    (one) => valueIn(refused, one) ?? '',
  )
  expect(emptied).toEqual(['', '', '', ''])
  const asked = await sent({ ...late, per_kg: '1000' })
  expect(asked.text).toContain('UGX')
  expect(
    (await sent({ ...late, per_kg: '1000', id: valueIn(asked, 'id') ?? '', sure: sureIn(asked) })).location,
  ).toContain(day)
  const of = async (which: string) =>
    valueIn(await clerk.get(`/weigh-in?crop=coffee_fresh_cherry&day=${which}`), 'per_kg')
  expect([await of(day), await of('today'), await of('2026-01-06'), await of('someday')]).toEqual([
    ...['1000', '1200', '', ''],
  ])
})

test('a total that is typed goes before the price per kilogram, and no price needs no kilograms', async () => {
  const typed = { who: '12', quantity: '81', per_kg: '1200', price: '95000' }
  expect((await sent(typed)).location).toContain('saved=')
  expect((await newest()).agreed_price).toEqual(UGX(95_000))
  const unknown = await sent({ who: '12', quantity: '3 debe', per_kg: '1200' })
  expect(read(unknown)).toContain('Its kilograms are not known')
  const wrong = await sent({ who: '12', quantity: '82', per_kg: 'much' })
  expect(wrong.status).toBe(422)
  expect((await sent({ who: '12', quantity: '82', per_kg: '' })).location).toContain('saved=')
  expect((await newest()).agreed_price).toBeUndefined()
  expect(valueIn(await clerk.get('/weigh-in'), 'per_kg')).toBe('')
})
