import { expect, test } from 'vitest'
import {
  AccountWalk,
  balanceOf,
  debtsIn,
  isOpen,
  MOST_LISTED,
  paymentsIn,
} from '../../../src/records/payments/account.ts'
import type { CounterRecord } from '../../../src/records/record-tasks.ts'

/** What is recorded between the cooperative and a member. */

const US = 'us'
const ENTRIES = ['her', 'her again']
const paid = (owed: number, more: object = {}) => ({
  ...{ currency: 'UGX', agreed: true, owed_minor: owed, acknowledged_minor: 0, on_paper_minor: 0 },
  ...{ claimed_minor: 0, remaining_minor: owed },
  ...{ payments: 0, last_paid_at: null, forked: 0, incomplete: false },
  ...more,
})
const record = (fields: object) =>
  ({
    id: 'a',
    occurred_at: '2026-06-01T00:00:00Z',
    asserted_by: US,
    derived: { flags: [] },
    ...fields,
  }) as never
const delivery = (from: string, to: string, money: object | undefined, more: object = {}): CounterRecord =>
  record({ type: 'delivery', from_party: from, to_party: to, derived: { paid: money, flags: [] }, ...more })
const obligation = (obligor: string, obligee: string, money: object): CounterRecord =>
  record({ type: 'obligation', obligor, obligee, derived: { fulfilment: { money }, flags: [] } })

test('a debt has the direction of its debtor, and is between the two alone', () => {
  const records = [
    delivery('her', US, paid(5), { id: 'b' }),
    delivery('her again', US, paid(6), { occurred_at: '2026-05-01T00:00:00Z' }),
    delivery(US, 'her', paid(7), { id: 'c' }),
    obligation('her', US, paid(8)),
    delivery('her', US, undefined),
    delivery('her', 'a buyer', paid(1)),
    obligation('her', 'a bank', paid(1)),
  ]
  expect(
    debtsIn(records, US, ENTRIES).map(({ way, party, paid: { owed_minor } }) => [way, party, owed_minor]),
  ).toEqual([
    ['out', 'her again', 6],
    ['in', 'her', 8],
    ['out', 'her', 5],
    ['in', 'her', 7],
  ])
})

test('sums are by direction, currency and whose word it is, and never hide what is left out', () => {
  const debts = debtsIn(
    [
      delivery('her', US, paid(5, { acknowledged_minor: 2, claimed_minor: 1, remaining_minor: 3 })),
      delivery('her', US, paid(7_777_000, { agreed: false, claimed_minor: 3 })),
      delivery('her', US, paid(6, { on_paper_minor: 4, remaining_minor: 2, forked: 2, incomplete: true })),
      delivery('her', US, paid(7, { currency: 'KES', acknowledged_minor: null, remaining_minor: null })),
      obligation('her', US, paid(Number.MAX_SAFE_INTEGER)),
      obligation('her', US, paid(1)),
    ],
    US,
    ENTRIES,
  )
  const none = {
    ...{
      way: 'out',
      currency: 'UGX',
      agreed: true,
      acknowledged_minor: 0,
      on_paper_minor: 0,
      claimed_minor: 0,
    },
    ...{ remaining_minor: null, left_minor: null, debts: 1, by_delegate: 0, forked: 0, incomplete: false },
  }
  expect(balanceOf(debts)).toEqual([
    {
      ...{ ...none, owed_minor: 11, acknowledged_minor: 2, on_paper_minor: 4, claimed_minor: 1 },
      ...{ remaining_minor: 5, left_minor: 4, debts: 2, forked: 2, incomplete: true },
    },
    { ...none, currency: 'KES', owed_minor: 7, acknowledged_minor: null },
    { ...none, way: 'in', owed_minor: null, debts: 2 },
    {
      ...{ ...none, agreed: false, owed_minor: 7_777_000, claimed_minor: 3 },
      ...{ remaining_minor: 7_777_000, left_minor: 7_776_997 },
    },
  ])
  expect(balanceOf([])).toEqual([])
  const open = (remaining_minor: number | null) =>
    debtsIn([delivery('her', US, paid(5, { remaining_minor }))], US, ENTRIES).map(isOpen)
  expect([1, 0, -1, null].flatMap(open)).toEqual([true, false, false, true])
})

test("a payment is the payee's word, signed on paper, or claimed by one of the two", () => {
  const payment = (fields: object): CounterRecord =>
    record({ type: 'payment', payer: US, payee: 'her', method: 'cash', ...fields })
  const shown = (fields: object) =>
    paymentsIn([payment(fields)], US, ENTRIES).map(({ way, acknowledgement, claimant }) => [
      way,
      acknowledgement === 'claimed' ? claimant : acknowledgement,
    ])
  const derived = { confirmation: { independent: false, on_paper: true }, flags: [] }
  expect(shown({})).toEqual([['out', 'cooperative']])
  expect(shown({ derived })).toEqual([['out', 'on_paper']])
  expect(shown({ payer: 'her', payee: US })).toEqual([['in', 'acknowledged']])
  expect(shown({ payer: 'her', payee: US, asserted_by: 'her' })).toEqual([['in', 'member']])
  expect(shown({ payer: 'her', payee: US, method: 'offset' })).toEqual([['in', 'cooperative']])
  expect(shown({ asserted_by: 'a stranger' })).toEqual([])
  expect(shown({ payee: 'a stranger' })).toEqual([])
})

test('what one side states, however often, moves no agreed debt out of the list', () => {
  const of = (i: number, agreed: boolean) =>
    delivery('her', US, paid(5, { agreed }), {
      id: `${agreed ? 'a' : 'z'}${i}`,
      occurred_at: new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString(),
    })
  const flood = Array.from({ length: 3 * MOST_LISTED }, (_, i) => of(i, false))
  const walk = new AccountWalk(US, ENTRIES)
  for (const one of [...flood, of(700, true), of(800, true)]) walk.add(one)
  const { debts, unlisted } = walk.account()
  expect(debts.filter(({ paid: { agreed } }) => agreed).map(({ record: { id } }) => id)).toEqual([
    'a700',
    'a800',
  ])
  expect([debts.length, unlisted.debts]).toEqual([2 * MOST_LISTED + 2, MOST_LISTED])
})

test('lists the newest debts and the oldest open ones, and counts the others; sums are over all', () => {
  const of = (i: number, remaining_minor: number) =>
    delivery('her', US, paid(5, { remaining_minor }), {
      id: `d${i}`,
      occurred_at: new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString(),
    })
  const account = (open: (i: number) => boolean) => {
    const walk = new AccountWalk(US, ENTRIES)
    for (const debt of Array.from({ length: 1_600 }, (_, i) => of(i, open(i) ? 5 : 0)).reverse())
      walk.add(debt)
    return walk.account()
  }
  const some = account((i) => i < 10)
  expect(some.debts.map(({ record }) => record.id)).toEqual(
    [...Array(10).keys(), ...Array.from({ length: MOST_LISTED }, (_, i) => 1_100 + i)].map((i) => `d${i}`),
  )
  expect(some.unlisted).toEqual({ debts: 1_090, open: 0, payments: 0 })
  expect(some.balance[0]).toMatchObject({ debts: 1_600, owed_minor: 8_000, remaining_minor: 50 })
  const all = account(() => true)
  expect([all.debts.length, all.unlisted.open]).toEqual([1_000, 600])
})
