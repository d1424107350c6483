import { expect, test } from 'vitest'
import { hoursIn, TOPICS, topicsIn } from '../../../src/config/message-settings.ts'

/** When, and about what, members are sent messages. */

test.each([
  ['07:00-19:00', 420, 1140],
  [' 7:30 – 24:00 ', 450, 1440],
  ['00:00-00:01', 0, 1],
])('hours of a day: %s', (text, from, to) => expect(hoursIn(text)).toEqual({ from, to }))

test.each(['', '-', ...'07:00 19:00-07:00 07:00-07:00 07:60-08:00 7-19 07:00-24:30 07:00-25:00'.split(' ')])(
  'no hours of a day: %s',
  (text) => expect(() => hoursIn(text)).toThrow('two times of a day'),
)

test('topics stand in their order; none named are all', () => {
  expect(topicsIn('')).toEqual(TOPICS)
  expect(topicsIn('payment, delivery')).toEqual(['delivery', 'payment'])
  expect(() => topicsIn('delivery,weather')).toThrow('delivery, payment, consent')
})
