import { expect, test } from 'vitest'
import { type CheckStatus, worstOf } from '../../../src/appliance/doctor/check.ts'
import { sumOf } from '../../../src/appliance/doctor/doctor-command.ts'
import { must } from '../../../src/base/typed.ts'
import { languageOf } from '../../../src/words/language.ts'
import { englishWords, wordsIn } from '../../../src/words/words.ts'

/** What all checks of the doctor say together. */

const checks = (...standings: CheckStatus[]) => standings.map((standing) => ({ standing, facts: {} }))

test.each<[CheckStatus[], CheckStatus, string]>([
  [['good', 'good'], 'good', 'All is good.'],
  [['good', 'missing', 'missing'], 'missing', 'Not all is good: 2 missing.'],
  [['missing', 'caution'], 'caution', 'Not all is good: 1 note, 1 missing.'],
  [['unknown', 'caution'], 'unknown', 'Not all is good: 1 could not be checked, 1 note.'],
  [['bad', 'good', 'bad', 'missing'], 'bad', 'Not all is good: 2 faults, 1 missing.'],
])('%j: %s', (standings, worst, words) => {
  const made = checks(...standings)
  expect([worstOf(made), sumOf(englishWords(), made)]).toEqual([worst, words])
})

test('no check at all is not good', () => {
  expect(worstOf([])).toBe('unknown')
})

test.each([
  ['sw', 'Si kila kitu ni sawa: kasoro 2, 1 la kuzingatia, 1 linalokosekana.'],
  ['fr', 'Tout ne va pas bien\u00a0: 2 défauts, 1 remarque, 1 manquant.'],
])('%s: %s', (code, sum) => {
  const words = wordsIn(must(languageOf(code)), 'UTC')
  expect(sumOf(words, checks('bad', 'caution', 'missing', 'bad'))).toBe(sum)
})
