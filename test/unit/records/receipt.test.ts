import fc from 'fast-check'
import { expect, test } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import { deliveryText } from '../../../src/records/receipt/delivery-text.ts'
import {
  type DeliveryReceipt,
  PAPERS,
  type Paper,
  type SeasonTotal,
} from '../../../src/records/receipt/receipt.ts'
import { inWords } from '../../../src/records/receipt/receipt-names.ts'
import type { Happened } from '../../../src/text/kinds.ts'
import { widthOf } from '../../../src/text/wrap.ts'
import { languageOf, languages } from '../../../src/words/language.ts'
import { englishWords, wordsIn } from '../../../src/words/words.ts'
import { called } from '../../support/called.ts'

/** A receipt on any paper says what was written, and whether it still counts. */

const ZONE = 'Africa/Kampala'
const english = englishWords(ZONE)
const receipt = (some: Partial<DeliveryReceipt> = {}): DeliveryReceipt => ({
  type: 'delivery',
  record: '019ea675-d280-715c-8e43-14c89e141f61',
  number: '7F3K 92QD',
  digest: '0123456789abcdef'.repeat(4),
  is_copy: false,
  cooperative: { name: 'Bukonzo Cooperative', phone: '+256772123456' },
  from: { party: 'grace', name: called('Grace Nakato'), member_no: '71', region: 'UG-102' },
  to: { party: 'coop', name: called('Bukonzo Cooperative'), member_no: null, region: null },
  occurred_at: '2026-06-28T09:00:00.000Z' as Happened,
  occurred_at_precision: 'day',
  received_at: '2026-06-28T07:43:00.000Z',
  crop: 'Maize, grain',
  crop_code: 'maize_grain',
  quantity: { value: 3, unit: 'Debe (20-litre tin)', unit_code: 'debe' },
  kg: 54,
  way: 'assumed default',
  factor: 18,
  standing: 'tip',
  device: null,
  is_ours: true,
  printed_by: 'Okello',
  signed: null,
  sign: null,
  ...some,
})

const brought: SeasonTotal['rows'][number] = {
  direction: 'in',
  crop: 'maize_grain',
  crop_name: 'Maize, grain',
  deliveries: 4,
  kg: 1254,
  quantity: null,
  ways: { 'exact unit': 1200, 'assumed default': 54 },
  without_kg: 1,
  forked: 0,
  claimed: 0,
  claimed_kg: 0,
}
const season: SeasonTotal = {
  since: '2026-01-01',
  rows: [brought, { ...brought, direction: 'out', crop: 'beans_dry', crop_name: 'Beans, dry' }],
}
const inLanguage = (code: string) => wordsIn(must(languageOf(code)), ZONE)
/** The whole text on A5, in one line. */
const said = (some: Partial<DeliveryReceipt> = {}, rows = season.rows, words = english) =>
  deliveryText(words, receipt(some), { ...season, rows }, 'a5').replaceAll(/\s+/g, ' ')

test('on A5', () => {
  expect(deliveryText(english, receipt({ measurement_method: 'coop_weighed' }), season, 'a5')).toBe(
    `
                      Bukonzo Cooperative
                         +256772123456
----------------------------------------------------------------
                            RECEIPT
----------------------------------------------------------------
Date        28 Jun 2026
From        Grace Nakato, no. 71
To          Bukonzo Cooperative
What        Maize, grain
Quantity    3 Debe (20-litre tin)
Kilograms   54.00 (converted, Debe (20-litre tin) at 18 kg,
            assumed default)
Measured    Weighed by the cooperative
Entered     28 Jun 2026, 10:43 +03:00
Printed by  Okello
----------------------------------------------------------------
Delivered since 1 Jan 2026:
Maize, grain: 1,254.00 kg (1,200.00 recorded in kg, 54.00
assumed default) in 4 deliveries; not included: 1 without
kilograms
----------------------------------------------------------------
If anything here is wrong, tell us at the counter. A correction
is added; nothing is erased.
Record number 7F3K 92QD
019ea675-d280-715c-8e43-14c89e141f61
0123456789abcdef0123456789abcdef
0123456789abcdef0123456789abcdef`.slice(1),
  )
})

test.each(Object.keys(PAPERS) as Paper[])(
  'on %s it has the whole id of the record, and its number',
  (paper) => {
    const text = deliveryText(english, receipt(), season, paper)
    expect(text).toContain('Record number 7F3K 92QD\n')
    expect(text.replaceAll('\n', '')).toContain(`92QD${receipt().record}${receipt().digest}`)
  },
)

test.each<[string, Partial<DeliveryReceipt>, RegExp]>([
  ['a second print', { is_copy: true }, /\*\*\* COPY \*\*\*/],
  ['a record that was corrected', { standing: 'superseded' }, /WAS CORRECTED/],
  ['a record that was taken back', { standing: 'retracted' }, /WAS TAKEN BACK/],
  ['a record of which versions conflict', { standing: 'forked' }, /CONFLICTING/],
  ['what the cooperative neither stated nor confirmed', { is_ours: false }, /HAS NOT CONFIRMED THIS/],
  ['a delivery without kilograms', { kg: null, way: null, factor: null }, /Kilograms none: there/],
])('of %s it says so, and of others not', (_, some, words) => {
  expect(said(some)).toMatch(words)
  expect(said()).not.toMatch(words)
})

test('of somebody who brought nothing in that season it has no total', () => {
  expect(said({}, season.rows.slice(1))).not.toMatch(/Delivered since|Beans/)
})

test('what the member alone stated is in no total, and on a line of its own', () => {
  const both = { ...brought, kg: 51, ways: { 'exact unit': 51 }, without_kg: 0, claimed: 1, claimed_kg: 5000 }
  const text = said({}, [{ ...both, deliveries: 1 }])
  expect(text).toContain('Maize, grain: 51.00 kg (51.00 recorded in kg) in 1 delivery')
  expect(text).toContain(
    'Stated by the member, not confirmed by the cooperative: Maize, grain: 5,000.00 kg in 1 delivery',
  )
  expect(text).not.toContain('5,051')
  const alone = said({}, [{ ...both, deliveries: 0, kg: 0, ways: {} }])
  expect(alone).not.toContain('Delivered since')
  expect(alone).toContain('Stated by the member')
})

test('litres have all their digits, and rounded kilograms of any kind say so', () => {
  const row = { ...brought, without_kg: 0, kg: 51, ways: { 'exact unit': 51 }, deliveries: 1 }
  const ofRow = (change: object) => said({}, [{ ...row, ...change }])
  expect(ofRow({ quantity: { value: 49.515, unit: 'l' } })).toContain(
    '51.00 kg (49.515 l, 51.00 recorded in kg) in 1',
  )
  expect(ofRow({ deliveries: 2, ways: { 'exact unit': 20.004, 'assumed default': 30.996 } })).toMatch(
    /51\.00 kg \(20\.00 [^)]*31\.00 [^)]*, rounded\)/,
  )
  expect(ofRow({ claimed: 1, claimed_kg: 7.126 })).toMatch(/7\.13 kg in 1 delivery \(rounded\)/)
  expect(ofRow({ claimed: 1, claimed_kg: 7.12 })).not.toContain('rounded')
})

test('nothing is wider than the paper, whatever people wrote', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 60 })
  const papers = fc.constantFrom<Paper>('58', '80', 'a5')
  const anyLanguage = fc.constantFrom(...languages())
  fc.assert(
    fc.property(words, words, papers, anyLanguage, (name, place, paper, language) => {
      const party = { party: 'grace', name: called(name), member_no: place, region: null }
      const rows = [{ ...brought, crop_name: name }]
      const text = deliveryText(
        wordsIn(language, ZONE),
        receipt({ from: party, location: place, grade: name, cooperative: { name, phone: null } }),
        { since: '2026-10-01', rows },
        paper,
      )
      for (const line of text.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(PAPERS[paper])
    }),
    // A mark stands for a letter that cannot be shown, and is wider.
    { examples: [['\u2028', '! ! ! !', '58', must(languages()[0])]] },
  )
})

test('a name of one long word goes on in the next line, so that none is cut', () => {
  const name = 'Bukomansimbi-Kahawa-Farmers-Cooperative-Society'
  const party = { party: 'grace', name: called(name), member_no: null, region: null }
  const text = deliveryText(
    english,
    receipt({ from: party, cooperative: { name, phone: null } }),
    { since: '2026-10-01', rows: [] },
    '58',
  )
  expect(text).not.toContain('...')
  expect(text.replaceAll(/\s/g, '').split(name)).toHaveLength(3)
})

test.each([
  [
    'sw',
    /1,254\.00 kg \(1,200\.00: iliyorekodiwa kwa kg, 54\.00: kiwango cha kudhaniwa\) katika mizigo 4; haimo: 1 bila kilogramu/,
  ],
  [
    'fr',
    /1 254,00 kg \(1 200,00 : enregistré en kg, 54,00 : valeur supposée\) en 4 livraisons ; non compris : 1 sans/,
  ],
])('in %s, every way of finding kilograms has its words', (code, found) => {
  const text = said({}, season.rows, inLanguage(code))
  expect(text).toMatch(found)
  expect(text).not.toMatch(/exact unit|recorded in kg|assumed default/)
})

test.each([
  ['en', '45.81 (converted, from 101 lb, rounded)'],
  ['sw', '45.81 (imegeuzwa, kutoka 101 lb, imefupishwa)'],
  ['fr', '45,81 (converti, à partir de 101 lb, arrondi)'],
])('what a fixed factor gave is converted, whoever weighed it: %s', (code, found) => {
  const words = inLanguage(code)
  const pounds = {
    ...{ quantity: { value: 101, unit: 'Pound', unit_code: 'lb' }, kg: 45.812829, factor: 0.45359237 },
    ...({ way: 'fixed factor', measurement_method: 'coop_weighed' } as const),
  }
  const text = deliveryText(words, ...inWords(words, receipt(pounds), season), 'a5')
  expect(text.replaceAll(/\s+/g, ' ')).toContain(found)
})

test('a fixed factor that the cooperative added is said', () => {
  const bags = {
    ...{ quantity: { value: 10, unit: 'Bag', unit_code: 'bag' }, kg: 600, factor: 60 },
    ...({ way: 'fixed factor', is_own_factor: true } as const),
  }
  expect(said(bags)).toContain('600.00 (converted, Bag at 60 kg)')
})

test.each([
  ['sw', 'Mahindi, punje', 'madebe ya lita 20', 'madebe ya lita 20'],
  ['fr', 'Maïs, grains', 'debes de 20 litres', 'debes de 20 litres'],
  ['en', 'Maize, grain', 'Debe (20-litre tin)', 'debe'],
])('names crops and units in the language of the reader: %s', (code, crop, unit, inSeason) => {
  const rows = [{ ...brought, quantity: { value: 60, unit: 'debe' } }]
  const [named, total] = inWords(inLanguage(code), receipt(), { ...season, rows })
  expect([named.crop, named.quantity?.unit, named.quantity?.value]).toEqual([crop, unit, 3])
  expect(total.rows.map(({ crop_name, quantity }) => [crop_name, quantity?.unit])).toEqual([[crop, inSeason]])
})

test('keeps the names of crops and units that the cooperative added, and the symbols of units', () => {
  const quantity = { value: 3, unit: 'kg', unit_code: 'kg' }
  const own = receipt({ crop: 'Bugisu AA', crop_code: 'bugisu', quantity })
  const [named] = inWords(inLanguage('fr'), own, season)
  expect([named.crop, named.quantity?.unit]).toEqual(['Bugisu AA', 'kg'])
})
