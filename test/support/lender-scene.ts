import { readFileSync, writeFileSync } from 'node:fs'
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import { languages } from '../../src/words/language.ts'
import { type Actor, type Answer, type Appliance, makeAppliance } from './appliance.ts'

/** What the tests of the lender view share: people, records and how to look at a page. */

export const PURPOSE = 'credit_assessment'
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i
const CHERRY = 'coffee_robusta_fresh_cherry'
const FINANCIAL = { lawful_basis: 'special_data_consent' }

/** Appends and insists that it worked. @returns the id */
export async function put(actor: Actor, type: string, fields: object): Promise<string> {
  const answer = await actor.append(type, fields)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

export async function grant(
  from: Actor,
  to: Actor,
  types: readonly string[],
  expires = '2027-01-01T00:00:00Z',
  purpose = PURPOSE,
): Promise<string> {
  const draft = { id: uuidv7(), grantee: to.id, purpose, record_types: types, expires_at: expires }
  const answer = await from.post('/v1/grants', draft)
  expect(answer.status, answer.text).toBe(201)
  return draft.id
}

/** @param language as `Accept-Language` states it; without it, the header is absent */
export function view(reader: Actor, subject?: string, purpose = PURPOSE, language?: string): Promise<Answer> {
  const about = subject === undefined ? '' : `&subject=${subject}`
  return reader.get(
    `/v1/lender-view?purpose=${purpose}${about}`,
    language === undefined ? {} : { 'accept-language': language },
  )
}

/** The page, with what must hold for every page checked. */
export async function pageOf(
  reader: Actor,
  subject?: string,
  purpose = PURPOSE,
  language?: string,
): Promise<string> {
  const answer = await view(reader, subject, purpose, language)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expectSound(answer.text)
  return answer.text
}

export function expectSound(text: string): void {
  expect(text).not.toMatch(UUID)
  expect(text.replaceAll('\n', '').replace(/\p{RGI_Emoji}/gv, '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\u00a0]/u)
  expect(text.endsWith('\n')).toBe(true)
  for (const line of text.split('\n')) {
    expect(columns(line), line).toBeLessThanOrEqual(100)
    expect(line).toBe(line.trimEnd())
  }
  const glossary = languages()
    .map((language) => sectionOf(text, language.say('view.flags.title')))
    .join('')
  for (const [, code] of text.matchAll(/\[([a-z_]+)\]/g))
    if (code !== 'identifier') expect(glossary).toMatch(new RegExp(`\\[${code}\\] ?: `))
}

/** An independent reckoning of display width: ideographs and emoji two columns, combining marks none. */
function columns(line: string): number {
  let width = 0
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)) {
    const code = segment.codePointAt(0) as number
    const isWide =
      (code >= 0x1100 && code <= 0x115f) ||
      (code >= 0x2e80 && code <= 0xa4cf) ||
      (code >= 0xac00 && code <= 0xd7a3) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xff00 && code <= 0xff60) ||
      (code >= 0x1f300 && code <= 0x1faff) ||
      (code >= 0x20000 && code <= 0x3fffd)
    width += isWide ? 2 : 1
  }
  return width
}

/** The lines below one heading, up to the next. */
export function sectionOf(text: string, title: string): string {
  const start = text.indexOf(`\n${title}\n`)
  if (start < 0) return ''
  const end = text.indexOf('\n\n\n', start)
  return text.slice(start + 1, end < 0 ? undefined : end)
}

const golden = (name: string) => new URL(`../service/lender/golden/${name}.txt`, import.meta.url)

/** Compares with the golden file; `UPDATE_GOLDEN=1` writes it anew. */
export function expectGolden(name: string, text: string): void {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden(name), text)
  expect(text).toBe(readFileSync(golden(name), 'utf8'))
}

export interface Scene {
  readonly a: Appliance
  readonly farmer: Actor
  readonly lender: Actor
  readonly exporter: Actor
  readonly son: Actor
  close(): Promise<void>
}

export async function makeScene(settings: Parameters<typeof makeAppliance>[0] = {}): Promise<Scene> {
  const a = await makeAppliance(settings)
  return {
    a,
    farmer: await a.party('person', 'Grace Nakato'),
    lender: await a.party('institution', 'Equator Bank'),
    exporter: await a.party('business', 'Lake Exporters'),
    son: await a.party('person', 'Peter Ssali'),
    close: () => a.close(),
  }
}

const kg = (value: number) => ({ quantity: { value, unit: 'kg' } })

/** A delivery of cherry from the farmer to the cooperative, in kilograms unless said otherwise. */
export function delivery({ a, farmer }: Scene, at: string, fields: object = {}) {
  return {
    occurred_at: at,
    from_party: farmer.id,
    to_party: a.cooperative.id,
    crop: CHERRY,
    quantity: { value: 250, unit: 'kg' },
    ...fields,
  }
}

/** A season of one farmer, with everything that can go right or wrong. */
export async function tellSeason(scene: Scene): Promise<void> {
  const { a, farmer, lender, exporter, son } = scene
  const coop = a.cooperative
  const delivered = (by: Actor, at: string, fields: object) =>
    put(by, 'delivery', delivery(scene, at, fields))
  await grant(farmer, lender, ['party', 'delivery', 'obligation', 'lot', 'payment'])
  await grant(farmer, lender, ['loss'], '2026-09-01T00:00:00Z')
  await grant(coop, lender, ['party'])
  const mandate = uuidv7()
  const delegated = await farmer.post('/v1/delegations', {
    id: mandate,
    principal: farmer.id,
    delegate: son.id,
    record_types: ['delivery'],
    acts: ['confirm'],
    valid_from: '2026-01-01T00:00:00Z',
    valid_until: '2027-01-01T00:00:00Z',
    basis: 'witnessed',
  })
  expect(delegated.status, delegated.text).toBe(201)

  const owed = await put(coop, 'obligation', {
    ...FINANCIAL,
    occurred_at: '2026-03-02T08:00:00Z',
    kind: 'deliver_produce',
    obligor: farmer.id,
    obligee: coop.id,
    crop: CHERRY,
    ...kg(1000),
    due_at: '2026-07-31T12:00:00Z',
  })
  const credit = await put(coop, 'obligation', {
    ...FINANCIAL,
    occurred_at: '2026-03-02T09:00:00Z',
    kind: 'repay_input_credit',
    obligor: farmer.id,
    obligee: coop.id,
    amount: { amount_minor: 480_000, currency: 'UGX' },
    due_at: '2026-06-15T12:00:00Z',
  })
  await confirm(farmer, credit, '2026-03-03T09:00:00Z', 'in_person', {}, 'obligations')

  const paid = await delivered(coop, '2026-06-03T08:00:00Z', {
    ...FINANCIAL,
    obligation_id: owed,
    agreed_price: { amount_minor: 625_000, currency: 'UGX' },
    measurement_method: 'calibrated_weighed',
    grade: 'Ripe, red',
  })
  await confirm(farmer, paid, '2026-06-04T16:00:00Z', 'ussd_pin')
  await delivered(farmer, '2026-06-12T08:00:00Z', {
    obligation_id: owed,
    quantity: { value: 10, unit: 'basin', label: 'ekibbo' },
    normalized_kg: 123.9,
    conversion_id: 'basin_coffee_robusta_fresh_cherry_sample',
  })
  const bags = await delivered(coop, '2026-06-20T08:00:00Z', {
    crop: 'coffee_robusta_green',
    quantity: { value: 4, unit: 'bag_60kg', label: 'gunia' },
    normalized_kg: 240,
    conversion_id: 'bag_60kg_as_stated',
    measurement_method: 'coop_counted',
  })
  await confirm(son, bags, '2026-06-21T08:00:00Z', 'in_person', {
    on_behalf_of: farmer.id,
    delegation_id: mandate,
  })
  await delivered(coop, '2026-05-02T08:00:00Z', {
    occurred_at_precision: 'month',
    quantity: { value: 2, unit: 'sack' },
    obligation_id: owed,
  })
  await delivered(exporter, '2026-06-22T08:00:00Z', { quantity: { value: 9, unit: 't' } })
  await delivered(coop, '2026-04-10T08:00:00Z', {
    occurred_at_precision: 'week',
    from_party: coop.id,
    to_party: farmer.id,
    crop: 'maize_grain',
    quantity: { value: 1, unit: 'bushel_us' },
    normalized_kg: 25.4012,
    conversion_id: 'bushel_us_maize_grain',
  })
  const corrected = await delivered(coop, '2026-06-05T08:00:00Z', { ...kg(400), obligation_id: owed })
  await delivered(coop, '2026-06-05T08:00:00Z', {
    ...kg(380),
    obligation_id: owed,
    supersedes: corrected,
  })
  const forked = await delivered(coop, '2026-06-08T08:00:00Z', { ...kg(70), obligation_id: owed })
  for (const value of [77, 17])
    await delivered(coop, '2026-06-08T08:00:00Z', {
      ...kg(value),
      obligation_id: owed,
      supersedes: forked,
    })
  const mistaken = await delivered(coop, '2026-06-09T08:00:00Z', { ...kg(666), obligation_id: owed })
  await put(coop, 'retraction', { target_id: mistaken, reason: 'did_not_happen' })
  await tellPayments(scene, credit, paid)
  await tellLots(scene)
}

/** One payment acknowledged, claimed, set off, forked, in another currency, too much, or by a stranger. */
async function tellPayments(scene: Scene, credit: string, delivered: string): Promise<void> {
  const { a, farmer, exporter } = scene
  const coop = a.cooperative
  const payment = (
    by: Actor,
    day: string,
    minor: number,
    settles: Record<string, number>,
    more: object = {},
  ) =>
    put(by, 'payment', {
      ...{ ...FINANCIAL, occurred_at: `${day}T08:00:00Z`, payer: coop.id, payee: farmer.id },
      ...{ amount: { amount_minor: minor, currency: 'UGX' }, method: 'cash', purpose: 'produce' },
      ...(Object.keys(settles).length > 0 && {
        settles: Object.entries(settles).map(([record_id, amount_minor]) => ({ record_id, amount_minor })),
      }),
      ...more,
    })
  const repaid = { payer: farmer.id, payee: coop.id, purpose: 'repayment' }

  const advance = await payment(coop, '2026-03-05', 200_000, {}, { purpose: 'advance' })
  const confirmed = await farmer.append('payment_confirmation', { payment_id: advance, channel: 'ussd_pin' })
  expect(confirmed.status, confirmed.text).toBe(201)
  await payment(
    coop,
    '2026-06-05',
    300_000,
    { [delivered]: 300_000 },
    {
      ...{ method: 'mobile_money', reference: 'MP260605.0930.A12345' },
    },
  )
  await payment(farmer, '2026-06-14', 100_000, { [credit]: 100_000 }, repaid)
  await payment(
    coop,
    '2026-06-06',
    150_000,
    { [credit]: 150_000, [delivered]: 150_000 },
    {
      ...{ ...repaid, method: 'offset' },
    },
  )
  const forked = await payment(coop, '2026-06-10', 70_000, { [credit]: 70_000 }, repaid)
  for (const minor of [77_000, 17_000])
    await payment(coop, '2026-06-10', minor, { [credit]: minor }, { ...repaid, supersedes: forked })
  await payment(
    coop,
    '2026-06-11',
    2_500,
    { [credit]: 2_500 },
    {
      ...{ ...repaid, amount: { amount_minor: 2_500, currency: 'KES' }, method: 'bank' },
    },
  )
  const small = await put(coop, 'obligation', {
    ...{ ...FINANCIAL, occurred_at: '2026-03-03T09:00:00Z', kind: 'repay_loan' },
    ...{ obligor: farmer.id, obligee: coop.id, amount: { amount_minor: 50_000, currency: 'UGX' } },
  })
  await payment(coop, '2026-06-12', 60_000, { [small]: 60_000 }, repaid)
  await payment(exporter, '2026-06-13', 99_000, { [small]: 99_000 }, repaid)
}

async function tellLots({ a, farmer, exporter }: Scene): Promise<void> {
  const coop = a.cooperative
  const bought = await put(coop, 'delivery', {
    ...{ occurred_at: '2026-05-28T08:00:00Z', from_party: coop.id, to_party: farmer.id },
    ...{ crop: CHERRY, ...kg(300) },
  })
  const harvest = await put(coop, 'harvest', {
    ...{ occurred_at: '2026-05-30T08:00:00Z', producer: farmer.id, crop: CHERRY, ...kg(800) },
  })
  // The lender has no grant for harvests or transfers: one input and the weighing are shown as counts and sums.
  const lot = await put(farmer, 'lot', {
    occurred_at: '2026-06-01T08:00:00Z',
    holder: farmer.id,
    crop: CHERRY,
    ...kg(1000),
    inputs: [
      { record_id: bought, kg: 300 },
      { record_id: harvest, kg: 800 },
    ],
    grade: 'Ripe, red',
  })
  await put(farmer, 'loss', {
    ...{ occurred_at: '2026-06-02T08:00:00Z', lot_id: lot, ...kg(12), cause: 'sorting' },
  })
  const handed = { lot_id: lot, from_party: farmer.id }
  const toCoop = { occurred_at: '2026-06-03T08:00:00Z', to_party: coop.id, ...kg(950) }
  await put(farmer, 'custody_transfer', { ...handed, ...toCoop })
  const toExporter = { occurred_at: '2026-06-04T08:00:00Z', to_party: exporter.id }
  await put(farmer, 'custody_transfer', { ...handed, ...toExporter })
  await put(farmer, 'lot', {
    occurred_at: '2026-06-10T08:00:00Z',
    holder: farmer.id,
    crop: CHERRY,
    quantity: { value: 10, unit: 'basin', label: 'ekibbo' },
    normalized_kg: 123.9,
    conversion_id: 'basin_coffee_robusta_fresh_cherry_sample',
  })
}

async function confirm(
  by: Actor,
  id: string,
  at: string,
  channel: string,
  more: object = {},
  what = 'deliveries',
): Promise<void> {
  const answer = await by.post(`/v1/${what}/${id}/confirmation`, {
    id: uuidv7(),
    channel,
    occurred_at: at,
    ...more,
  })
  expect(answer.status, answer.text).toBe(201)
}
