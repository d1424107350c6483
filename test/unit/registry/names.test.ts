import { describe, expect, test } from 'vitest'
import { PROBLEMS } from '../../../src/base/problem.ts'
import { entriesOf } from '../../../src/base/typed.ts'
import { GRANT_STATUSES } from '../../../src/domain/consent.ts'
import { DELEGATION_BASES } from '../../../src/domain/delegation.ts'
import { CONVERSION_KINDS } from '../../../src/domain/registry.ts'
import { CHANNELS, PARTY_KINDS } from '../../../src/domain/shapes.ts'
import { ENVELOPE_FIELDS, fieldsOf, GRANTABLE_TYPES, RECORD_TYPES } from '../../../src/domain/types/index.ts'
import { LISTED_STANDINGS } from '../../../src/records/record-tasks.ts'
import { REPORT_KEYS } from '../../../src/records/report/report.ts'
import { byName } from '../../../src/registry/called.ts'
import { embeddedRows } from '../../../src/registry/embedded.ts'
import { type Code, codeOf } from '../../../src/text/kinds.ts'
import { ENGLISH, languageOf, languages } from '../../../src/words/language.ts'
import { type NamedRow, type Words, wordsIn } from '../../../src/words/words.ts'
import { EN } from '../../support/catalogue.ts'

/** Names and meanings of the rows that ship, in every language. */

const words = Object.fromEntries(languages().map((one) => [one.code, wordsIn(one, '')])) as Record<
  'en' | 'fr' | 'sw',
  Words
>
const { en, fr, sw } = words

const { crops, units, purposes, flags } = embeddedRows
const names = (group: string, rows: readonly { readonly id: string; readonly name: string }[]) =>
  rows.map(({ id, name }) => [`${group}.${id}`, name] as const)
const spelled = flags.map(({ id }) => ({ id, name: id.replaceAll('_', ' ') }))
const meanings = (group: string, rows: readonly { readonly id: string; readonly meaning: string }[]) =>
  rows.map(({ id, meaning }) => [`${group}.${id}.meaning`, meaning] as const)

describe('the English catalogue', () => {
  test.each([
    ['crop', names('crop', crops)],
    ['unit', names('unit', units)],
    ['purpose', [...names('purpose', purposes), ...meanings('purpose', purposes)]],
    ['basis', names('basis', embeddedRows['lawful-bases'])],
    ['type', names('type', embeddedRows['record-types'])],
    ['flag', [...names('flag', spelled), ...meanings('flag', flags)]],
    ['problem', entriesOf(PROBLEMS).map(([code, [, title]]) => [`problem.${code}`, title] as const)],
  ])('has exactly the %s rows that ship, as they are', (group, rows) => {
    const texts = Object.entries(EN).filter(([key]) => key.startsWith(`${group}.`))
    expect(Object.fromEntries(texts)).toEqual(Object.fromEntries(rows))
  })

  const codes = [
    ...[...RECORD_TYPES].flatMap((type) =>
      [...fieldsOf(type), ...ENVELOPE_FIELDS].flatMap((field) =>
        'words' in field ? ((field.words ?? []) as readonly string[]) : [],
      ),
    ),
    ...[...GRANTABLE_TYPES, ...GRANT_STATUSES, ...DELEGATION_BASES, ...CONVERSION_KINDS, ...CHANNELS],
    ...[...PARTY_KINDS, ...LISTED_STANDINGS, ...REPORT_KEYS],
    ...[...purposes, ...flags, ...embeddedRows['lawful-bases']].map(({ id }) => id),
  ]
  test('has a word for each code of a list that people choose from or read', () => {
    const known = (code: string) =>
      ['word', 'flag', 'kind', 'noun', 'purpose'].some((group) => ENGLISH.has(`${group}.${code}`))
    expect(codes.length).toBeGreaterThan(100)
    expect([...new Set(codes)].filter((code) => !known(code))).toEqual([])
  })
})

describe('a row', () => {
  const green = { id: 'coffee_green', name: 'Coffee, green bean' }

  test('that ships has its name in the language of the reader', () => {
    expect([en.crop(green), fr.crop(green), sw.crop(green)]).toEqual([
      'Coffee, green bean',
      'Café, vert',
      'Kahawa, buni safi (green)',
    ])
    expect(fr.unit({ id: 'bag_60kg', name: '60-kg bag' })).toBe('sac de 60 kg')
    expect(sw.purpose({ id: 'credit_assessment', name: 'Credit assessment' })).toBe('Tathmini ya mkopo')
    expect(fr.basis({ id: 'consent', name: 'Consent' })).toBe('Consentement')
    expect(fr.recordType({ id: 'custody_transfer', name: 'Custody transfer' })).toBe('Remise de lot')
  })

  test('that was added, or whose name is another, keeps the name that the cooperative chose', () => {
    expect(fr.crop({ ...green, name: 'Bugisu AA' })).toBe('Bugisu AA')
    expect(sw.crop({ id: 'coffee_bugisu', name: 'Bugisu AA' })).toBe('Bugisu AA')
    expect(fr.unit({ id: 'kimbo', name: 'Kimbo tin' })).toBe('Kimbo tin')
  })

  test('explains itself in whole sentences', () => {
    for (const language of languages().filter(({ code }) => code !== 'en')) {
      const reader = wordsIn(language, '')
      for (const flag of flags) {
        expect(reader.flagMeaning(flag)).toMatch(/^\p{Lu}[^;?!]*\.$/u)
        expect(reader.flagMeaning(flag)).not.toBe(flag.meaning)
      }
      for (const purpose of purposes) expect(reader.purposeMeaning(purpose)).toMatch(/^\p{Lu}.*\.$/u)
    }
  })

  test.each(['crop', 'unit'] as const)('%s: no name means two of them, in whatever languages', (kind) => {
    const rows: readonly NamedRow[] = kind === 'crop' ? crops : units
    const doubtful = [...byName(kind, rows)].filter(([, called]) => called.length > 1)
    expect(doubtful.map(([name]) => name)).toEqual([])
  })
})

describe('a code', () => {
  const worded = (reader: Words, code: string) => reader.worded(codeOf(code) as Code)

  test('is worded from the catalogue, or spelled out', () => {
    const said = (reader: Words) =>
      ['delivery', 'credit_assessment', 'thin_sample', 'person'].map((code) => worded(reader, code)).join()
    expect(said(en)).toBe('delivery,credit assessment,thin sample,person')
    expect(said(fr)).toBe('livraison,évaluation de crédit,échantillon faible,personne')
    expect(worded(sw, 'our_own_purpose')).toBe('our own purpose')
  })

  test('of a purpose that ships is its name within a sentence', () => {
    const name = 'EU deforestation due diligence'
    expect(worded(en, 'eudr_due_diligence')).toBe(name)
    expect(worded(sw, 'eudr_due_diligence')).toBe(sw.purposeNoun({ id: 'eudr_due_diligence', name }))
  })

  test('of a unit stays after a figure in English, and is named in other languages', () => {
    const bags = { value: 3, unit: 'bag', label: 'kase' }
    const shown = [en, fr, sw].map((reader) => reader.quantity(bags))
    expect(shown).toEqual(['3 bag (kase)', '3 sacs (kase)', '3 mifuko (kase)'])
    expect([1, 1.5].map((value) => fr.quantity({ value, unit: 'bag' }))).toEqual(['1 sac', '1,5 sac'])
    expect([fr, sw].map((reader) => reader.quantity({ value: 2, unit: 'kg' }))).toEqual(['2 kg', '2 kg'])
    expect(fr.quantity({ value: 2, unit: 'kimbo' })).toBe('2 kimbo')
  })
})

test('the languages that ship are those tested here', () => {
  expect(languages().map(({ code }) => code)).toEqual(['en', 'fr', 'sw'])
  expect(languageOf('en')).toBe(ENGLISH)
})
