import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { openOffice, type Page, staffOf, sureIn } from '../../support/office.ts'

/** Crops, units, purposes, flags and types of records are named in the language of whoever reads the page. */

const office = await openOffice()
const { clerk } = await staffOf(office)
const grace = await office.party('person', 'Grace Nakato', '12')
afterAll(() => office.service.stop())

async function reading(language: string): Promise<void> {
  const form_token = await clerk.formToken('/account')
  await clerk.post('/account', { act: 'language', language, form_token })
}

async function weighed(fields: Record<string, string>): Promise<Page> {
  const form_token = await clerk.formToken('/weigh-in')
  const values = { who: '12', to: 'cooperative', day: 'today', unit: 'kg', ...fields }
  const form = { ...values, id: uuidv7(), form_token }
  const asked = await clerk.post('/weigh-in', form)
  // Without kilograms it is asked about first.
  const sent = asked.status === 422 ? await clerk.post('/weigh-in', { ...form, sure: sureIn(asked) }) : asked
  return sent.location === null ? sent : clerk.get(sent.location)
}

test.each([
  ['fr', 'Café, cerises fraîches', '3 sacs', '3 sacs, Café, cerises fraîches', 'Livraison'],
  ['sw', 'Kahawa, cheri mbichi', '4 gunia', 'Kahawa, cheri mbichi, 4 magunia', 'Mzigo'],
])('a delivery in %s, by the names of that language', async (language, crop, quantity, saved, title) => {
  await reading(language)
  const suggestions = (await clerk.get('/weigh-in')).text
  expect(suggestions).toContain(`<option value="${crop}">`)
  expect(suggestions).not.toContain('Coffee, fresh cherry')
  const page = await weighed({ crop: crop.toUpperCase(), quantity })
  expect(page.text).toContain(saved)
  const id = /\/receipt\/([^"]+)/.exec(page.text)?.[1]
  const record = (await clerk.get(`/records/${id}`)).text
  expect(record).toContain(`<h1>${title}`)
  expect(record).toContain(crop)
  expect(record).not.toMatch(/fresh cherry|contract performance|coop weighed|No weight in kilograms/)
  expect((await clerk.get('/records')).text).not.toMatch(/quantity not normalized/)
  expect((await clerk.get(`/receipt/${id}?paper=a5`)).text).toContain(crop)
  expect((await clerk.get('/reports?since=today&until=today&by=crop')).text).toContain(crop)
})

test.each([
  ['fr', 'Évaluation de crédit', 'Aucun poids en kilogrammes', 'séchage', '7 heap'],
  ['sw', 'Tathmini ya mkopo', 'Kiasi hiki hakina uzito', 'kukauka', '8 heap'],
])('forms and flags in %s', async (language, purpose, meaning, cause, quantity) => {
  await reading(language)
  expect((await clerk.get(`/consent/${grace}/grant`)).text).toContain(`>${purpose}</option>`)
  expect((await clerk.get('/new-record/loss')).text).toContain(`>${cause}</option>`)
  const page = await weighed({ crop: 'maize_grain', quantity })
  const id = /\/receipt\/([^"]+)/.exec(page.text)?.[1]
  expect((await clerk.get(`/records/${id}`)).text).toContain(meaning)
})

test('in English everything is called as the registry has it', async () => {
  await reading('en')
  expect((await clerk.get('/weigh-in')).text).toContain('<option value="Coffee, fresh cherry">')
  expect((await weighed({ crop: 'Kahawa, cheri mbichi', quantity: '5 bag' })).text).toContain(
    'Saved: 5 bag of Coffee, fresh cherry from Grace Nakato',
  )
})
