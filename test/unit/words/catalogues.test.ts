import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { accepted, argumentTypes, faultsOf, missingIn, readLanguage } from '../../../packaging/words.ts'
import { languagesIn, readCatalogue } from '../../../src/words/catalogues.ts'
import { languageOf, languages } from '../../../src/words/language.ts'
import { Words } from '../../../src/words/words.ts'

/** The catalogues are complete, and the check that holds them so finds what it should. */

const english = readLanguage('en')
const OTHERS = languagesIn('src/words').slice(1)

test('English, French and Swahili are whole, English first', () => {
  const named = languages().map(({ code, name }) => `${code} ${name}`)
  expect(named[0]).toBe('en English')
  expect(named).toEqual(expect.arrayContaining(['fr Français', 'sw Kiswahili']))
  for (const code of ['fr', 'sw']) expect(missingIn(english, readLanguage(code))).toEqual([])
})
test('a language is found by its code, its locale, and in any case of letters', () => {
  const regional = ['fr', 'FR', 'fr-CM', 'fr_CM.UTF-8', 'sw@latin'].map((code) => languageOf(code)?.code)
  expect(regional).toEqual(['fr', 'fr', 'fr', 'fr', 'sw'])
  expect(['', 'C', 'POSIX', 'constructor', 'frr'].map(languageOf)).toEqual(Array(5).fill(undefined))
})
test.each(OTHERS)('%s has no text that is wrong or stale', (code) => {
  expect(faultsOf(english, readLanguage(code))).toEqual([])
})
test('French has no space before a mark at which a line could break', () => {
  const texts = Object.entries(readLanguage('fr')).filter(([key]) => !key.startsWith('@'))
  expect(texts.filter(([, text]) => / [:;?!»]|« /.test(text as string)).map(([key]) => key)).toEqual([])
})
test('the types of the arguments are those of the texts (npm run words)', () => {
  expect(readFileSync('src/words/arguments.ts', 'utf8')).toBe(argumentTypes(english))
})

describe('the check of a catalogue finds', () => {
  const one = { greet: 'Hello {name}', sent: '{count, plural, one {# record} other {# records}}' }
  const sent = '{count, plural, one {# fiche} other {# fiches}}'
  const french = { '@@locale': 'fr', '@@x-name': 'Français', greet: 'Bonjour {name}', sent }
  const whole = accepted(one, french, [])
  test('nothing in a whole one', () => expect(faultsOf(one, whole)).toEqual([]))
  test.each([
    ['a text of no use', { more: 'Plus' }, 'more: the English catalogue has no such text'],
    ['an argument that is missing', { greet: 'Bonjour' }, 'greet: {name} is missing'],
    ['a misspelt argument', { greet: 'Bonjour {nom}' }, 'greet: {nom} is not in the English text'],
    ['a lost form', { sent: '{count, plural, other {# fiches}}' }, 'sent: {count} lacks the forms one'],
    ['no plural', { sent: '{count} fiches' }, 'sent: {count} is text, in the English text number'],
    ['a broken message', { greet: 'Bonjour {name' }, 'greet: EXPECT_ARGUMENT_CLOSING_BRACE'],
    ['a straight apostrophe', { greet: "L'ami {name}" }, 'greet: a straight apostrophe'],
    ['no locale', { '@@locale': undefined }, '@@locale: missing'],
  ])('%s', (_what, change, fault) => {
    expect(faultsOf(one, { ...whole, ...change })).toContainEqual(expect.stringContaining(fault))
  })
  test('how many are missing, which is no fault: the English ones stand in their place, not reviewed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'words-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const unfinished = { ...whole, greet: undefined, '@greet': undefined, '@@x-name': undefined }
    expect([missingIn(one, unfinished), missingIn(one, whole)]).toEqual([['greet'], []])
    expect(faultsOf(one, unfinished)).toEqual(['@@x-name: missing'])
    for (const [code, file] of Object.entries({ en: one, pt: unfinished }))
      writeFileSync(join(folder, `${code}.json`), JSON.stringify(file))
    const read = readCatalogue(join(folder, 'pt.json'))
    expect(read).toMatchObject({ locale: 'fr', name: 'pt', unreviewed: ['greet'] })
    expect(read.messages).toEqual({ greet: one.greet, sent: whole.sent })
  })
  test('a translation of an English text that has changed since', () => {
    const faults = faultsOf({ ...one, greet: 'Good day {name}' }, whole)
    expect(faults).toEqual(['greet: stale; the English text is now: Good day {name}'])
  })
})

describe('values by language', () => {
  const words = (code: string) => new Words(languageOf(code) as never, 'Africa/Kampala')
  const all = (say: (words: Words) => string) => ['en', 'sw', 'fr'].map((code) => say(words(code)))

  test('figures, money and shares', () => {
    expect(all(({ kg }) => kg(12_345.5))).toEqual(['12,345.50', '12,345.50', '12\u00a0345,50'])
    expect(all(({ amount }) => amount(0.000_000_1))).toEqual(['0.0000001', '0.0000001', '0,0000001'])
    expect(all(({ money }) => money({ amount_minor: 125_050, currency: 'KES' }))).toEqual([
      'KES\u00a01,250.50',
      'KES\u00a01,250.50',
      '1\u00a0250,50\u00a0KES',
    ])
    expect(all(({ percent }) => percent(0.125))).toEqual(['12.5 %', '12.5 %', '12,5\u00a0%'])
  })
  test('days, no more exact than the record states', () => {
    const at = '2026-08-28T09:00:00.000Z'
    expect(all(({ calendar }) => calendar.day(at))).toEqual(
      ['28 Aug 2026', '28 Ago 2026', '28 août 2026'].map((day) => day.replaceAll(' ', '\u00a0')),
    )
    const season = { occurred_at: at, occurred_at_precision: 'season' }
    expect(all(({ calendar }) => calendar.asRecorded(season))).toEqual([
      'season of Aug 2026',
      'msimu wa Ago 2026',
      'campagne de août 2026',
    ])
  })
  test('counts with their noun, and lists', () => {
    expect(all(({ counted }) => counted('lot', 1))).toEqual(['1 lot', 'fungu 1', '1 lot'])
    expect(all(({ counted }) => counted('lot', 3))).toEqual(['3 lots', 'mafungu 3', '3 lots'])
    expect(all(({ listed }) => listed(['a', 'b', 'c']))).toEqual(['a, b and c', 'a, b na c', 'a, b et c'])
  })
  test('no text has a space that receipt printers lack', () => {
    for (const code of OTHERS) expect(JSON.stringify(readLanguage(code))).not.toContain('\u202f')
    expect(all(({ count }) => count(1_234_567)).join('')).not.toContain('\u202f')
  })
})
