import { expect, test } from 'vitest'
import { wayOf } from '../../../src/words/ways.ts'

/** How kilograms were found: only what was recorded in kilograms is said to have been. */

const record = (unit: string, normalized_kg?: number, flags: readonly string[] = []) => ({
  quantity: { unit },
  ...(normalized_kg === undefined ? {} : { normalized_kg }),
  derived: { kg: 45.8, flags },
})

test.each([
  ['kilograms', record('kg'), undefined, 'exact unit'],
  ['kilograms by their own factor', record('kg', 45.8), 'definitional', 'exact unit'],
  ['tonnes', record('t'), undefined, 'fixed factor'],
  ['pounds', record('lb', 45.8), 'definitional', 'fixed factor'],
  ['kilograms of another crop', record('kg', 45.8), 'published_standard', 'published standard'],
  ['bags', record('bag', 45.8), 'measured', 'weighed sample'],
  ['bags by a factor nobody knows', record('bag', 45.8), undefined, 'factor unknown'],
  ['another figure', record('lb', 45.8, ['conversion_mismatch']), 'definitional', 'not by its factor'],
  ['no kilograms', { derived: { kg: null, flags: [] } }, undefined, null],
] as const)('%s', (_name, from, kind, way) => {
  expect(wayOf(from, kind)).toBe(way)
})
