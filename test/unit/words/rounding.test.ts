import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRounded, shownKg } from '../../../src/words/rounding.ts'

/** What people read of a mass. */

test.each([
  [0, 0],
  [63.5, 63.5],
  [1358.7534, 1358.75],
  [25.4012, 25.4],
  [1.005, 1.01],
  [8.345, 8.35],
  [0.005, 0.01],
  [0.0049, 0.005],
  [0.0004, 0.0004],
  [1e-7, 1e-7],
  [-246.105, -246.11],
  [1e21, 1e21],
  [9_007_199_254_740_992, 9_007_199_254_740_992],
])('%d kg is shown as %d', (kg, shown) => {
  expect(shownKg(kg)).toBe(shown)
  expect(isRounded(kg)).toBe(kg !== shown)
})

test('is off by at most half of the last digit, has that many digits, and is rounded only once', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (kg) => {
      const shown = shownKg(kg)
      expect(Math.abs(shown - kg)).toBeLessThanOrEqual(0.005 + Math.abs(kg) * 1e-15)
      expect(shownKg(shown)).toBe(shown)
      if (Math.abs(shown) >= 0.01) expect(String(shown)).toMatch(/^-?\d+(\.\d\d?)?$/)
      expect(Math.sign(shown)).toBe(Math.sign(kg) + 0)
    }),
  )
})
