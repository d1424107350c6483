import { expect, test } from 'vitest'
import { netOf } from '../../../src/domain/net.ts'

/** Gross less tare, to the millionth, in one unit. */

const kg = (value: number) => ({ value, unit: 'kg' })

test.each([
  [90, 4.5, 85.5],
  [90.3, 4.2, 86.1],
  [0.3, 0.1, 0.2],
  [1_000_000.1, 0.000001, 1_000_000.099999],
  [5, 0, 5],
])('%d less %d is %d', (gross, tare, net) => {
  expect(netOf(kg(gross), kg(tare))).toEqual({ net: kg(net) })
})

test('nothing is left of a container that weighs as much as all of it, or more', () => {
  for (const tare of [90, 91]) expect(netOf(kg(90), kg(tare))).toEqual({ fault: 'nothing' })
})

test('two units are not subtracted from each other', () => {
  expect(netOf(kg(90), { value: 500, unit: 'g' })).toEqual({ fault: 'units' })
})
