import { describe, expect, test } from 'vitest'
import {
  isEndingTold,
  type LastTold,
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
  ...{ isForked: false, left: [], lastTold: () => null },
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
      'but its correction',
      { act: 'corrected', before: record('a'), receivedAtMs: NEWS_MS + 1 },
      ['a delivery_corrected'],
    ],
    ['corrected while another contradicts it', { act: 'corrected', before: record('a'), isForked: true }, []],
    [
      'corrected, while another contradicts it, to be another member’s',
      { act: 'corrected', record: record('b'), before: record('a'), isForked: true },
      ['a delivery_retracted'],
    ],
  ])('%s', (_, more, expected) => expect(made(more)).toEqual(expected))
})

describe('who is told what of a retraction', () => {
  const lastTold = (what: LastTold | null) => () => what
  test.each<[string, Partial<RecordTold>, string[]]>([
    ['nothing is left', { lastTold: lastTold('other') }, ['a delivery_retracted']],
    ['nothing was left before, as was told', { lastTold: lastTold('gone') }, []],
    ['an older version; what counts was told', { left: [record('a')], lastTold: lastTold('counting') }, []],
    ['what is left is told', { left: [record('a')], lastTold: lastTold('other') }, ['a delivery_corrected']],
    ['to one who said yes later', { left: [record('a')] }, ['a delivery_corrected']],
    ['of a payment', { type: 'payment', left: [record('a')] }, ['a payment_corrected']],
    ['what is left is another’s', { left: [record('b')] }, ['b delivery_recorded', 'a delivery_retracted']],
    [
      'what is left is another’s, whom an earlier version named',
      { left: [record('b')], lastTold: (party) => (party === 'b' ? 'gone' : 'counting') },
      ['b delivery_recorded', 'a delivery_retracted'],
    ],
    ['what is left was stated by another', { left: [{ asserted_by: 'a', parties: ['a'] }] }, []],
    ['two are left', { isForked: true, left: [record('a'), record('a')], lastTold: lastTold('other') }, []],
    [
      'two are left, both another’s',
      { isForked: true, left: [record('b'), record('b')], lastTold: lastTold('other') },
      ['a delivery_retracted'],
    ],
    ['one was left, and is contradicted by now', { isForked: true, left: [record('a')] }, []],
    ['by another', { by: 'a', left: [record('a')] }, []],
  ])('%s', (_, more, expected) => expect(made({ act: 'retracted', ...more })).toEqual(expected))
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
