import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { READ_TOGETHER, sharedOf } from '../../../../src/consent/subject-access/record-rows.ts'
import { RECORD_TYPES } from '../../../../src/domain/types/index.ts'

/** How the records of an answer are put together for people. */

describe('what rows have in common', () => {
  test('what all have is said above, what many have below, the rest with its row', () => {
    const lists = [
      ['weighed', 'a', 'late'],
      ['weighed', 'a'],
      ['counted', 'a'],
      ['weighed', 'a'],
    ]
    expect(sharedOf(lists)).toEqual({
      shared: ['a'],
      often: ['weighed'],
      own: [['late'], [], ['counted'], []],
    })
  })
  test('nothing is lost and nothing added', () => {
    const remark = fc.constantFrom<string>('a', 'b', 'c', 'd', 'e')
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(remark), { minLength: 1 }), (lists) => {
        const { shared, often, own } = sharedOf(lists)
        for (const [i, list] of lists.entries()) {
          const told = [...shared, ...often.filter((one) => list.includes(one)), ...(own[i] ?? [])]
          expect([...told].sort()).toEqual([...list].sort())
        }
      }),
    )
  })
})

test('every type of record is read once', () => {
  expect(READ_TOGETHER.flat().sort()).toEqual([...RECORD_TYPES].sort())
})
