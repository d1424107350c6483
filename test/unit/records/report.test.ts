import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DeliveryReport,
  isCounted,
  REPORT_KEYS,
  type ReportedDelivery,
  type ReportKey,
  type ReportRow,
  type StatedBy,
  statedBy,
} from '../../../src/records/report/report.ts'

/** Totals of deliveries: nothing is added twice, mixed, or left out in silence. */

const COOP = 'coop'
const delivery = (some: Partial<ReportedDelivery>): ReportedDelivery => ({
  from: 'grace',
  to: COOP,
  day: '2026-06-28',
  season: '2026-01-01',
  knownBy: null,
  place: null,
  crop: 'cherry',
  kg: 10,
  quantity: { value: 10, unit: 'kg' },
  way: 'exact unit',
  isForked: false,
  isConfirmed: false,
  statedBy: 'cooperative',
  ...some,
})

const reportOf = (deliveries: readonly ReportedDelivery[], by: ReportKey, cooperative: string) => {
  const report = new DeliveryReport(by, cooperative)
  for (const one of deliveries) report.add(one)
  return report.rows()
}

test('what came in, what went out and what others did are kept apart', () => {
  const rows = reportOf(
    [
      delivery({}),
      delivery({ from: COOP, to: 'mill', kg: 7 }),
      delivery({ from: 'grace', to: 'mill', kg: 5 }),
      delivery({ from: COOP, to: COOP, kg: 3 }),
    ],
    'crop',
    COOP,
  )
  expect(rows.map(({ direction, kg, deliveries }) => [direction, deliveries, kg])).toEqual([
    ['in', 1, 10],
    ['out', 1, 7],
    ['between others', 2, 8],
  ])
})

test('beside kilograms stands what was measured, where all was in one other unit', () => {
  const litres = (value: number, some: Partial<ReportedDelivery> = {}) =>
    delivery({ crop: 'milk', kg: value * 1.03, quantity: { value, unit: 'l' }, ...some })
  const of = (...deliveries: ReportedDelivery[]) => reportOf(deliveries, 'crop', COOP)[0]?.quantity
  expect(of(litres(55), litres(112.5, { kg: null }))).toEqual({ value: 167.5, unit: 'l' })
  expect(of(litres(55), delivery({ crop: 'milk' }))).toBeNull()
  expect(of(litres(55), delivery({ crop: 'milk', quantity: null }))).toBeNull()
  expect(of(delivery({}))).toBeNull()
  // Neither what is contradicted nor what others claim is in it.
  expect(of(litres(55), litres(1, { isForked: true }), litres(2, { statedBy: 'party' }))).toEqual({
    value: 55,
    unit: 'l',
  })
})

test('forms are not added up, and each way has its part', () => {
  const [cherry, green] = reportOf(
    [
      delivery({ isConfirmed: true }),
      delivery({ kg: 2.5, way: 'assumed default' }),
      delivery({ kg: null, way: null }),
      delivery({ kg: 99, isForked: true }),
      delivery({ crop: 'green', kg: 1 }),
    ],
    'crop',
    COOP,
  )
  expect(cherry).toMatchObject({
    ...{ crop: 'cherry', deliveries: 4, kg: 12.5, confirmed_kg: 10, without_kg: 1, forked: 1 },
    ways: { 'exact unit': 10, 'assumed default': 2.5 },
  })
  expect(green).toMatchObject({ crop: 'green', deliveries: 1, kg: 1 })
})

test.each([
  ['day', ['2026-06-27', '2026-06-28']],
  ['member', ['grace', 'mary']],
  ['place', ['', 'Kasese']],
  ['crop', ['']],
  // A Saturday and the Sunday after it.
  ['week', ['2026-W26']],
  ['season', ['2026-01-01']],
] as const)('a line for each %s', (by, keys) => {
  const two = [delivery({}), delivery({ from: 'mary', day: '2026-06-27', place: 'Kasese' })]
  expect(reportOf(two, by, COOP).map(({ key }) => key)).toEqual(keys)
})

test.each([
  ['day', ['2026-01-01 season 1', '2026-06 month 2', '2026-06-28 1', '2026-W26 week 1']],
  ['week', ['2026-01-01 season 1', '2026-06 month 2', '2026-W26 2']],
  ['season', ['2026-01-01 5']],
  ['place', [' 5']],
] as const)('by %s, what is known less exactly has lines of its own', (by, lines) => {
  const all = [null, 'week', 'month', 'month', 'season'] as const
  const shown = (rows: readonly ReportRow[]) =>
    rows.map(({ key, known_by, deliveries }) => `${key} ${known_by ? `${known_by} ` : ''}${deliveries}`)
  const each = all.map((knownBy) => delivery({ knownBy }))
  expect(shown(reportOf(each, by, COOP))).toEqual(lines)
  // The same of sums of a day.
  const sheet = new DeliveryReport('place', COOP, true)
  for (const one of each) sheet.add(one)
  const report = new DeliveryReport(by, COOP)
  report.merge(sheet.groups(), { day: '2026-06-28', season: '2026-01-01' })
  expect(shown(report.rows())).toEqual(lines)
})

test('every delivery is in exactly one line, and the kilograms are those of a plain sum', () => {
  const deliveries = fc.array(
    fc.record({
      from: fc.constantFrom('grace', 'mary', COOP),
      to: fc.constantFrom('mill', COOP),
      day: fc.constantFrom('2026-06-27', '2026-06-28'),
      season: fc.constantFrom('2025-01-01', '2026-01-01'),
      knownBy: fc.constantFrom(null, 'week' as const, 'month' as const, 'season' as const),
      place: fc.constantFrom(null, 'Kasese'),
      crop: fc.constantFrom('cherry', 'green'),
      kg: fc.option(fc.integer({ min: 0, max: 1_000 })),
      quantity: fc.option(
        fc.record({ value: fc.integer({ min: 0, max: 9 }), unit: fc.constantFrom('kg', 'l') }),
      ),
      way: fc.constant('exact unit' as const),
      isForked: fc.boolean(),
      isConfirmed: fc.boolean(),
      statedBy: fc.constantFrom<StatedBy>('cooperative', 'party', 'outsider'),
    }),
  )
  fc.assert(
    fc.property(deliveries, fc.constantFrom(...REPORT_KEYS), (all, by) => {
      const rows = reportOf(all, by, COOP)
      const total = (of: (row: (typeof rows)[number]) => number) =>
        rows.reduce((sum, row) => sum + of(row), 0)
      const ours = all.filter(({ statedBy }) => statedBy === 'cooperative')
      const claimed = all.filter(({ statedBy }) => statedBy === 'party')
      const sum = (some: readonly ReportedDelivery[]) =>
        some.reduce((kilograms, one) => kilograms + (one.isForked ? 0 : (one.kg ?? 0)), 0)
      expect(total((row) => row.deliveries)).toBe(ours.length)
      expect(total((row) => row.kg)).toBe(sum(ours))
      expect(total((row) => row.kg)).toBe(total((row) => Object.values(row.ways).reduce((a, b) => a + b, 0)))
      expect(total((row) => row.forked + row.without_kg)).toBe(
        ours.filter((one) => one.isForked || one.kg === null).length,
      )
      expect(total((row) => row.claimed)).toBe(claimed.length)
      expect(total((row) => row.claimed_kg)).toBe(sum(claimed))
    }),
  )
})

const CONFIRMED = { confirmed: true, independent: true, confirmed_at: null, channel: null }

test.each<[string, Omit<Parameters<typeof isCounted>[0]['derived'], 'kg'>, boolean]>([
  ['one of its parties says so', { confirmation: null, flags: ['implausible_quantity'] }, true],
  ['somebody else says so', { confirmation: null, flags: ['asserted_by_outsider'] }, false],
  ['others, and a party confirmed it', { confirmation: CONFIRMED, flags: ['asserted_by_outsider'] }, true],
])('a delivery is in the totals: %s', (_who, derived, isIn) =>
  expect(isCounted({ derived: { kg: 1, ...derived } })).toBe(isIn),
)

test.each<[string, Partial<Parameters<typeof statedBy>[0]>, boolean, StatedBy]>([
  ['it stated', { asserters: [COOP] }, false, 'cooperative'],
  ['a delegate stated for it', { asserters: ['clerk', COOP] }, false, 'cooperative'],
  ['the member stated', { asserters: ['grace'] }, false, 'party'],
  ['the member stated and it confirmed', { asserters: ['grace'], isConfirmed: true }, true, 'cooperative'],
  ['the member stated and confirmed itself', { asserters: ['grace'], isConfirmed: true }, false, 'party'],
  ['a delegate stated for the member', { asserters: ['son', 'grace'] }, false, 'party'],
  ['an outsider stated', { asserters: ['mallory'] }, false, 'outsider'],
  ['an outsider stated, the member confirmed', { asserters: ['mallory'], isConfirmed: true }, false, 'party'],
  ['an outsider stated and it confirmed', { asserters: ['mallory'], isConfirmed: true }, true, 'cooperative'],
  ['two others agreed on', { to: 'mill', asserters: ['grace'], isConfirmed: true }, false, 'party'],
])('a delivery that %s', (_, said, hasConfirmed, expected) => {
  const about = { from: 'grace', to: COOP, asserters: [], isConfirmed: false, ...said }
  expect(statedBy(about, COOP, () => hasConfirmed)).toBe(expected)
})
