import { expect, test } from 'vitest'
import { currentStatements } from '../../../../src/domain/derived/due-diligence.ts'

/** Which statements of a lot stand. */

type Statement = Parameters<typeof currentStatements>[0][number]

const by = (asserted_by: string, id: string, more: Partial<Statement> = {}) =>
  ({ id, asserted_by, filed_by: asserted_by, ...more }) as Statement
const current = (...some: Statement[]) => currentStatements(some).map(({ id }) => id)

test('one that another stands for is none of them, however many amendments there were', () => {
  const chain = [by('mill', 'a'), by('mill', 'b', { replaces: 'a' }), by('mill', 'c', { replaces: 'b' })]
  expect(current(...chain)).toEqual(['c'])
  expect(current(...chain.toReversed())).toEqual(['c'])
})

test.each(['rejected', 'withdrawn', 'grouped', 'obsolete'] as const)('one that was %s is none', (status) => {
  expect(current(by('mill', 'a', { status }))).toEqual([])
})
test.each(['submitted', 'available', 'archived', undefined] as const)('one that is %s is one', (status) => {
  expect(current(by('mill', 'a', status === undefined ? {} : { status }))).toEqual(['a'])
})

test('what was amended does not stand again when the amendment is withdrawn', () => {
  expect(current(by('mill', 'a'), by('mill', 'b', { replaces: 'a', status: 'withdrawn' }))).toEqual([])
})

test.each([
  ['its asserter', by('coop', 'a', { filed_by: 'mill' }), by('coop', 'b', { replaces: 'a' }), ['b']],
  ['its filer', by('coop', 'a', { filed_by: 'mill' }), by('mill', 'b', { replaces: 'a' }), ['b']],
  ['its filer’s delegate', by('mill', 'a'), by('clerk', 'b', { replaces: 'a', on_behalf_of: 'mill' }), ['b']],
  ['its principal', by('clerk', 'a', { on_behalf_of: 'mill' }), by('mill', 'b', { replaces: 'a' }), ['b']],
  ['somebody else', by('mill', 'a'), by('rival', 'b', { replaces: 'a' }), ['a', 'b']],
  ['in its filer’s name', by('mill', 'a'), by('rival', 'b', { replaces: 'a', filed_by: 'mill' }), ['a', 'b']],
])('replaced by %s', (_, one, other, expected) => {
  expect(current(one, other)).toEqual(expected)
})

test('in a circle none replaces another; what hangs on the circle is replaced', () => {
  const [a, b] = [by('mill', 'a', { replaces: 'b' }), by('mill', 'b', { replaces: 'a' })]
  expect(current(a, b)).toEqual(['a', 'b'])
  expect(current(a, b, by('mill', 'c', { replaces: 'a' }))).toEqual(['b', 'c'])
  expect(current(by('mill', 'd', { replaces: 'd' }))).toEqual(['d'])
})

test('what it names that is not there is not missed', () => {
  expect(current(by('mill', 'a', { replaces: 'gone' }))).toEqual(['a'])
})

test('10,000 amendments of one another are done at once: each is looked at once, not each for each', () => {
  const chain = Array.from({ length: 10_000 }, (_, i) => {
    const reads = { count: 0 }
    const one = by('mill', `${i}`, i === 0 ? {} : { replaces: `${i - 1}` })
    Object.defineProperty(one, 'replaces', {
      get: () => {
        reads.count++
        return i === 0 ? undefined : `${i - 1}`
      },
    })
    return { one, reads }
  })
  expect(current(...chain.map(({ one }) => one))).toEqual(['9999'])
  for (const { reads } of chain) expect(reads.count).toBeLessThanOrEqual(2)
})
