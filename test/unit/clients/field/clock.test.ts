import { describe, expect, test } from 'vitest'
import { PhoneClock } from '../../../../src/clients/field/engine/clock.ts'
import {
  afterReply,
  afterStated,
  type ClockMemory,
  happening,
  isInDoubt,
  reliedOn,
  timeNow,
} from '../../../../src/clients/field/rules/clock.ts'
import { dayOf } from '../../../../src/clients/field/rules/drafts.ts'
import { catalogues } from '../../../../src/words/catalogues.ts'
import { spanOf } from '../../../../src/words/span.ts'

/** A phone whose clock falls back, by an empty battery or by hand. */

const MINUTE = 60_000
const DAY = 86_400_000
/** Noon: no day begins near it, wherever the test runs. */
const NOW = new Date('2026-06-28T12:00:00').getTime()
const relied: ClockMemory = { seenMs: NOW, statedDays: 0 }

describe('a clock earlier than when it was last relied on', () => {
  test.each([
    ['years back', NOW - 637 * DAY, true],
    ['in 1970', 5 * MINUTE, true],
    ['more than an hour back', NOW - 61 * MINUTE, true],
    ['as uneven as clocks are', NOW - 59 * MINUTE, false],
    ['going on', NOW + 1, false],
    ['after weeks without a network', NOW + 40 * DAY, false],
  ])('%s', (_, nowMs, isBack) => {
    expect(isInDoubt(relied, nowMs)).toBe(isBack)
  })
  test('a record moves the mark on, and never back', () => {
    expect(reliedOn(relied, NOW + DAY).seenMs).toBe(NOW + DAY)
    expect(reliedOn(relied, NOW - MINUTE).seenMs).toBe(NOW)
  })
})

describe('a reply of the service', () => {
  test('that agrees makes the clock right, even after it once ran ahead', () => {
    const wasAhead = { seenMs: NOW + 700 * DAY, statedDays: 0 }
    expect(isInDoubt(wasAhead, NOW)).toBe(true)
    expect(afterReply(wasAhead, NOW, 90_000)).toEqual({ seenMs: NOW, statedDays: 0 })
  })
  test('that is later shows a clock that was wrong from the beginning', () => {
    const always = { seenMs: NOW - 637 * DAY, statedDays: 0 }
    const next = afterReply(always, NOW - 637 * DAY, -637 * DAY)
    expect(isInDoubt(next, NOW - 637 * DAY)).toBe(true)
    expect(isInDoubt(next, NOW)).toBe(false)
  })
  test('that shows a clock ahead: the clock is not set back once it is right, but if it falls behind the reply', () => {
    const ahead = { seenMs: NOW + 700 * DAY, statedDays: 0 }
    const next = afterReply(ahead, NOW + 700 * DAY, 700 * DAY)
    expect(isInDoubt(next, NOW + MINUTE)).toBe(false)
    expect(isInDoubt(next, NOW - DAY)).toBe(true)
  })
  test('keeps the day that a person stated if it has that day too, else the person is asked again', () => {
    const wrongMs = NOW - 637 * DAY
    const right = afterStated(wrongMs, dayOf(NOW))
    expect(afterReply(right, wrongMs, -637 * DAY)).toMatchObject({ statedDays: 637 })
    const mistaken = afterStated(wrongMs, dayOf(NOW - 30 * DAY))
    const next = afterReply(mistaken, wrongMs, -637 * DAY)
    expect([next.statedDays, isInDoubt(next, wrongMs)]).toEqual([0, true])
  })
})

describe('a person who states the day', () => {
  test('that the clock shows is believed: it was wrong before', () => {
    const memory = afterStated(NOW - 400 * DAY, dayOf(NOW - 400 * DAY))
    expect([isInDoubt(memory, NOW - 400 * DAY), memory.statedDays]).toEqual([false, 0])
    expect(timeNow(memory, NOW - 400 * DAY)).toBe(NOW - 400 * DAY)
  })
  test.each([
    ['another day', dayOf(NOW)],
    ['an earlier day', dayOf(NOW - 700 * DAY)],
  ])('%s: what is recorded carries it without an hour, and the days go on with the clock', (_, day) => {
    const clockMs = NOW - 637 * DAY
    const memory = afterStated(clockMs, day)
    expect(isInDoubt(memory, clockMs)).toBe(false)
    for (const days of [0, 1, 40]) {
      const at = clockMs + days * DAY
      const expected = dayOf(Date.parse(`${day}T12:00:00`) + days * DAY)
      expect(dayOf(timeNow(memory, at))).toBe(expected)
      expect(happening(memory, at)).toEqual({
        occurred_at: new Date(`${expected}T12:00:00`).toISOString(),
        occurred_at_precision: 'day',
      })
    }
  })
  test.each([
    ['years', 637],
    ['a few days', 4],
    ['a day', 1],
  ])('is asked again once a clock that was %s behind may be right again', (_, days) => {
    const memory = afterStated(NOW - days * DAY, dayOf(NOW))
    expect(memory.statedDays).toBe(days)
    for (const hours of [0, 6, 11])
      expect(isInDoubt(memory, NOW - days * DAY + hours * 3_600_000)).toBe(false)
    expect(isInDoubt(memory, NOW - 6 * 3_600_000)).toBe(true)
    expect(isInDoubt(memory, NOW)).toBe(true)
    const again = afterStated(NOW, dayOf(NOW))
    expect([isInDoubt(again, NOW), happening(again, NOW)]).toEqual([
      false,
      { occurred_at: new Date(NOW).toISOString() },
    ])
  })
  test('is asked again when the clock is set back once more', () => {
    const memory = afterStated(NOW, dayOf(NOW + 5 * DAY))
    expect(isInDoubt(memory, NOW - DAY)).toBe(true)
  })
})

test('a difference of clocks is in the unit that people use, in every language', () => {
  const cases = [
    [917_676 * MINUTE, 'days', 637],
    [5 * MINUTE, 'minutes', 5],
    [61 * 60 * MINUTE, 'hours', 61],
  ] as const
  for (const [ms, unit, count] of cases) expect(spanOf(ms)).toEqual({ unit, count })
  for (const read of Object.values(catalogues))
    for (const key of ['field.clockAhead', 'field.clockBehind', 'field.clock.setBack'])
      expect(read?.().messages[key]).toMatch(/^(?!.*minutes).*\{time\}/)
})

test('a day that a person states while the disk is read stays', async () => {
  let found: (kept: ClockMemory | null) => void = () => {}
  const kept: unknown[] = []
  const clock = new PhoneClock({
    records: { all: [] },
    telling: { changed: () => {} },
    kept: () => new Promise((resolve) => (found = resolve as typeof found)),
    keep: async (_name: string, value: unknown) => void kept.push(value),
  } as unknown as ConstructorParameters<typeof PhoneClock>[0])
  const later = { seenMs: Date.now() + 30 * 86_400_000, statedDays: 0 }
  const first = clock.load()
  found(later)
  await first
  expect(clock.isInDoubt).toBe(true)
  const again = clock.load()
  await clock.state(dayOf(Date.now() + 30 * 86_400_000))
  found(later)
  await again
  expect([clock.isInDoubt, clock.isStated]).toEqual([false, true])
  expect(kept).toHaveLength(1)
})
