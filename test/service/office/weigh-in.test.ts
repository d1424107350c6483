import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { openOffice, type Page, staffOf, sureIn } from '../../support/office.ts'

/** Weighing in on the page: what is told of a delivery that cannot be counted, and of what nobody knows. */

const office = await openOffice()
const staff = await staffOf(office)
const clerk = staff.clerk
await office.party('person', 'Grace Nakato', '12')
afterAll(() => office.service.stop())

async function weighed(fields: Record<string, string>): Promise<Page> {
  const weighing = { who: '12', quantity: '85', unit: 'kg', crop: 'coffee_fresh_cherry' }
  const values = { ...weighing, to: 'cooperative', day: 'today' }
  const form_token = await clerk.formToken('/weigh-in')
  const sent = await clerk.post('/weigh-in', { ...values, id: uuidv7(), ...fields, form_token })
  return sent.location === null ? sent : clerk.get(sent.location)
}

/** A delivery that is asked about, and meant. */
async function weighedSurely(fields: Record<string, string>): Promise<Page> {
  const id = uuidv7()
  return weighed({ ...fields, id, sure: sureIn(await weighed({ ...fields, id })) })
}

test('where no factor gives kilograms, that is said before it is saved and after; else nothing is', async () => {
  const asked = await weighed({ quantity: '3 debe' })
  expect(asked.status).toBe(422)
  expect(asked.text).toContain(
    'No weight of “debe” is known for this crop: the delivery will be in no total.',
  )
  const unknown = await weighedSurely({ quantity: '3 debe' })
  expect(unknown.text).toContain('Saved: 3 debe')
  expect(unknown.text).toContain(
    'Its weight in kilograms is not known: there is no conversion factor for “debe”',
  )
  const known = await weighed({ quantity: '85 kg' })
  expect(known.text).toContain('Saved: 85 kg')
  expect(known.text).not.toContain('is not known')
})

test('a form that is sent twice says the same twice, and is written once', async () => {
  const id = uuidv7()
  const [first, second] = [await weighed({ quantity: '61', id }), await weighed({ quantity: '61', id })]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(first.text).toContain('Saved: 61 kg')
  expect(second.text).toContain('Saved: 61 kg')
  // The same form with other values is another delivery, and the person says so.
  expect((await weighed({ quantity: '62', id })).text).toContain('This form was already saved.')
  const another = await weighed({ quantity: '61' })
  expect(another.text).toContain('The same was written down less than an hour ago.')
  const { records } = await office.did('record', 'list', 'delivery')
  const weights = records.map(({ quantity }: { quantity: { value: number } }) => quantity.value)
  expect(weights.filter((value: number) => value === 61)).toHaveLength(1)
})

const receiptIn = ({ text }: Page) => /action="\/receipt\/([^"]+)"/.exec(text)?.[1] ?? ''
const formOf = ({ text }: Page): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input [^>]*>/g)].map(([tag]) => [
      /name="([^"]*)"/.exec(tag)?.[1] ?? '',
      / value="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]),
  )

test('crop, place, unit and receiver stay, after a receipt and after another page; the day does not', async () => {
  const own = { quantity: '4', unit: 'debe', place: 'Kasese store', day: 'yesterday' }
  const saved = await weighedSurely(own)
  const id = receiptIn(saved)
  const kept = { unit: 'debe', place: 'Kasese store', crop: 'coffee_fresh_cherry', to: 'cooperative' }
  expect(formOf(saved)).toMatchObject({ ...kept, day: 'yesterday', who: '' })
  const receipt = await clerk.get(`/receipt/${id}?paper=58&day=yesterday`)
  const next = /href="(\/weigh-in[^"]*)"[^>]*>Next/.exec(receipt.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(formOf(await clerk.get(next))).toMatchObject({ ...kept, day: 'yesterday' })
  expect(formOf(await clerk.get('/weigh-in'))).toMatchObject({ ...kept, day: 'today' })
  // An empty place stays empty, and so does a session that ends and begins again.
  await weighed({ quantity: '90', place: '' })
  await clerk.signIn('The clerk')
  expect(formOf(await clerk.get('/weigh-in'))).toMatchObject({ place: '', unit: 'kg' })
  expect(formOf(await staff.manager.get('/weigh-in'))).toMatchObject({ crop: '', place: '' })
})

test('what was saved leads to its record and its correction, and says how its kilograms were reached', async () => {
  const row = { id: 'debe_sesame', kind: 'assumed_default', unit: 'debe', crop: 'sesame_seed', factor: 12.5 }
  const file = join(office.coop.data, 'debe.json')
  writeFileSync(file, JSON.stringify({ ...row, weighings_count: 0, source: 'Kasese store' }))
  await office.did('registry', 'add', 'conversions', file)
  const saved = await weighed({ quantity: '2 debe', crop: 'sesame_seed' })
  const id = receiptIn(saved)
  expect(saved.text).toContain('2 debe = 25\u00a0kg: 1 debe is 12.5\u00a0kg (assumed default).')
  expect(saved.text).not.toContain('not from your own scales')
  const shipped = await weighed({ quantity: '2 debe', crop: 'maize_grain' })
  expect(shipped.text).toContain('This weight came with Granary, not from your own scales.')
  expect(saved.text).toContain(`href="/records/${id}"`)
  expect(saved.text).toContain(`href="/records/${id}/correction?back=weigh-in"`)
  expect((await weighed({ quantity: '91000 g' })).text).toContain('91,000 g = 91\u00a0kg.')
})

test("the last deliveries that this person saved are listed as they stand now, and nobody else's", async () => {
  const saved = await weighed({ quantity: '33' })
  const id = receiptIn(saved)
  const list = ({ text }: Page) => text.split('Your last entries')[1] ?? ''
  expect(list(saved)).toContain('33 kg')
  expect(list(saved)).toContain('Grace Nakato (12)')
  await office.did('record', 'correct', id, '--quantity', '34 kg')
  const after = list(await clerk.get('/weigh-in'))
  expect([after.includes('34 kg'), after.includes('33 kg')]).toEqual([true, false])
  expect(list(await staff.manager.get('/weigh-in'))).toBe('')
  for (let kg = 40; kg < 52; kg++) await weighed({ quantity: String(kg) })
  expect(list(await clerk.get('/weigh-in')).split('<tr>').length - 2).toBe(8)
})

test('a slip on the first day is looked at once more, beside what others brought', async () => {
  await office.party('person', 'Mary Aber', '13')
  for (const quantity of ['62', '63', '64']) await weighed({ quantity, crop: 'vanilla_cured' })
  const slip = { who: '13', crop: 'vanilla_cured' }
  const second = await weighed({ ...slip, quantity: '6250' })
  expect(second.text).toContain(
    '10 times what others brought today or more (63.00\u00a0kg, of the last 3 records)',
  )
  expect((await weighed({ ...slip, quantity: '62.5' })).text).toContain('Saved: 62.5 kg')
})

test('who and what is not known is told by the names of pages, and of no command', async () => {
  const { status, text } = await weighed({ who: '99', crop: 'no such thing' })
  expect(status).toBe(422)
  expect(text).toContain('Search for them on the page Members.')
  expect(text).toContain('Choose one that the field offers.')
  expect(text).not.toContain('granary ')
})

test('a clerk who works in French writes a decimal comma and words of the language', async () => {
  const french = { 'accept-language': 'fr', 'sec-fetch-site': 'same-origin' }
  const page = await clerk.get('/weigh-in', french)
  expect(page.text).toMatch(/value="aujourd’hui"/)
  const form_token = await clerk.formToken('/weigh-in')
  const sent = async (quantity: string) => {
    const fields = { who: '12', quantity, unit: 'kg', crop: 'coffee_fresh_cherry' }
    const values = { ...fields, to: 'coopérative', day: 'aujourd’hui', id: uuidv7(), form_token }
    const answer = await clerk.post('/weigh-in', values, french)
    return answer.location === null ? answer : clerk.get(answer.location, french)
  }
  expect((await sent('63,5')).text).toContain('Enregistré\u00a0: 63,5 kg')
  const asked = await sent('1,250')
  expect(asked.status).toBe(422)
  expect(asked.text).toContain('pour des milliers, saisissez 1250\u00a0; pour des décimales, 1,2500')
})

const written = (saved: Page) => office.call(`/v1/records/${receiptIn(saved)}?purpose=cooperative_management`)

test('gross and tare give the weight that is recorded, and must agree with one that is typed too', async () => {
  const own = { quantity: '', gross: '90.3', tare: '4.2 kg', note: 'wet bags', crop: 'maize_grain' }
  const saved = await weighed(own)
  expect(saved.text).toContain('Saved: 86.1 kg')
  expect(await written(saved)).toMatchObject({
    quantity: { value: 86.1, unit: 'kg' },
    note: 'Gross 90.3 kg, tare 4.2 kg. wet bags',
    lawful_basis: 'contract_performance',
  })
  const faulty: readonly (readonly [Record<string, string>, string])[] = [
    [{ quantity: '86' }, 'Gross less tare is 86.1 kg, but the weight says 86 kg.'],
    [{ tare: 'x' }, 'id="tare-fault"'],
  ]
  for (const [fields, words] of faulty) {
    const { status, text } = await weighed({ ...own, ...fields })
    expect([status, text.includes('<details open')], words).toEqual([422, true])
    expect(text).toContain(words)
  }
  expect((await weighed({ ...own, quantity: '86.1' })).text).toContain('The same was written down')
})

test('what a member usually brings is said beside the form once the form says who it is', async () => {
  await office.party('person', 'Peter Usual', '77')
  const usual = async (who: string, crop = 'coffee_fresh_cherry') => {
    const { text } = await clerk.get(`/weigh-in?${new URLSearchParams({ who, crop })}`)
    return /id="usual"[^>]*>([^<]*)</.exec(text)?.[1]
  }
  expect(await usual('77')).toBe('Peter Usual (77): no Coffee, fresh cherry in the last deliveries.')
  for (const quantity of ['60', '90', '75']) await weighed({ who: '77', quantity })
  const all =
    'Peter Usual (77) usually brings about 75 kg of Coffee, fresh cherry: 60 to 90 kg in the last 3 deliveries.'
  expect(await usual('Peter Usual')).toBe(all)
  expect(await usual('77', 'no such crop')).toBe(all)
  for (const nobody of ['', 'nobody here', '9'.repeat(5_000), '<b>']) expect(await usual(nobody)).toBe('')
})
