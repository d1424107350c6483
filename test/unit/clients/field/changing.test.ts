import { describe, expect, test } from 'vitest'
import {
  answered,
  correct,
  isForNow,
  queued,
  sendAgain,
  sentOnceMore,
  takeBack,
} from '../../../../src/clients/field/rules/changing.ts'
import type { Entry, Refusal } from '../../../../src/clients/field/rules/entry.ts'
import { after, entryOf, makes, part } from '../../../support/field/part.ts'

/** What becomes of the queue when people change their minds, and when the service answers. */

const entry = (id: string, more: Partial<Entry> = {}, says: object = {}): Entry =>
  entryOf(id, more, { crop: 'coffee', ...says })
const refusal: Refusal = { code: 'schema_violation', status: 422, title: 'No' }
const told = (entries: readonly Entry[]) =>
  entries.map(({ state, record }) => ({
    state,
    id: record.id,
    ...(record.supersedes === undefined ? {} : { supersedes: record.supersedes }),
    ...(record.target_id === undefined ? {} : { target_id: record.target_id }),
    ...(record.crop === undefined ? {} : { crop: record.crop }),
  }))
const tea = part({ type: 'delivery', crop: 'tea' })

describe('a correction', () => {
  test.each(['draft', 'waiting'] as const)(
    'of a %s entry that the service cannot have is made in place',
    (state) => {
      const one = entry('a', { state })
      expect(told(after([one], correct([one], one, tea, makes())))).toEqual([{ state, id: 'a', crop: 'tea' }])
    },
  )
  test('of one that may be sent is a record of its own, which supersedes it', () => {
    const one = entry('a', { mayBeSent: true })
    const [first, second] = after([one], correct([one], one, tea, makes()))
    expect(first).toBe(one)
    expect(second?.record).toMatchObject({ crop: 'tea', supersedes: 'a' })
    expect(second?.record.id).not.toBe('a')
  })
  test('a second one changes the first, while that cannot have been sent', () => {
    const one = entry('a', { state: 'accepted' })
    const once = after([one], correct([one], one, tea, makes()))
    const twice = after(once, correct(once, one, part({ type: 'delivery', crop: 'cocoa' }), makes()))
    expect(twice).toHaveLength(2)
    expect(twice[1]?.record).toMatchObject({ id: once[1]?.record.id, crop: 'cocoa', supersedes: 'a' })
  })
  test('follows the newest version that was accepted', () => {
    const first = entry('a', { state: 'accepted' })
    const second = entry('b', { state: 'accepted' }, { supersedes: 'a' })
    const rows = correct([first, second], first, tea, makes())
    expect([...(rows?.values() ?? [])][0]?.record).toMatchObject({ supersedes: 'b' })
  })
  test('of a rejected record sends it again, with its id', () => {
    const one = entry('a', { state: 'rejected', refusal })
    const [mended] = after([one], correct([one], one, tea, makes()))
    expect(mended).toMatchObject({ state: 'waiting', record: { id: 'a', crop: 'tea' } })
    expect(mended?.refusal).toBeUndefined()
  })
  test('of one whose id was refused gives it another id, and what names it follows', () => {
    const one = entry('a', { state: 'rejected', refusal: { ...refusal, code: 'id_conflict' } })
    const namer = entry(
      'c',
      { state: 'rejected', refusal },
      { type: 'delivery_confirmation', delivery_id: 'a' },
    )
    const [mended, follower] = after([one, namer], correct([one, namer], one, tea, makes()))
    expect(mended?.record.id).not.toBe('a')
    expect(follower).toMatchObject({ state: 'waiting', record: { delivery_id: mended?.record.id } })
  })
  test('of one that was taken back is refused', () => {
    const one = entry('a', { state: 'accepted' })
    const entries = after([one], takeBack([one], one, 'duplicate', makes()))
    expect(correct(entries, one, tea, makes())).toBeNull()
  })
  test('of a correction that was rejected keeps what it supersedes', () => {
    const one = entry('b', { state: 'rejected', refusal }, { supersedes: 'a' })
    expect(told(after([one], correct([one], one, tea, makes())))).toEqual([
      { state: 'waiting', id: 'b', supersedes: 'a', crop: 'tea' },
    ])
  })
})

describe('taking back', () => {
  test('removes what the service cannot have, with what names it', () => {
    const one = entry('a')
    const namer = entry('c', {}, { type: 'delivery_confirmation', delivery_id: 'a' })
    const other = entry('d')
    expect(after([one, namer, other], takeBack([one, namer, other], one, 'other', makes()))).toEqual([other])
  })
  test('of what may be sent follows it as a retraction, once', () => {
    const one = entry('a', { mayBeSent: true })
    const once = after([one], takeBack([one], one, 'duplicate', makes()))
    expect(once[1]?.record).toMatchObject({ type: 'retraction', target_id: 'a', reason: 'duplicate' })
    expect(after(once, takeBack(once, one, 'duplicate', makes()))).toEqual(once)
  })
  test('takes the correction that waits along', () => {
    const one = entry('a', { state: 'accepted' })
    const corrected = after([one], correct([one], one, tea, makes()))
    const back = after(corrected, takeBack(corrected, one, 'other', makes()))
    expect(told(back)).toEqual([
      { state: 'accepted', id: 'a', crop: 'coffee' },
      { state: 'waiting', id: expect.any(String), target_id: 'a' },
    ])
  })
  test('names the newest version that the service has', () => {
    const first = entry('a', { state: 'accepted' })
    const second = entry('b', { state: 'accepted' }, { supersedes: 'a' })
    const rows = takeBack([first, second], first, 'other', makes())
    expect([...(rows ?? []).values()][0]?.record).toMatchObject({ target_id: 'b' })
  })
})

describe('an answer', () => {
  const now = { nowMs: 5000 }
  test.each(['accepted', 'replayed'] as const)('%s lets the record leave the queue', (status) => {
    const one = entry('a', { mayBeSent: true })
    const [row] = after([one], answered([one], [one], [{ id: 'a', status }], now))
    expect(row).toMatchObject({ state: 'accepted', acceptedAt: 5000, mayBeSent: false })
  })
  test('rejected keeps it, with the reason', () => {
    const one = entry('a', { mayBeSent: true })
    const rows = answered([one], [one], [{ id: 'a', status: 'rejected', problem: refusal }], now)
    expect(after([one], rows)[0]).toMatchObject({ state: 'rejected', refusal, mayBeSent: false })
  })
  test.each([503, 507, 429])('of a service that refuses for now (%i) leaves it waiting', (status) => {
    const one = entry('a', { mayBeSent: true })
    const problem = { code: 'overloaded', status, title: '' }
    expect(isForNow(problem)).toBe(true)
    expect(answered([one], [one], [{ id: 'a', status: 'rejected', problem }], now).size).toBe(0)
  })
  test('that is short, or about other records, changes nothing else', () => {
    const both = [entry('a', { mayBeSent: true }), entry('b', { mayBeSent: true })]
    expect(answered(both, both, [], now).size).toBe(0)
    const wrong = [{ id: 'x', status: 'accepted' as const }]
    expect(answered(both, both, wrong, now).size).toBe(0)
  })
  test('that rejects a record which was corrected meanwhile lets the correction take its place', () => {
    const one = entry('a', { mayBeSent: true })
    const entries = after([one], correct([one], one, tea, makes()))
    const rows = answered(entries, [one], [{ id: 'a', status: 'rejected', problem: refusal }], now)
    expect(told(after(entries, rows))).toEqual([{ state: 'waiting', id: 'a', crop: 'tea' }])
  })
  test('that rejects a record which was taken back meanwhile removes both', () => {
    const one = entry('a', { mayBeSent: true })
    const entries = after([one], takeBack([one], one, 'other', makes()))
    const rows = answered(entries, [one], [{ id: 'a', status: 'rejected', problem: refusal }], now)
    expect(after(entries, rows)).toEqual([])
  })
})

test('a draft is sent once it is queued; a rejected record is sent again as it is', () => {
  const draft = entry('a', { state: 'draft' })
  expect(told(after([draft], queued(draft)))).toEqual([{ state: 'waiting', id: 'a', crop: 'coffee' }])
  const one = entry('b', { state: 'rejected', refusal })
  expect(after([one], sendAgain([one], one, makes()))[0]).toMatchObject({
    state: 'waiting',
    record: { id: 'b' },
  })
})

test('a restored service is sent everything that was accepted once more', () => {
  const kept = [entry('a', { state: 'accepted', acceptedAt: 3 })]
  expect(after(kept, sentOnceMore(kept))).toEqual([entry('a', { mayBeSent: true })])
})
