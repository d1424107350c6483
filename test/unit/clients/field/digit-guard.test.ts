import { expect, test } from 'vitest'
import { knownOf, slipIn } from '../../../../src/clients/field/rules/digit-guard.ts'
import { part } from '../../../support/field/part.ts'

/** What a phone asks about before a weight is saved. */

let made = 0
const delivery = (value: number, more: object = {}) =>
  part({
    id: `id-${++made}`,
    type: 'delivery',
    from_party: 'grace',
    crop: 'maize_grain',
    quantity: { value, unit: 'kg' },
    occurred_at: new Date(1_000 * made).toISOString(),
    ...more,
  })

test('one earlier delivery is enough: a point that was lost, and one that was gained', () => {
  const before = delivery(62.5)
  expect(slipIn(delivery(625), [before])).toEqual({ kg: 625, lastKg: 62.5 })
  expect(slipIn(delivery(6.25), [before, before])).toEqual({ kg: 6.25, lastKg: 62.5 })
  expect(slipIn(delivery(58), [before])).toBeNull()
})

test('the last one is the newest of the member and the crop, in kilograms', () => {
  const records = [
    delivery(62.5),
    delivery(6, { quantity: { value: 6, unit: 'bag' }, normalized_kg: 600 }),
    delivery(3, { crop: 'beans_dry' }),
    delivery(4, { from_party: 'peter' }),
    delivery(5, { quantity: { value: 5, unit: 'heap' } }),
    delivery(1, { type: 'harvest', producer: 'grace' }),
  ]
  expect(slipIn(delivery(60), records.reverse())).toEqual({ kg: 60, lastKg: 600 })
})

test('what was corrected or taken back is no earlier delivery, nor is the record that is corrected', () => {
  const wrong = delivery(625)
  const right = delivery(62.5, { supersedes: wrong.id })
  expect(slipIn(delivery(60), [right, wrong])).toBeNull()
  const back = part({ id: 'back', type: 'retraction', target_id: right.id })
  expect(slipIn(delivery(625), [right, wrong, back])).toBeNull()
  expect(slipIn(delivery(62.5), [wrong], wrong.id)).toBeNull()
})

test('nothing is asked of what has no kilograms, or comes first', () => {
  expect(slipIn(delivery(5, { quantity: { value: 5, unit: 'heap' } }), [delivery(62.5)])).toBeNull()
  expect(slipIn(delivery(5_000), [])).toBeNull()
  expect(slipIn(part({ type: 'payment', payer: 'grace' }), [delivery(62.5)])).toBeNull()
})

test('a record that the office refused is no earlier delivery, and what it would correct stays one', () => {
  const first = delivery(62.5)
  const refused = delivery(625)
  const correction = delivery(6_250, { supersedes: first.id })
  const entries = [first, refused, correction].map((record) => ({
    state: record === first ? ('accepted' as const) : ('rejected' as const),
    record,
  }))
  expect(slipIn(delivery(600), knownOf(entries, []))).toEqual({ kg: 600, lastKg: 62.5 })
  const fed = delivery(60)
  expect(slipIn(delivery(600), knownOf(entries, [fed]))).toEqual({ kg: 600, lastKg: 60 })
})
