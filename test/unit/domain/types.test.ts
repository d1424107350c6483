import { expect, test } from 'vitest'
import { descriptors, GRANTABLE_TYPES, grantableCode, RECORD_TYPES } from '../../../src/domain/types/index.ts'

test('no two types have one number: a grant on one would open the other', () => {
  const codes = GRANTABLE_TYPES.map(grantableCode)
  expect(new Set(codes).size).toBe(GRANTABLE_TYPES.length)
  // Sets of types are bit masks of one integer.
  for (const code of codes) expect(code).toSatisfy((n: number) => Number.isInteger(n) && n > 0 && n < 31)
})

test('every type is described under its own name', () => {
  expect(RECORD_TYPES.map((type) => descriptors[type].type)).toEqual([...RECORD_TYPES])
})
