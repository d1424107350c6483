import { describe, expect, test } from 'vitest'
import { Chains } from '../../../../src/clients/field/rules/chains.ts'
import { answered, correct, sentOnceMore, takeBack } from '../../../../src/clients/field/rules/changing.ts'
import {
  canConfirm,
  confirmed,
  counterpartyOf,
  givenToken,
  isTooEarly,
  isWithoutToken,
  takenToken,
  toConfirm,
  tokensToSend,
} from '../../../../src/clients/field/rules/confirmer.ts'
import type { Entry, SentRecord } from '../../../../src/clients/field/rules/entry.ts'
import type { FedRecord } from '../../../../src/clients/field/rules/members.ts'
import { nextBatch } from '../../../../src/clients/field/rules/sending.ts'
import { after, entryOf, makes, part } from '../../../support/field/part.ts'

/** What a member confirms on the phone that recorded it, and what becomes of it. */

const [OWN, GRACE, AMINA] = ['coop', 'grace', 'amina']
const by = { party: GRACE, device: 'graces', token: 'gry_1' }

const entry = (id: string, more: Partial<Entry> = {}, says: object = {}): Entry =>
  entryOf(id, more, { from_party: GRACE, to_party: OWN, crop: 'coffee', ...says })
const tea = part({ type: 'delivery', from_party: GRACE, to_party: OWN, crop: 'tea' })

const chainOf = (entries: readonly Entry[], one: Entry, fed: readonly FedRecord[] = []) =>
  new Chains(entries, new Map(fed.map((record) => [record.id, record])), { party: OWN, device: 'phone' }).of(
    one.record.id,
  )
const can = (entries: readonly Entry[], one: Entry, fed: readonly FedRecord[] = []) =>
  canConfirm(entries, one, OWN, chainOf(entries, one, fed))
const confirm = (entries: readonly Entry[], one: Entry, shown: SentRecord = one.record, whose = by) =>
  confirmed(entries, one, { shown, own: OWN, by: whose, chain: chainOf(entries, one) }, makes())
/** The queue with a delivery and Grace's confirmation of it. */
const withGrace = (one: Entry): Entry[] => after([one], confirm([one], one))
const told = (entries: readonly Entry[]) =>
  entries.map(({ state, record, by }) => ({
    state,
    is: record.type,
    of: record.delivery_id ?? record.id,
    ...(by === undefined ? {} : { token: by.token }),
  }))

describe('who can confirm', () => {
  test.each([
    ['the one who delivers', { from_party: GRACE, to_party: OWN }, GRACE],
    ['the one who receives', { from_party: OWN, to_party: GRACE }, GRACE],
    ['the one who is paid', { type: 'payment', payer: OWN, payee: GRACE }, GRACE],
    ['the one who pays', { type: 'payment', payer: GRACE, payee: OWN }, GRACE],
    ['nobody, of what others recorded', { asserted_by: 'mill' }, null],
    ['nobody, of what was recorded for someone else', { on_behalf_of: GRACE }, null],
    ['nobody, of what is not with this party', { to_party: 'mill' }, null],
    ['nobody, of a harvest', { type: 'harvest', producer: GRACE }, null],
  ])('%s', (_, says, who) => {
    expect(counterpartyOf(entry('a', {}, says).record, OWN)).toBe(who)
  })

  test('while it is neither a draft, rejected, taken back, corrected nor confirmed', () => {
    const one = entry('a')
    expect(can([one], one)).toBe(GRACE)
    for (const state of ['draft', 'rejected'] as const) expect(can([one], { ...one, state })).toBeNull()
    expect(can([one, entry('b', {}, { supersedes: 'a' })], one)).toBeNull()
    expect(can([one, entry('b', { state: 'rejected' }, { supersedes: 'a' })], one)).toBeNull()
    expect(can([one, entry('r', {}, { type: 'retraction', target_id: 'a' })], one)).toBeNull()
    expect(can(withGrace(one), one)).toBeNull()
    const confirmation = { confirmation: { confirmed: true } }
    expect(can([one], entry('a', {}, { derived: confirmation }))).toBeNull()
  })

  test('only the version that counts, also if others wrote it', () => {
    const one = entry('a', { state: 'accepted' })
    const fed = (id: string, more: object = {}): FedRecord =>
      part({ ...one.record, id, asserted_by: OWN, recorded_at: '2026-03-01T08:00:00.000Z', ...more })
    const asEntry = (record: FedRecord): Entry => ({ ...one, key: record.id, record })
    const office = fed('b', { supersedes: 'a', crop: 'tea' })
    expect(can([one], one, [fed('a'), office])).toBeNull()
    expect(can([one], asEntry(office), [fed('a'), office])).toBe(GRACE)
    // Nobody confirms one of several that contradict each other.
    const other = fed('c', { supersedes: 'a' })
    for (const each of [one, asEntry(office), asEntry(other)])
      expect(can([one], each, [fed('a'), office, other])).toBeNull()
    const back = fed('t', { type: 'retraction', target_id: 'b', from_party: undefined })
    for (const each of [one, asEntry(office)]) expect(can([one], each, [fed('a'), office, back])).toBeNull()
    // The service has a newer one, which the phone does not know.
    expect(can([one], one, [fed('a', { derived: { superseded_by: ['x'] } })])).toBeNull()
    // Corrected to another member: that one confirms.
    const moved = fed('b', { supersedes: 'a', from_party: AMINA })
    expect(can([one], asEntry(moved), [fed('a'), moved])).toBe(AMINA)
  })

  test('of the version that counts, but not through the screen of an older one', () => {
    const one = entry('a', { state: 'accepted' })
    const office = part({ ...one.record, id: 'b', supersedes: 'a', asserted_by: OWN })
    const given = { shown: one.record, own: OWN, by, chain: chainOf([one], one, [office]) }
    expect(confirmed([one], one, given, makes())).toBeNull()
    const newest: Entry = { ...one, key: 'b', record: office }
    // What the service derives may change while somebody reads it.
    const shown = part({ ...newest.record, derived: { flags: [] } })
    expect([...(confirmed([one], newest, { ...given, shown }, makes()) ?? []).values()]).toMatchObject([
      { record: { type: 'delivery_confirmation', delivery_id: 'b' } },
    ])
  })

  test('what happened from the beginning of their code on', () => {
    const since = '2026-06-01T00:00:00.000Z'
    const one = (occurred_at: string) => entry('a', {}, { occurred_at })
    const given = (record: SentRecord) => ({
      shown: record,
      own: OWN,
      by,
      chain: chainOf([one('')], one('')),
    })
    const before = one('2026-05-31T23:59:59.999Z')
    expect(isTooEarly(before.record, since)).toBe(true)
    expect(confirmed([before], before, { ...given(before.record), since }, makes())).toBeNull()
    expect(confirmed([before], before, given(before.record), makes())).not.toBeNull()
    const after = one('2026-06-01T02:00:00.000+02:00')
    expect(isTooEarly(after.record, since)).toBe(false)
    expect(confirmed([after], after, { ...given(after.record), since }, makes())).not.toBeNull()
  })

  test('again, once the service refused a confirmation', () => {
    const [one, other] = withGrace(entry('a', { state: 'accepted' })) as [Entry, Entry]
    const refused = after(
      [one, other],
      answered([one, other], [other], [{ id: other.record.id, status: 'rejected' }], makes()),
    )
    expect(can(refused, one)).toBe(GRACE)
  })
})

test('a party confirms what others wrote of it, until it has', () => {
  const bought = (id: string, more: object = {}) => entry(id, {}, { asserted_by: 'mill', ...more }).record
  const others = [
    bought('a'),
    bought('b'),
    bought('c', { asserted_by: OWN }),
    bought('d', { to_party: AMINA }),
  ]
  const done = [entry('k', {}, { type: 'delivery_confirmation', delivery_id: 'b' })]
  expect(toConfirm(others, done, OWN).map(({ id }) => id)).toEqual(['a'])
  const atOffice = bought('e', { derived: { confirmation: { confirmed: true } } })
  expect(toConfirm([atOffice], [], OWN)).toEqual([])
})

describe('a confirmation', () => {
  test('is of the record that the person saw, and of no other', () => {
    const one = entry('a')
    expect([...(confirm([one], one) ?? []).values()]).toMatchObject([
      { state: 'waiting', by, record: { type: 'delivery_confirmation', delivery_id: 'a', channel: 'app' } },
    ])
    expect(confirm([one], one, entry('a', {}, { crop: 'tea' }).record)).toBeNull()
    expect(confirm([one], one, one.record, { ...by, party: AMINA })).toBeNull()
    const paid = entry('p', {}, { type: 'payment', payer: OWN, payee: GRACE })
    expect([...(confirm([paid], paid) ?? []).values()]).toMatchObject([
      { record: { type: 'payment_confirmation', payment_id: 'p' } },
    ])
  })

  test('is sent by the token of its person alone, once the service has the record', () => {
    const waiting = withGrace(entry('a'))
    expect(tokensToSend(waiting)).toEqual(['gry_1'])
    expect(nextBatch(waiting).map(({ record }) => record.id)).toEqual(['a'])
    expect(nextBatch(waiting, 100, 'gry_1')).toEqual([])
    const [one] = waiting as [Entry]
    const sent = after(waiting, answered(waiting, [one], [{ id: 'a', status: 'accepted' }], makes()))
    expect(nextBatch(sent)).toEqual([])
    expect(nextBatch(sent, 100, 'gry_1').map(({ record }) => record.delivery_id)).toEqual(['a'])
    expect(nextBatch(sent, 100, 'gry_2')).toEqual([])
  })

  test.each(['accepted', 'replayed', 'rejected'] as const)(
    'loses its token with the answer: %s',
    (status) => {
      const all = withGrace(entry('a', { state: 'accepted' }))
      const other = all[1] as Entry
      const done = after(all, answered(all, [other], [{ id: other.record.id, status }], makes()))
      expect(done[1]?.by).toEqual({ party: GRACE, device: 'graces' })
    },
  )

  test('keeps its token while the service refuses for now', () => {
    const all = withGrace(entry('a', { state: 'accepted' }))
    const other = all[1] as Entry
    const problem = { code: 'overloaded', status: 503, title: '' }
    const rows = answered(all, [other], [{ id: other.record.id, status: 'rejected', problem }], makes())
    expect(after(all, rows)).toEqual(all)
  })

  test('of a restored service waits for its person, whose PIN or new code sends all that waits', () => {
    const all = withGrace(entry('a', { state: 'accepted' }))
    const other = all[1] as Entry
    const kept = after(all, answered(all, [other], [{ id: other.record.id, status: 'accepted' }], makes()))
    const restored = after(kept, sentOnceMore(kept))
    expect(restored.filter(isWithoutToken)).toHaveLength(1)
    expect(tokensToSend(restored)).toEqual([])
    expect(nextBatch(restored).map(({ record }) => record.id)).toEqual(['a'])
    const given = after(restored, givenToken(restored, { ...by, token: 'gry_2' }))
    expect(tokensToSend(given)).toEqual(['gry_2'])
    // With another confirmation, too.
    const more = [...restored, entry('b')]
    expect(tokensToSend(after(more, confirm(more, entry('b'))))).toEqual(['gry_1'])
    expect(after(more, confirm(more, entry('b'))).filter(isWithoutToken)).toEqual([])
  })

  test('of an ended token waits, those of other people do not', () => {
    const amina = entry('b', {}, { from_party: AMINA })
    const whose = { party: AMINA, device: 'aminas', token: 'gry_9' }
    const all = [...withGrace(entry('a')), ...after([amina], confirm([amina], amina, amina.record, whose))]
    const ended = after(all, takenToken(all, 'gry_1'))
    expect(tokensToSend(ended)).toEqual(['gry_9'])
    expect(ended.filter(isWithoutToken).map(({ record }) => record.delivery_id)).toEqual(['a'])
  })
})

describe('a record that was confirmed', () => {
  test('and is changed before it was sent is not confirmed any more', () => {
    const [one, other] = withGrace(entry('a')) as [Entry, Entry]
    const changed = after([one, other], correct([one, other], one, tea, makes()))
    expect(told(changed)).toEqual([{ state: 'waiting', is: 'delivery', of: 'a' }])
    expect(can(changed, changed[0] as Entry)).toBe(GRACE)
  })

  test('and is corrected after it was sent keeps what was confirmed of its first version', () => {
    const one = entry('a', { state: 'accepted' })
    const all = withGrace(one)
    const changed = after(all, correct(all, one, tea, makes()))
    expect(told(changed)).toMatchObject([
      { of: 'a' },
      { is: 'delivery_confirmation', of: 'a', token: 'gry_1' },
      { is: 'delivery' },
    ])
    expect(can(changed, one)).toBeNull()
    expect(can(changed, changed[2] as Entry)).toBe(GRACE)
  })

  test('and is rejected while its correction waits: the confirmation of the correction stays, that of the first goes', () => {
    const first = entry('a', { mayBeSent: true })
    const confirmedFirst = withGrace(first)
    const corrected = after(confirmedFirst, correct(confirmedFirst, first, tea, makes()))
    const second = corrected[2] as Entry
    const both = after(corrected, confirm(corrected, second))
    expect(both).toHaveLength(4)
    const rejected = after(both, answered(both, [first], [{ id: 'a', status: 'rejected' }], makes()))
    expect(rejected).toHaveLength(2)
    expect(rejected[0]?.record).toMatchObject({ id: 'a', crop: 'tea' })
    expect(rejected[1]?.record).toMatchObject({ type: 'delivery_confirmation', delivery_id: 'a' })
  })

  test('and is taken back before it was sent goes with its confirmation', () => {
    const [one, other] = withGrace(entry('a')) as [Entry, Entry]
    expect(after([one, other], takeBack([one, other], one, 'other', makes()))).toEqual([])
  })

  test('and is taken back after it was sent: a confirmation that was not sent goes', () => {
    const one = entry('a', { state: 'accepted' })
    const all = withGrace(one)
    expect(told(after(all, takeBack(all, one, 'other', makes())))).toMatchObject([
      { of: 'a' },
      { is: 'retraction' },
    ])
  })

  test('its confirmation can be removed until the service has it; then only its person takes it back', () => {
    const all = withGrace(entry('a', { state: 'accepted' }))
    const other = all[1] as Entry
    expect(after(all, takeBack(all, other, 'other', makes()))).toHaveLength(1)
    expect(takeBack(all, { ...other, state: 'accepted' }, 'other', makes())).toBeNull()
    expect(correct(all, other, tea, makes())).toBeNull()
  })
})
