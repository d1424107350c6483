import { expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import { type PackFacts, summaryText } from '../../../../src/records/pack/summary.ts'
import { COLUMNS, widthOf } from '../../../../src/text/wrap.ts'
import { languageOf, languages } from '../../../../src/words/language.ts'
import { wordsIn } from '../../../../src/words/words.ts'

/** The summary of a pack, in each language. */

const LOT = '019ea675-d280-715c-8e43-14c89e141f61'
const span = (records: number) => ({
  first: '2026-03-01T09:00:00.000Z',
  last: records === 1 ? '2026-03-01T09:00:00.000Z' : '2026-06-28T09:00:00.000Z',
  records,
})
const facts = (n: number): PackFacts => ({
  lot: LOT,
  made_at: '2026-06-28T09:00:00.000Z',
  cooperative: n === 0 ? null : 'Bukonzo Cooperative',
  goods: {
    crop: 'coffee_green',
    name: 'Coffee, green bean',
    hs: n === 0 ? null : '0901',
    scientific_name: null,
    heading: n < 2 ? null : { heading: '0901', from: '2026-12-30', until: null },
  },
  countries: n === 0 ? [] : ['KE', 'UG'],
  harvested: n === 0 ? null : span(n),
  delivered: n === 0 ? null : span(n),
  kg: n === 0 ? null : 123_456_789.25,
  kg_by: { named: 123_456_789.25, holder: 123_456_789.25, unknown: 123_456_789.25 },
  complete: n === 0,
  plots: { shown: n + 1, in_files: 1, not_shown: n },
  not_shown_kg: 12.5,
  records: n,
  to_file: Array.from({ length: n }, (_, i) => ({
    ...{ file: `plots-${i + 1}.geojson`, kg: 12_345_678.25, producers: i + 1, plots: 100_000 },
    description: `${'Coffee '.repeat(16)}; lot ${LOT}`,
  })),
  kg_in_none: n === 0 ? null : 12.5,
  faults: n === 0 ? [] : [{ code: 'plot_missing', count: n + 5, record_ids: Array(6).fill(LOT) }],
  faults_not_shown: n,
  statements: Array.from({ length: n }, (_, i) => ({
    ...{ record_id: LOT, kind: i === 0 ? ('dds' as const) : ('sd' as const) },
    ...{ status: i === 0 ? ('submitted' as const) : ('available' as const) },
    reference: 'S6FRABC',
    filed_by: LOT,
    filed_at: '2026-06-28T09:00:00.000Z',
    ...(i === 0 ? {} : { verification: 'XYZ12' }),
  })),
  proofs: { given: n, with_price: n, missing: n },
  checkpoint: n === 0 ? null : 'x',
})
const summaryIn = (code: string, n: number) =>
  summaryText(wordsIn(must(languageOf(code)), 'Africa/Kampala'), facts(n), () => 'Shamba')

test.each(languages().map(({ code }) => code))('in %s, labels and lines fit the page', (code) => {
  for (const n of [0, 1, 2]) {
    const text = summaryIn(code, n)
    for (const line of text.split('\n')) expect(widthOf(line), line).toBeLessThanOrEqual(COLUMNS)
    // A label ends before the column of its value.
    expect(text).toMatch(new RegExp(`^\\S{1,11} +${LOT}$`, 'm'))
    expect(text).not.toMatch(/undefined|\{|\}/)
  }
})

test('none, one and two read well', () => {
  expect(summaryIn('fr', 0)).toContain('aucune récolte n’est enregistrée derrière lui')
  expect(summaryIn('fr', 1)).toMatch(/^Récolté +le 1er mars 2026 \(1 fiche\)$/m)
  expect(summaryIn('fr', 2)).toMatch(/^Récolté +du 1er mars 2026 au 28 juin 2026 \(2 fiches\)$/m)
  expect(summaryIn('fr', 2)).toMatch(/^Au total +123 456 789,25$/m)
  expect(summaryIn('fr', 1)).toContain('1 fiche n’a pas de preuve ici')
  expect(summaryIn('sw', 1)).toContain('Rekodi 1 haina uthibitisho hapa')
  expect(summaryIn('sw', 2)).toContain('Rekodi 2 hazina uthibitisho hapa')
  expect(summaryIn('sw', 2)).toMatch(/7 x plot_missing: Rekodi haitaji shamba/)
  expect(summaryIn('sw', 2)).toContain('na 2 zaidi, kwenye pack.json')
})

test('kilograms have all their digits, for they are declared and added up', () => {
  const kg = { named: 54.321, holder: 0.004, unknown: 0 }
  const made = { ...facts(2), kg: 54.325, kg_by: kg, not_shown_kg: 1.005, kg_in_none: 0.0625 }
  const text = summaryText(wordsIn(must(languageOf('en')), 'Africa/Kampala'), made, () => '')
  for (const figure of ['54.325', '54.321', '0.004', '1.005 kg', '0.0625 kg', '12,345,678.25'])
    expect(text).toContain(figure)
})
