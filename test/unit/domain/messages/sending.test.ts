import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import {
  isDueAgain,
  isWaiting,
  KEPT_MS,
  mayHaveBeenSent,
  type Outcome,
  planFor,
  type State,
  saidYesAt,
  stateAfter,
  stateAfterNews,
  unconfirmedChange,
} from '../../../../src/domain/messages/sending.ts'

const HOUR = 3_600_000
const NOON = 12 * 60
const member = { wants: true, wantsSinceMs: 0, phone: '+256700000001', isUnsure: false, sentToday: 0 }
const waiting = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ n, madeAtMs: 0, isDue: true, isTold: true }))
const SET = { hours: { from: 7 * 60, to: 19 * 60 }, mostADay: 5 }

describe('when messages are sent', () => {
  test.each<[string, Partial<typeof member>, number, number, readonly number[]]>([
    ['at noon', {}, NOON, 3, [1, 1, 1]],
    ['at seven', {}, 7 * 60, 1, [1]],
    ['before', {}, 7 * 60 - 1, 1, []],
    ['at 18:59', {}, 19 * 60 - 1, 1, [1]],
    ['at nineteen', {}, 19 * 60, 1, []],
    ['five', {}, NOON, 5, [1, 1, 1, 1, 1]],
    ['more are summed', {}, NOON, 9, [1, 1, 1, 1, 5]],
    ['after four', { sentToday: 4 }, NOON, 3, [3]],
    ['after five', { sentToday: 5 }, NOON, 3, []],
    ['to a number that changed', { isUnsure: true }, NOON, 3, []],
  ])('%s', (_, more, minute, count, sizes) => {
    const { send, stop, drop } = planFor({ ...member, ...more }, waiting(count), HOUR, minute, SET)
    expect(send.map((group) => group.length)).toEqual(sizes)
    expect([stop, drop]).toEqual([[], []])
  })
  test('without a yes or a number all are stopped, even at night', () => {
    for (const more of [{ wants: false }, { phone: null }])
      expect(planFor({ ...member, ...more }, waiting(2), 0, 0, SET)).toEqual({
        ...{ stop: [0, 1], drop: [], send: [] },
      })
  })
  test('other hours and another bound hold once they are set', () => {
    const night = { hours: { from: 20 * 60, to: 24 * 60 }, mostADay: 2 }
    const sizes = (minute: number) =>
      planFor(member, waiting(5), HOUR, minute, night).send.map((group) => group.length)
    expect([sizes(NOON), sizes(24 * 60 - 1)]).toEqual([[], [1, 4]])
  })
  test('what members are no longer told about is stopped, even at night', () => {
    const [first, second] = waiting(2)
    const both = [{ ...must(first), isTold: false }, must(second)]
    expect(planFor(member, both, 0, 0, SET)).toEqual({ stop: [0], drop: [], send: [] })
    expect(planFor(member, both, 0, NOON, SET)).toEqual({ stop: [0], drop: [], send: [[1]] })
  })
  test('what was made before the yes that stands is stopped, even at night', () => {
    const [first, second] = waiting(2)
    const both = [must(first), { ...must(second), madeAtMs: 5 }]
    const later = { ...member, wantsSinceMs: 5 }
    expect(planFor(later, both, 5, 0, SET)).toEqual({ stop: [0], drop: [], send: [] })
    expect(planFor(later, both, 5, NOON, SET)).toEqual({ stop: [0], drop: [], send: [[1]] })
  })
  test('what waited for days is no news', () => {
    expect(planFor(member, waiting(1), KEPT_MS + 1, 0, SET)).toEqual({ stop: [], drop: [0], send: [] })
  })
})

describe('what becomes of a message', () => {
  const again: Outcome = { state: 'failed', again: true, code: '' }
  test.each<[string, Outcome, number, number, State]>([
    ['taken', { state: 'sent' }, 1, 0, 'sent'],
    ['arrived at once', { state: 'delivered' }, 1, 0, 'delivered'],
    ['a first failure', again, 1, 0, 'again'],
    ['a second', again, 2, HOUR, 'again'],
    ['a third', again, 3, 2 * HOUR, 'failed'],
    ['after a day', again, 2, 24 * HOUR, 'failed'],
    ['no use', { ...again, again: false }, 1, 0, 'failed'],
    ['without credit, it was not tried', { ...again, pauses: true }, 3, 0, 'unreached'],
    ['a phone that sleeps', { state: 'unreached', code: '' }, 9, 0, 'unreached'],
    ['nobody knows', { state: 'unknown', code: '' }, 1, 0, 'unknown'],
  ])('%s', (_, outcome, tries, nowMs, expected) => {
    expect(stateAfter(outcome, { tries, firstAtMs: 0 }, nowMs)).toBe(expected)
  })
  test('news counts once, and only of what was sent', () => {
    expect(stateAfterNews('sent', { state: 'delivered' })).toBe('delivered')
    expect(stateAfterNews('sent', { state: 'sent' })).toBeNull()
    expect(stateAfterNews('delivered', again)).toBeNull()
    expect(stateAfterNews('failed', { state: 'delivered' })).toBeNull()
    expect(stateAfterNews('unknown', { state: 'delivered' })).toBeNull()
    // The question was refused, not the message.
    expect(stateAfterNews('sent', { ...again, pauses: true })).toBeNull()
  })
  test('after a start and a restore', () => {
    expect(mayHaveBeenSent({ state: 'sending', madeAt: 9 }, null)).toBe(true)
    expect(mayHaveBeenSent({ state: 'waiting', madeAt: 9 }, null)).toBe(false)
    expect(mayHaveBeenSent({ state: 'waiting', madeAt: 9 }, 10)).toBe(true)
    expect(mayHaveBeenSent({ state: 'waiting', madeAt: 11 }, 10)).toBe(false)
    expect(mayHaveBeenSent({ state: 'delivered', madeAt: 9 }, 10)).toBe(false)
  })
})

describe('a number that changed', () => {
  const stated = (...phones: string[]) =>
    phones.map((phone, i) => ({ seq: (i + 1) * 10, phone, goneAt: null }))
  test.each<[string, string[], string, number, number | null]>([
    ['the first', ['a'], 'a', 0, null],
    ['stated twice', ['a', 'a'], 'a', 0, null],
    ['changed', ['a', 'b'], 'b', 0, 20],
    ['confirmed', ['a', 'b'], 'b', 20, null],
    ['confirmed, and changed again', ['a', 'b', 'a'], 'a', 20, 30],
    ['the correction was taken back', ['a', 'b'], 'a', 0, null],
    ['changed, and a later mistake was taken back', ['a', 'b', 'c'], 'b', 0, 20],
    ['changed, stated again, and a later mistake was taken back', ['a', 'b', 'b', 'c'], 'b', 0, 20],
    ['confirmed before the mistake', ['a', 'b', 'c'], 'b', 20, null],
  ])('%s', (_, phones, phone, confirmed, expected) => {
    expect(unconfirmedChange(stated(...phones), phone, confirmed)).toBe(expected)
  })

  /** The second of two numbers is taken back by entry 50, so that the first one stands. */
  test.each<[string, number, number | null]>([
    ['a mistake that nobody confirmed', 0, null],
    ['a mistake, and the first number was confirmed before it', 15, null],
    ['after it was confirmed, as her own number', 30, 50],
    ['after it was confirmed at once', 20, 50],
    ['and the first number was confirmed again', 50, null],
    ['and the first number was confirmed later', 70, null],
  ])('was taken back: %s', (_, confirmed, expected) => {
    const [first, second] = stated('a', 'b')
    const both = [must(first), { ...must(second), goneAt: 50 }]
    expect(unconfirmedChange(both, 'a', confirmed)).toBe(expected)
  })
  test('taken back and stated again, it is unsure since it was stated again', () => {
    const [first, second, third] = stated('a', 'b', 'a')
    const all = [must(first), { ...must(second), goneAt: 25 }, must(third)]
    expect(unconfirmedChange(all, 'a', 22)).toBe(30)
    expect(unconfirmedChange(all, 'a', 30)).toBeNull()
  })
})

test.each<[string, boolean[], number | null]>([
  ['never', [false], null],
  ['from the beginning', [true, true], 10],
  ['later', [false, true, true], 20],
  ['again', [true, false, true], 30],
  ['a no that was taken back', [true, true, false], 10],
])('a yes: %s', (_, said, expected) => {
  expect(saidYesAt(said.map((wants, i) => ({ seq: (i + 1) * 10, wants })))).toBe(expected)
})

/** One member for some days: every step makes a message, changes the yes, lets time pass, or the gateway answers something. */
test('over any history nobody is told twice, too often, at night, or without a yes', () => {
  const step = fc.oneof(
    fc.constant('make' as const),
    fc.constant('yes' as const),
    fc.constant('no' as const),
    fc.constantFrom('sent', 'again', 'unreached', 'unknown', 'failed').map((said) => ({ said })),
    fc.integer({ min: 1, max: 9 * 60 }).map((minutes) => ({ minutes })),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      let [minutes, wants, answer] = [NOON, true, 'sent']
      const made = (n: number, madeAtMs: number) => ({
        ...{ n, madeAtMs, state: 'waiting' as State, atMs: 0, tries: 0, firstAtMs: null as number | null },
      })
      const messages: ReturnType<typeof made>[] = []
      /** When each message reached the member, itself or in a sum. */
      const heard = new Map<number, number>()
      const calls: number[] = []
      for (const one of steps) {
        const nowMs = minutes * 60_000
        if (one === 'make') messages.push(made(messages.length, nowMs))
        else if (one === 'yes' || one === 'no') wants = one === 'yes'
        else if ('said' in one) answer = one.said
        else minutes += one.minutes
        const open = messages.filter(({ state }) => isWaiting(state))
        const today = Math.floor(minutes / 1440)
        const plan = planFor(
          { ...member, wants, sentToday: calls.filter((at) => Math.floor(at / 1440) === today).length },
          open.map(({ n, madeAtMs, state, tries, atMs }) => ({
            n,
            madeAtMs,
            isDue: state !== 'again' || isDueAgain(tries, atMs, nowMs),
            isTold: true,
          })),
          nowMs,
          minutes % 1440,
          SET,
        )
        const at = (n: number) => messages[n] as (typeof messages)[number]
        for (const n of plan.stop) at(n).state = 'stopped'
        for (const n of plan.drop) at(n).state = 'failed'
        if (plan.send.length > 0) {
          expect(wants).toBe(true)
          expect(minutes % 1440).toBeGreaterThanOrEqual(7 * 60)
          expect(minutes % 1440).toBeLessThan(19 * 60)
        }
        for (const group of plan.send) {
          const outcome: Outcome =
            answer === 'sent'
              ? { state: 'sent' }
              : answer === 'unreached' || answer === 'unknown'
                ? { state: answer, code: '' }
                : { state: 'failed', again: answer === 'again', code: '' }
          if (outcome.state === 'sent' || outcome.state === 'unknown') calls.push(minutes)
          for (const n of group) {
            const message = at(n)
            expect(isWaiting(message.state)).toBe(true)
            if (outcome.state !== 'unreached') message.tries++
            message.firstAtMs ??= nowMs
            message.state = stateAfter(outcome, message, nowMs)
            message.atMs = nowMs
            if (outcome.state === 'sent' || outcome.state === 'unknown') {
              expect(heard.has(n)).toBe(false)
              heard.set(n, minutes)
            }
            expect(message.tries).toBeLessThanOrEqual(3)
          }
        }
        expect(calls.filter((call) => Math.floor(call / 1440) === today).length).toBeLessThanOrEqual(
          SET.mostADay,
        )
      }
    }),
    { numRuns: 2_000 },
  )
})
