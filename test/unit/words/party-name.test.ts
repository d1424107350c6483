import { describe, expect, test } from 'vitest'
import { NAMELESS, type PartyName } from '../../../src/domain/party.ts'
import {
  atStart,
  fullName,
  nameInFile,
  nameInSentence,
  namesAsText,
  namesByOthers,
  nounName,
  shortName,
} from '../../../src/words/party-name.ts'
import { englishWords } from '../../../src/words/words.ts'

const english = englishWords()

const BANK: PartyName = { name: 'Harvest Bank', by: 'cooperative', kind: 'institution', memberNo: 'BANK' }
const LIKE_IT: PartyName = { name: 'Harvest Bank', by: 'itself', kind: 'institution', memberNo: null }
const forms = (name: PartyName) => [shortName, nounName, fullName].map((form) => form(name, english))

describe('the cooperative’s word and a party’s own are told apart', () => {
  test('in a cell, within a sentence, and in full', () => {
    expect(forms(BANK)).toEqual(['Harvest Bank', 'Harvest Bank', 'Harvest Bank (institution, BANK)'])
    expect(forms(LIKE_IT)).toEqual([
      'calls itself "Harvest Bank"',
      'a party that calls itself "Harvest Bank"',
      'a party that calls itself "Harvest Bank" (not recorded by the cooperative)',
    ])
    expect(atStart(nameInSentence(LIKE_IT, english))).toMatch(/^A party that calls itself/)
  })
  test('where it has no number, no kind, or no name', () => {
    expect(fullName({ ...BANK, memberNo: null }, english)).toBe('Harvest Bank (institution)')
    expect(fullName({ ...BANK, kind: 'unknown' }, english)).toBe('Harvest Bank (BANK)')
    expect(fullName({ ...BANK, kind: 'unknown', memberNo: null }, english)).toBe('Harvest Bank')
    expect(forms(NAMELESS)).toEqual([null, null, null])
    expect(nameInSentence(NAMELESS, english)).toBe('a party without a recorded name')
  })
  test.each([
    'Harvest Bank (institution, BANK)',
    '" Harvest Bank (institution, BANK)',
    '\u201d Harvest Bank (institution, BANK) \u201c',
    'x\nHarvest Bank (institution, BANK)',
    `${'x'.repeat(100)}"`,
    ...[...'\u02ee\u02ba\u05f4\u301d\u2e42\u275e\u{1f676}\u3003', "''", '\u2019\u2019'].map(
      (mark) => `x${mark} (institution, BANK)`,
    ),
  ])('its own word stays within its quotation marks: %j', (name) => {
    for (const text of forms({ ...LIKE_IT, name }))
      expect(text).toMatch(
        /^(a party that )?calls itself "(?!.*(?:''|\u2019\u2019))[\p{L}\p{N} .,()'[\]+]*"( \(not recorded by the cooperative\))?$/u,
      )
  })
  test('by the word of neither', () => {
    expect(namesByOthers(['Harvest Bank'], 2, english)).toBe('"Harvest Bank", as others recorded it')
    expect(namesByOthers(['A', 'B', 'C'], 2, english)).toBe(
      '"A", "B" or one of 1 other name, as others recorded it',
    )
  })
  test('in a file that other programs read, without words', () => {
    expect([BANK, LIKE_IT, NAMELESS].map(nameInFile)).toEqual(['Harvest Bank', '"Harvest Bank"', null])
  })
  test('in a document for programs, where a member beside the name says whose word it is', () => {
    const rows = [{ party: 'a', name: BANK }, { of: { party_name: LIKE_IT } }, { name: NAMELESS }]
    const [name, of] = ['Harvest Bank', { party_name: 'Harvest Bank', party_name_by: 'itself' }]
    expect(JSON.parse(JSON.stringify(rows, namesAsText))).toEqual([
      { party: 'a', name },
      { of },
      { name: null },
    ])
  })
})
