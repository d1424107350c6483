import { describe, expect, test } from 'vitest'
import { isPageReading, viewsOf } from '../../../src/consent/audit-views.ts'

describe('a reading of a page', () => {
  test.each([
    ['a list that somebody of the staff looked at', 'party.list', 'done', 'a', true],
    ['records that were shown to them', 'list', 'disclosed', 'a', true],
    ['what a lender read', 'list', 'disclosed', undefined, false],
    ['a reading that was refused', 'read', 'no_grant', 'a', false],
    ['what somebody recorded', 'append', 'done', 'a', false],
    ['a paper that somebody asked for', 'receipt', 'done', 'a', false],
  ])('%s', (_what, action, outcome, staff, isReading) => {
    expect(isPageReading({ action, outcome }, staff)).toBe(isReading)
  })
})

test('readings of one person, close to each other, are one view', () => {
  const at = (seconds: number, staff: string | null) => ({
    at: new Date(Date.UTC(2026, 10, 30, 8, 0, 0) + seconds * 1000).toISOString(),
    staff,
  })
  const readings = [at(9, 'a'), at(8.5, 'a'), at(8, 'b'), at(8, 'b'), at(3, 'b'), at(1.5, 'b'), at(0, 'a')]
  expect(viewsOf(readings).map((view) => view.length)).toEqual([2, 2, 2, 1])
  expect(viewsOf([])).toEqual([])
})
