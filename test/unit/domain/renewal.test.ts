import { expect, test } from 'vitest'
import { isDueForRenewal } from '../../../src/domain/consent.ts'
import { DAY_MS } from '../../../src/domain/time.ts'

/** When a person should be asked again. */

const NOW = 1_000 * DAY_MS
const live = { validFrom: 0, expiresAt: NOW + 1, endedAt: null }

test.each([
  ['a year old to the millisecond', live, NOW - 365 * DAY_MS, true],
  ['a millisecond younger', live, NOW - 365 * DAY_MS + 1, false],
  ['much older', live, 0, true],
  ['expired in this very millisecond', { ...live, expiresAt: NOW }, 0, false],
  ['revoked', { ...live, endedAt: NOW - 1 }, 0, false],
  ['not begun, though asked for long ago', { ...live, validFrom: NOW + 1, expiresAt: NOW + 2 }, 0, false],
  ['begun just now, though asked for long ago', { ...live, validFrom: NOW }, 0, true],
])('a consent that is %s', (_what, grant, givenAtMs, isDue) => {
  expect(isDueForRenewal(grant, givenAtMs, NOW, 365)).toBe(isDue)
})

test('after as many days as are set', () => {
  expect(isDueForRenewal(live, NOW - 30 * DAY_MS, NOW, 30)).toBe(true)
  expect(isDueForRenewal(live, NOW - 30 * DAY_MS, NOW, 31)).toBe(false)
})
