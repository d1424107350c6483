import { describe, expect, test } from 'vitest'
import {
  isEndingTold,
  MESSAGE_KINDS,
  madeByRecord,
  NEWS_MS,
  type RecordTold,
  topicOf,
} from '../../../../src/domain/messages/made.ts'

const COOP = 'cooperative'
const DAY = 86_400_000

const record = (...parties: string[]) => ({ asserted_by: COOP, parties })
const told = (more: Partial<RecordTold>): RecordTold => ({
  type: 'delivery',
  act: 'recorded',
  record: record('a', COOP),
  before: null,
  by: COOP,
  occurredAtMs: 0,
  receivedAtMs: 0,
  ...more,
})
const made = (more: Partial<RecordTold>) =>
  madeByRecord(told(more), COOP).map(({ kind, party }) => `${party} ${kind}`)

describe('who is told what of a record', () => {
  test.each<[string, Partial<RecordTold>, string[]]>([
    ['recorded', {}, ['a delivery_recorded']],
    ['between two members', { record: record('a', 'b') }, ['a delivery_recorded', 'b delivery_recorded']],
    ['a payment', { type: 'payment' }, ['a payment_recorded']],
    ['corrected', { act: 'corrected', before: record('a', COOP) }, ['a delivery_corrected']],
    [
      'corrected to be another member’s',
      { act: 'corrected', record: record('b', COOP), before: record('a', COOP) },
      ['b delivery_recorded', 'a delivery_retracted'],
    ],
    ['taken back', { act: 'retracted' }, ['a delivery_retracted']],
    ['what others state is theirs to tell', { record: { asserted_by: 'a', parties: ['a', COOP] } }, []],
    ['what others correct too', { by: 'a', act: 'corrected' }, []],
    ['a past season that is entered later', { receivedAtMs: NEWS_MS + 1 }, []],
    [
      'its correction is news',
      { act: 'corrected', before: record('a'), receivedAtMs: NEWS_MS + 1 },
      ['a delivery_corrected'],
    ],
  ])('%s', (_, more, expected) => expect(made(more)).toEqual(expected))
})

test.each([
  [365, 15, false],
  [365, 14, true],
  [365, 1, true],
  [365, 0, false],
  [14, 7, false],
])('a consent for %i days of which %i are left: its end is told: %s', (days, left, expected) => {
  expect(isEndingTold({ receivedAtMs: 0, expiresAtMs: days * DAY }, (days - left) * DAY)).toBe(expected)
})

test('every kind but the sum has a topic that a manager may leave out', () => {
  const without = MESSAGE_KINDS.filter((kind) => topicOf(kind) === null)
  expect(without).toEqual(['several'])
  expect(new Set(MESSAGE_KINDS.map(topicOf))).toEqual(
    new Set([null, 'delivery', 'payment', 'consent', 'request', 'reader']),
  )
})
