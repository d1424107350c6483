import { expect, test } from 'vitest'
import { codesIn, placesIn } from '../../../src/config/lists.ts'

test('codes and places are read as people write them in a setting and in a field', () => {
  expect(codesIn(' coffee_green, maize_grain;coffee_green\n')).toEqual(['coffee_green', 'maize_grain'])
  expect(placesIn('Main store, Bugoye; Kilembe  store\n\nMain store, Bugoye')).toEqual([
    'Main store, Bugoye',
    'Kilembe store',
  ])
  expect([codesIn(''), placesIn(' ; ')]).toEqual([[], []])
})
