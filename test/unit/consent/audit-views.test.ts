import { describe, expect, test } from 'vitest'
import { isReading, viewsOf, wholeViews } from '../../../src/consent/audit-views.ts'
import { LOOKING } from '../../../src/tasks.ts'

describe('a reading', () => {
  test.each([
    ['a list that somebody of the staff looked at', 'party.list', 'done', 'a', null, true],
    ['records that were shown to them', 'list', 'disclosed', 'a', null, true],
    ['what a lender read', 'list', 'disclosed', undefined, 7, true],
    ['what a device fetched', 'changes', 'disclosed', undefined, 7, true],
    ['a reading that was refused', 'read', 'no_grant', 'a', null, false],
    ['a reading that a lender was refused', 'read', 'no_grant', undefined, 7, false],
    ['what somebody recorded', 'append', 'done', 'a', null, false],
    ['what a device recorded', 'append', 'done', undefined, 7, false],
    ['a paper that somebody asked for', 'receipt', 'done', 'a', null, false],
    ['what an operator typed', 'list', 'disclosed', undefined, null, false],
  ])('%s', (_what, action, outcome, staff, credential, isOne) => {
    expect(isReading({ action, outcome, credential }, staff)).toBe(isOne)
  })
})

/** Readings, newest first, each by its reader and its second. */
const readings = (...said: [reader: string, seconds: number][]) =>
  said.map(([reader, seconds], i) => ({
    n: 100 - i,
    at: new Date(Date.UTC(2026, 10, 30, 8, 0, 0) + seconds * 1000).toISOString(),
    ...(reader === 'bank' ? { staff: null, party: 'bank' } : { staff: reader, party: 'coop' }),
  }))
const numbers = (views: readonly (readonly { n: number }[])[]) => views.map((view) => view.map(({ n }) => n))

describe('the readings of one page', () => {
  test('are those of one reader, close to each other', () => {
    const said = readings(['a', 9], ['a', 8.5], ['b', 8], ['b', 8], ['b', 3], ['b', 1.5], ['a', 0])
    expect(numbers(viewsOf(said))).toEqual([[100, 99], [98, 97], [96, 95], [94]])
    expect(viewsOf([])).toEqual([])
  })

  test('are one page though another reader reads at the same time', () => {
    const said = readings(['bank', 9], ['a', 9], ['bank', 8], ['a', 8], ['bank', 7])
    expect(numbers(viewsOf(said))).toEqual([
      [100, 98, 96],
      [99, 97],
    ])
  })
})

test('a program that reads without end has a line for every two seconds', () => {
  const said = readings(['bank', 9], ['bank', 8], ['bank', 7], ['bank', 6], ['bank', 5])
  expect(numbers(viewsOf(said))).toEqual([
    [100, 99, 98],
    [97, 96],
  ])
})

test('all that tasks look at on pages is a reading, but what makes a paper', () => {
  const acts = [...LOOKING].filter(
    (task) => !isReading({ action: task, outcome: 'done', credential: null }, 'a'),
  )
  expect(acts.sort()).toEqual(['backup.read', 'grant.receipt'])
})

describe('what one page of the log shows', () => {
  const said = readings(['a', 30], ['bank', 21], ['b', 20.5], ['bank', 20], ['b', 19.5], ['bank', 19])

  test('is every view, where the log has no more', () => {
    expect(numbers(wholeViews(said, null).shown)).toEqual([[100], [99, 97, 95], [98, 96]])
  })

  test('leaves those that may go on to the next page, which begins behind the last one shown', () => {
    const { shown, next } = wholeViews(said, 95)
    expect([numbers(shown), next]).toEqual([[[100]], 100])
  })

  test('leaves what overlaps them too, so that nothing is shown twice or never', () => {
    const overlapping = readings(['a', 30], ['b', 20.5], ['bank', 19.9], ['b', 18.6], ['bank', 18.2])
    const { shown, next } = wholeViews(overlapping, 96)
    expect([numbers(shown), next]).toEqual([[[100]], 100])
  })

  test('is all of one view that is longer than a page', () => {
    const long = readings(['bank', 3], ['bank', 2], ['bank', 1])
    const { shown, next } = wholeViews(long, 98)
    expect([numbers(shown), next]).toEqual([[[100, 99, 98]], 98])
  })
})
