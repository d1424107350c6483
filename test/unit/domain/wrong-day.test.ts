import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/domain/time.ts'
import { type DayFacts, isDayItself, newestAfter, wrongDayOf } from '../../../src/domain/wrong-day.ts'

/** Which records of devices have a day that cannot be right. */

const NOW = Date.UTC(2026, 5, 28, 9)
const ENROLLED = NOW - 200 * DAY_MS
const facts = (some: Partial<DayFacts> = {}): DayFacts => ({
  occurredAtMs: NOW,
  recordedAtMs: NOW,
  receivedAtMs: NOW,
  enrolledAtMs: ENROLLED,
  newestMs: NOW - DAY_MS,
  ...some,
})
const both = (atMs: number) => facts({ occurredAtMs: atMs, recordedAtMs: atMs })

describe('a day', () => {
  test.each([
    ['of now', facts(), null],
    ['of weeks ago, from a phone that was offline', { ...both(NOW - 40 * DAY_MS), newestMs: null }, null],
    ['of weeks ago, sent in order', { ...both(NOW - 40 * DAY_MS), newestMs: NOW - 41 * DAY_MS }, null],
    ['of last year, typed by a person', facts({ occurredAtMs: NOW - 400 * DAY_MS }), null],
    ['at noon of today, received in the morning', facts({ occurredAtMs: NOW + 3 * 3_600_000 }), null],
    ['of a phone minutes slow at its enrolment', { ...both(ENROLLED - 5 * 60_000), newestMs: null }, null],
    ['of 1970', both(5 * 60_000), 'wrong_clock'],
    ['before the device was enrolled', both(ENROLLED - 2 * DAY_MS), 'wrong_clock'],
    ['after a step back of years within its enrolment', both(NOW - 100 * DAY_MS), 'wrong_clock'],
    ['that a person stated against the clock', facts({ recordedAtMs: NOW - 637 * DAY_MS }), 'wrong_clock'],
    ['of next week', both(NOW + 7 * DAY_MS), 'after_receipt'],
  ] as const)('%s', (_, given, why) => {
    expect(wrongDayOf(given)).toBe(why)
  })
})

test('a clock that is set right after it ran ahead was not set back', () => {
  const ahead = both(NOW + 300 * DAY_MS)
  expect(newestAfter(ahead)).toBe(ahead.newestMs)
  expect(wrongDayOf(facts({ newestMs: newestAfter(ahead) }))).toBeNull()
  expect(newestAfter(facts())).toBe(NOW)
})

test('the day itself is wrong, or only the clock that recorded it', () => {
  expect([isDayItself(both(5)), isDayItself(both(NOW + 7 * DAY_MS))]).toEqual([true, true])
  expect(isDayItself(facts({ recordedAtMs: NOW - 637 * DAY_MS }))).toBe(false)
})

test('a day is after the receipt from the day after the next on', () => {
  const of = (occurredAtMs: number) =>
    wrongDayOf({ occurredAtMs, recordedAtMs: occurredAtMs, receivedAtMs: 0, enrolledAtMs: 0, newestMs: null })
  expect([of(86_400_000), of(86_400_001)]).toEqual([null, 'after_receipt'])
})
