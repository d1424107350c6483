import { expect, test } from 'vitest'
import { backOffMs, batchState, isBatchDue, isStale } from '../../../../src/domain/anchoring.ts'

const HOUR_MS = 3_600_000

test('the state of a batch follows from its attempts and from what was published later', () => {
  const state = (isPublished: boolean, failures: number, isLaterPublished: boolean) =>
    batchState({ isPublished, failures, isLaterPublished })
  expect(state(false, 0, false)).toBe('pending')
  expect(state(false, 3, false)).toBe('failed')
  expect([state(false, 0, true), state(false, 3, true)]).toEqual(['covered', 'covered'])
  for (const failures of [0, 3])
    for (const later of [false, true]) expect(state(true, failures, later)).toBe('published')
})

test('a batch is due a day after the last by either clock, and never when nothing came', () => {
  const due = (hasGrown: boolean, clockHours: number, runHours: number, isNamedAnew = false) =>
    isBatchDue({ hasGrown, isNamedAnew, clockMs: clockHours * HOUR_MS, runMs: runHours * HOUR_MS })
  expect([due(true, 24, 0), due(true, 0, 24), due(true, -9_000, 24)]).not.toContain(false)
  expect([due(true, 23.9, 0), due(false, 9_000, 9_000)]).not.toContain(true)
  // After a restore it is due at once.
  expect([due(true, 0, 0, true), due(false, 0, 0, true)]).toEqual([true, false])
})

test('a publisher that fails is left alone for longer and longer, up to six hours', () => {
  expect([0, 1, 2, 3, 9, 10, 500].map((failures) => backOffMs(failures) / 60_000)).toEqual([
    0, 1, 2, 4, 256, 360, 360,
  ])
})

test('publication has fallen behind when an entry waits for more than two days, and there is a publisher', () => {
  expect([isStale(true, 0, 48 * HOUR_MS), isStale(true, 0, 48 * HOUR_MS + 1)]).toEqual([false, true])
  expect(isStale(false, 0, 900 * HOUR_MS)).toBe(false)
  expect(isStale(true, null, 900 * HOUR_MS)).toBe(false)
})
