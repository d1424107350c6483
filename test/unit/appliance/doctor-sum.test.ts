import { expect, test } from 'vitest'
import { type Check, type CheckStatus, worstOf } from '../../../src/appliance/doctor/check.ts'
import { sumOf } from '../../../src/appliance/doctor/doctor-command.ts'

/** What all checks of the doctor say together. */

const checks = (...standings: CheckStatus[]) =>
  standings.map(
    (standing, i): Check => ({
      ...{ number: i + 1, name: 'x', standing, finding: 'x', remedy: null, facts: {} },
    }),
  )

test.each<[CheckStatus[], CheckStatus, string]>([
  [['good', 'good'], 'good', 'All is good.'],
  [['good', 'missing', 'missing'], 'missing', 'Not all is good: 2 missing.'],
  [['missing', 'caution'], 'caution', 'Not all is good: 1 note, 1 missing.'],
  [['unknown', 'caution'], 'unknown', 'Not all is good: 1 could not be checked, 1 note.'],
  [['bad', 'good', 'bad', 'missing'], 'bad', 'Not all is good: 2 faults, 1 missing.'],
])('%j: %s', (standings, worst, words) => {
  const made = checks(...standings)
  expect([worstOf(made), sumOf(made)]).toEqual([worst, words])
})

test('no check at all is not good', () => {
  expect(worstOf([])).toBe('unknown')
})
