import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { fieldIn, openOffice, type Page, staffOf } from '../../support/office.ts'

/** A weight that a scale filled: what of it is kept with the record, and when it is not the scale's any more. */

const office = await openOffice()
const staff = await staffOf(office)
const clerk = staff.clerk
await office.party('person', 'Grace Nakato', '12')
afterAll(() => office.service.stop())

async function weighed(fields: Record<string, string>, headers?: Record<string, string>): Promise<Page> {
  const values = {
    who: '12',
    unit: 'kg',
    crop: 'maize_grain',
    to: 'cooperative',
    day: 'today',
    id: uuidv7(),
    ...fields,
  }
  const form_token = await clerk.formToken('/weigh-in')
  const sent = await clerk.post('/weigh-in', { ...values, form_token }, headers)
  return sent.location === null ? sent : clerk.get(sent.location, headers)
}
const written = ({ text }: Page) => {
  const id = /action="\/receipt\/([^"]+)"/.exec(text)?.[1]
  return office.call(`/v1/records/${id}?purpose=cooperative_management`)
}
const ofScale = (quantity: string, scale_line: string, scale_name = '') => ({
  quantity,
  scale_line,
  scale_name,
})

test("the scale's line and name are in the note, before what the clerk wrote", async () => {
  const scale = ofScale('85.50 kg', 'ST,GS,+0085.50kg', 'Counter 2')
  expect(await written(await weighed({ ...scale, note: 'wet bags' }))).toMatchObject({
    quantity: { value: 85.5, unit: 'kg' },
    measurement_method: 'coop_weighed',
    note: 'Weight from the scale “Counter 2”, as it sent it: [ST,GS,+0085.50kg] wet bags',
  })
  expect(await written(await weighed(ofScale('84.00 kg', 'S S      84.00 kg')))).toMatchObject({
    quantity: { value: 84, unit: 'kg' },
    note: 'Weight from the scale, as it sent it: [S S      84.00 kg]',
  })
})

test.each([
  ['changed by hand', ofScale('83.50 kg', 'ST,GS,+0085.50kg')],
  ['of an unstable line', ofScale('82.00 kg', 'US,GS,+0082.00kg')],
  ['of a very long line', ofScale('79.00 kg', `ST,GS,+0079.00kg${' '.repeat(5000)}`)],
])('a weight %s is not the scale’s: no note', async (_what, scale) => {
  const record = await written(await weighed(scale))
  expect(record.quantity.value).toBe(Number.parseFloat(scale.quantity))
  expect(record).not.toHaveProperty('note')
})

test.each([
  [
    '190.00 lb',
    'S S     190.00 lb',
    { value: 190, unit: 'lb' },
    { normalized_kg: 86.18255, conversion_id: 'lb_exact' },
  ],
  ['85500 g', 'S S      85500 g', { value: 85500, unit: 'g' }, {}],
  ['0.086 t', 'ST,GS,1·,00000.086  t', { value: 0.086, unit: 't' }, {}],
])("%s stays in the scale's unit", async (quantity, line, stored, more) => {
  expect(await written(await weighed(ofScale(quantity, line)))).toMatchObject({ quantity: stored, ...more })
})

test("in French the figure has a comma, and the scale's own digits leave no doubt", async () => {
  const french = { 'accept-language': 'fr', 'sec-fetch-site': 'same-origin' }
  const words = { to: 'coopérative', day: 'aujourd’hui' }
  const saved = await weighed({ ...ofScale('87,125 kg', 'S S     87.125 kg', 'Bascule'), ...words }, french)
  expect(await written(saved)).toMatchObject({
    quantity: { value: 87.125, unit: 'kg' },
    note: 'Poids de la balance «\u00a0Bascule\u00a0», tel qu’elle l’a envoyé\u00a0: [S S     87.125 kg]',
  })
  const typed = await weighed({ quantity: '87,125 kg', ...words }, french)
  expect(typed.status).toBe(422)
})

test('a form that is shown again keeps the line, and its weight is still the scale’s', async () => {
  const scale = ofScale('88.25 kg', 'S S      88.25 kg', '"><b>')
  const again = await weighed({ ...scale, who: 'nobody at all' })
  expect(again.status).toBe(422)
  expect(fieldIn(again, 'scale_line')).toBe('S S      88.25 kg')
  expect(again.text).not.toContain('"><b>')
  expect(again.text).toMatch(/name="quantity"[^>]*value="88.25 kg"|value="88.25 kg"[^>]*name="quantity"/)
})

test('gross and tare that make the same weight are noted too', async () => {
  const record = await written(
    await weighed({ ...ofScale('86.10 kg', 'S S      86.10 kg'), gross: '90.3', tare: '4.2' }),
  )
  expect(record).toMatchObject({
    quantity: { value: 86.1, unit: 'kg' },
    note: 'Gross 90.3 kg, tare 4.2 kg. Weight from the scale, as it sent it: [S S      86.10 kg]',
  })
})

test('the page has what its script needs, hidden until the script finds a port', async () => {
  const { text } = await clerk.get('/weigh-in')
  for (const id of ['scale', 'scale-settings', 'scale-use', 'scale-forget'])
    expect(text).toMatch(new RegExp(`id="${id}"[^>]* hidden`))
  const script = await clerk.get('/office-scale.js')
  expect([script.status, script.text.includes('navigator.serial')]).toEqual([200, true])
})
