import { describe, expect, test } from 'vitest'
import { hashedText, receiptCode } from '../../../../src/clients/field/rules/digest.ts'
import {
  type DraftKind,
  dayOf,
  draftOf,
  type FormFacts,
  faultsOf,
  fieldAt,
  isKind,
  KINDS,
  STEPS,
  saysOf,
  type TypedDraft,
  waysOf,
  withoutMass,
} from '../../../../src/clients/field/rules/drafts.ts'
import type { Says } from '../../../../src/clients/field/rules/entry.ts'
import { Listing } from '../../../../src/clients/field/rules/listing.ts'
import type { Outline } from '../../../../src/clients/field/rules/outline.ts'
import { part } from '../../../support/field/part.ts'

const NOW = Date.parse('2026-03-10T09:30:00.000Z')
const OUTLINE: Outline = {
  type: 'Polygon',
  coordinates: [[[32, 0], [32.001, 0], [32.001, 0.001], [32, 0]]],
} // biome-ignore format: one ring
const facts: FormFacts = {
  nowMs: NOW,
  own: 'coop',
  conversions: [{ id: 'tin-1', kind: 'measured', unit: 'tin', factor: 15, weighings_count: 40 }],
  units: [
    { id: 'kg', dimension: 'mass' },
    { id: 'tin', dimension: 'volume' },
  ],
  newId: () => 'new',
  signs: { group: ',', decimal: '.' },
}
const whole: Record<DraftKind, TypedDraft> = {
  delivery: { typed: { member: 'grace', weight: '2', unit: 'tin', crop: 'maize_grain', place: ' Store ' } },
  harvest: { typed: { member: 'grace', weight: '85,5', unit: 'kg', crop: 'maize_grain', season: 'B' } },
  custody_transfer: { typed: { member: 'mill', lot: 'lot-1' } },
  payment: {
    typed: {
      member: 'grace', amount: '12,50', currency: 'KES', direction: 'out', method: 'cash', purpose: 'produce', consent: 'yes',
    }, // biome-ignore format: one list
  },
  plot: { typed: { member: 'grace', country: 'UG', crop: 'maize_grain' }, outline: OUTLINE },
  party: { typed: { name: 'Okello', phone: '+256 700 123456' } },
}

describe('a draft', () => {
  test.each(KINDS)('that is whole has no faults, and one without its first field has: %s', (kind) => {
    expect(faultsOf(kind, whole[kind], facts)).toEqual([])
    const [first] = STEPS[kind][0]?.fields ?? []
    expect(faultsOf(kind, { typed: {} }, facts)).toContain(first)
  })
  test.each(KINDS)('is the same after the record was read back: %s', (kind) => {
    const says = saysOf(kind, whole[kind], facts)
    const again = draftOf(kind, says, 'coop', (value) => String(value))
    expect(faultsOf(kind, again, facts)).toEqual([])
    expect(saysOf(kind, again, { ...facts, nowMs: NOW + 999_999, newId: () => 'other' }, says)).toEqual(says)
  })
  test('states the kilograms that the factor gives, and how it was found', () => {
    expect(saysOf('delivery', whole.delivery, facts)).toEqual({
      type: 'delivery',
      lawful_basis: 'contract_performance',
      occurred_at: '2026-03-10T09:30:00.000Z',
      from_party: 'grace',
      to_party: 'coop',
      crop: 'maize_grain',
      quantity: { value: 2, unit: 'tin' },
      normalized_kg: 30,
      conversion_id: 'tin-1',
      measurement_method: 'coop_counted',
      location: 'Store',
    })
  })
  test('of another day has its noon and says that it is a day; a day to come is a fault', () => {
    const typed = { ...whole.harvest.typed, day: dayOf(NOW - 3 * 86_400_000) }
    const says = saysOf('harvest', { typed }, facts)
    expect(says.occurred_at_precision).toBe('day')
    expect(dayOf(Date.parse(String(says.occurred_at)))).toBe(typed.day)
    expect(faultsOf('harvest', { typed: { ...typed, day: '2031-01-01' } }, facts)).toEqual(['day'])
    // A phone whose clock fell back to 1970 corrects a record of 2031, whose day stays.
    const later = part({ type: 'harvest', occurred_at: '2031-01-01T09:00:00Z' })
    expect(faultsOf('harvest', { typed: { ...typed, day: '2031-01-01' } }, facts, later)).toEqual([])
    expect(faultsOf('harvest', { typed: { ...typed, day: '2031-01-02' } }, facts, later)).toEqual(['day'])
  })
  test('that corrects keeps what the form does not show, and drops what the service set', () => {
    const before = part({
      ...saysOf('delivery', whole.delivery, facts),
      lot_id: 'lot-9',
      evidence: [{ sha256: 'a', media_type: 'image/jpeg' }],
      derived: { standing: 'tip' },
      received_at: 'x',
      asserted_by: 'coop',
      device_id: 'phone',
      quantity: { value: 2, unit: 'tin', label: 'debe' },
    })
    const typed = { ...draftOf('delivery', before, 'coop', String).typed, weight: '3', place: '' }
    const says = saysOf('delivery', { typed }, facts, before)
    expect(says).toMatchObject({
      lot_id: 'lot-9',
      evidence: before.evidence,
      quantity: { value: 3, unit: 'tin', label: 'debe' },
      normalized_kg: 45,
      occurred_at: before.occurred_at,
    })
    for (const member of ['derived', 'received_at', 'asserted_by', 'device_id', 'location'])
      expect(says).not.toHaveProperty(member)
    const inKg = saysOf('delivery', { typed: { ...typed, unit: 'kg' } }, facts, before)
    expect(inKg).not.toHaveProperty('normalized_kg')
    expect(inKg.quantity).toEqual({ value: 3, unit: 'kg' })
  })
  test('that corrects something else keeps the kilograms; else the factor is that of its day', () => {
    const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
    const tin = facts.conversions[0] as FormFacts['conversions'][number]
    const conversions = [
      { ...tin, valid_to: '2026-03-15T00:00:00Z' },
      { ...tin, id: 'tin-2', factor: 20, valid_from: '2026-03-15T00:00:00Z' },
    ]
    const later: FormFacts = { ...facts, nowMs: at('2026-04-01'), conversions }
    const before: Says = part({
      ...saysOf('delivery', whole.delivery, facts),
      normalized_kg: 29,
      conversion_id: 'tin-0',
    })
    const { typed } = draftOf('delivery', before, 'coop', String)
    const corrected = (more: object, from = before) =>
      saysOf('delivery', { typed: { ...typed, ...more } }, later, from)
    expect(corrected({ note: 'x' })).toMatchObject({ normalized_kg: 29, conversion_id: 'tin-0' })
    expect(corrected({ weight: '3' })).toMatchObject({ normalized_kg: 45, conversion_id: 'tin-1' })
    expect(corrected({ crop: 'beans' })).toMatchObject({ normalized_kg: 30, conversion_id: 'tin-1' })
    expect(corrected({ day: '2026-03-20' })).toMatchObject({ normalized_kg: 40, conversion_id: 'tin-2' })
    expect(corrected({}, withoutMass(before))).toMatchObject({ normalized_kg: 30, conversion_id: 'tin-1' })
    const old = { typed: { ...whole.delivery.typed, day: '2026-03-10' } }
    expect(saysOf('delivery', old, later)).toMatchObject({ normalized_kg: 30, conversion_id: 'tin-1' })
  })
  test('with a figure that has two readings is not saved, and both are told', () => {
    const typed = { ...whole.delivery.typed, weight: '1,250' }
    expect(faultsOf('delivery', { typed }, facts)).toEqual(['weight'])
    expect(waysOf('weight', typed, facts.signs)).toEqual(['1250', '1.250'])
    const paid = { ...whole.payment.typed, amount: '1,250', currency: 'TND' }
    expect(faultsOf('payment', { typed: paid }, facts)).toEqual(['amount'])
    expect(waysOf('amount', paid, facts.signs)).toEqual(['1250', '1.250'])
    expect(waysOf('amount', { ...paid, currency: 'KES' }, facts.signs)).toBeNull()
  })
  test('a payment that was received has the member as payer', () => {
    const typed = { ...whole.payment.typed, direction: 'in' }
    expect(saysOf('payment', { typed }, facts)).toMatchObject({ payer: 'grace', payee: 'coop' })
    expect(faultsOf('payment', { typed: { ...typed, member: 'coop' } }, facts)).toEqual(['member'])
    expect(faultsOf('payment', { typed: { ...typed, consent: '' } }, facts)).toEqual(['consent'])
  })
  test.each([
    ['delivery', '/quantity/value', 'weight'],
    ['delivery', '/quantity/unit', 'unit'],
    ['delivery', '/from_party', 'member'],
    ['payment', '/amount/currency', 'currency'],
    ['payment', '/amount/amount_minor', 'amount'],
    ['plot', '/geometry/coordinates/0', 'outline'],
    ['party', '/display_name', 'name'],
    ['delivery', '/lot_id', null],
    ['delivery', '', null],
    ['delivery', '/__proto__', null],
    ['harvest', '/constructor', null],
  ] as const)('a problem of a %s at %s is at the field %s', (kind, pointer, field) => {
    expect(fieldAt(kind, pointer)).toBe(field)
  })
  test('a type that has no form is none', () => {
    expect(['delivery', 'retraction', 'lot', 'toString'].map(isKind)).toEqual([true, false, false, false])
  })
})

test('the digest is of the record as it is stored, whatever the order of its members', () => {
  expect(hashedText({ b: 1, a: 'x', derived: { c: 1 } })).toBe('{"a":"x","b":1}')
  expect(receiptCode('id', 'ff')).toBe('granary-record:id:ff')
})

test('the list finds by the beginnings and middles of words, and makes each line once', () => {
  let made = 0
  const entries = ['Néné Kato', 'Okello'].map((name) => ({ record: part({ id: name, type: 'party' }) }))
  const listing = new Listing(({ record }: (typeof entries)[number]) => {
    made++
    return { text: record.id }
  })
  const find = (text: string) => listing.find(entries, text)
  expect(find('nene kat')).toEqual([entries[0]])
  expect(find('')).toEqual(entries)
  expect(find('zzz')).toEqual([])
  expect(listing.lineOf(entries[1] as (typeof entries)[number])).toEqual({ text: 'Okello' })
  expect(made).toBe(2)
})
