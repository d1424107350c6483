import { describe, expect, test } from 'vitest'
import type { Delivery, Obligation } from '../../../src/lender/data.ts'
import {
  debtsOf,
  isPastDue,
  sortObligations,
  sumsOf,
  wordOfObligation,
  wordOfPrice,
} from '../../../src/lender/debts.ts'

/** Whose word debts are, their order and their sums: no debt hides another. */

const NOW = Date.UTC(2026, 5, 28)
const PAST = '2026-06-01T12:00:00.000Z'
const COMING = '2026-12-01T12:00:00.000Z'

interface Some {
  readonly owed?: number
  readonly paid?: number
  readonly agreed?: boolean | null
  readonly currency?: string
  readonly due?: string
  readonly obligor?: string
  readonly kind?: Obligation['kind']
}

function owing(id: string, some: Some = {}): Obligation {
  const { owed = 100, paid = 0, agreed = true, currency = 'UGX', due, obligor = 'grace' } = some
  const money = {
    ...{ currency, agreed, owed_minor: owed, acknowledged_minor: paid, on_paper_minor: 0, claimed_minor: 0 },
    ...{ remaining_minor: owed - paid, payments: 0, last_paid_at: null, forked: 0, incomplete: false },
  }
  return {
    ...{ id, kind: some.kind ?? 'repay_loan', obligor, obligee: obligor === 'grace' ? 'mill' : 'grace' },
    amount: { amount_minor: owed, currency },
    ...(due === undefined ? {} : { due_at: due }),
    derived: { fulfilment: { outstanding_kg: null, ...(agreed === null ? {} : { money }) } },
  } as unknown as Obligation
}

const goods = (id: string, outstanding_kg: number | null, due?: string): Obligation =>
  ({
    ...{ id, kind: 'deliver_produce', obligor: 'grace', obligee: 'mill' },
    ...(due === undefined ? {} : { due_at: due }),
    derived: { fulfilment: { outstanding_kg } },
  }) as unknown as Obligation

const ids = (some: readonly Obligation[]) => some.map(({ id }) => id).join(' ')
const sums = (...some: Obligation[]) => sumsOf(debtsOf(some, NOW), 'grace')

test('a debt without an amount is in goods, and one without a word behind it a stranger’s', () => {
  const words = [owing('a'), owing('b', { agreed: false }), owing('c', { agreed: null }), goods('d', 1)]
  expect(words.map(wordOfObligation)).toEqual(['agreed', 'one_sided', 'neither', null])
  expect(sortObligations(words, NOW)).toMatchObject({ byNeither: 1 })
  expect(sums(...words).map(({ count }) => count)).toEqual([2])
})

test('a debt is late after the instant at which it is due, and not at it', () => {
  const due = { due_at: PAST }
  expect([isPastDue(due, Date.parse(PAST)), isPastDue(due, Date.parse(PAST) + 1)]).toEqual([false, true])
})

test('overdue debts are first, the largest remainder before others, then the earliest day', () => {
  const found = [
    owing('large', { owed: 9_000_000, due: COMING }),
    ...Array.from({ length: 80 }, (_, n) => owing(`cent${n}`, { owed: 1, due: PAST })),
    owing('paid', { owed: 8_000, paid: 8_000, due: PAST }),
    owing('later', { owed: 500, due: '2026-06-02T12:00:00.000Z' }),
    owing('overdue', { owed: 5_000, due: PAST }),
    owing('sooner', { owed: 500, due: PAST }),
    owing('alone', { owed: 7_000_000, due: PAST, agreed: false }),
    owing('small', { owed: 1 }),
  ]
  const { agreed, oneSided } = sortObligations(found, NOW)
  expect(ids(agreed.slice(0, 3))).toBe('overdue sooner later')
  expect(ids(agreed.slice(-3))).toBe('large small paid')
  expect(ids(oneSided)).toBe('alone')
  const kilograms = [goods('new', 5), goods('late', 1, PAST), goods('none', null), goods('heavy', 9_000)]
  expect(ids(sortObligations(kilograms, NOW).goods)).toBe('late heavy new none')
})

describe('sums', () => {
  test('are by who owes, kind and currency, and what is too much on one debt reduces no other', () => {
    const found = [
      owing('a', { owed: 100, paid: 40, due: PAST }),
      owing('b', { owed: 1, paid: 1_000_000 }),
      owing('c', { owed: 7, currency: 'KES' }),
      owing('d', { owed: 9, kind: 'other' }),
      owing('e', { owed: 5, obligor: 'mill' }),
    ]
    expect(sums(...found)).toMatchObject([
      {
        ...{ isOwedBySubject: true, kind: 'repay_loan', currency: 'UGX', count: 2, owed_minor: 101 },
        ...{ acknowledged_minor: 1_000_040, remaining_minor: 60, overpaid_minor: 999_999 },
        ...{ late: 1, late_minor: 60 },
      },
      { kind: 'other', remaining_minor: 9, late: 0, late_minor: 0 },
      { currency: 'KES', remaining_minor: 7 },
      { isOwedBySubject: false, remaining_minor: 5 },
    ])
  })

  test('of what one side alone states are never overdue', () => {
    expect(sums(owing('a', { agreed: false, due: PAST }))).toMatchObject([{ late: 0, late_minor: 0 }])
  })

  test('beyond what a number holds are null, and stay before others', () => {
    const huge = { owed: Number.MAX_SAFE_INTEGER, kind: 'other' as const, due: PAST }
    expect(sums(owing('a'), owing('b', huge), owing('c', huge))).toMatchObject([
      { kind: 'other', owed_minor: null, remaining_minor: null, late_minor: null, late: 2 },
      { kind: 'repay_loan' },
    ])
  })

  test('in made-up currencies come after those in real ones', () => {
    const made = Array.from({ length: 40 }, (_, n) =>
      owing(`x${n}`, {
        owed: 1_000_000 + n,
        currency: `Q${String.fromCharCode(65 + (n % 26), 65 + (n >> 4))}`,
      }),
    )
    const [first, ...others] = sums(...made, owing('loan', { owed: 3, due: PAST }))
    expect(first).toMatchObject({ currency: 'UGX', late_minor: 3 })
    expect(others).toHaveLength(40)
  })
})

test('a price is agreed, the seller’s word, as recorded, or nobody’s word', () => {
  const sold = (asserted_by: string, paid: object | null, flags: string[] = []) =>
    ({
      ...{
        asserted_by,
        from_party: 'grace',
        to_party: 'mill',
        agreed_price: { amount_minor: 1, currency: 'UGX' },
      },
      derived: { flags, ...(paid === null ? {} : { paid }) },
    }) as unknown as Delivery
  expect(wordOfPrice(sold('mill', { agreed: true }))).toBe('agreed')
  expect(wordOfPrice(sold('grace', { agreed: false }))).toBe('one_sided')
  // Payments are not open to the reader.
  expect(wordOfPrice(sold('grace', null))).toBe('recorded')
  expect(wordOfPrice(sold('stranger', null))).toBeNull()
  expect(wordOfPrice(sold('stranger', { agreed: true }))).toBe('agreed')
  expect(wordOfPrice(sold('grace', null, ['delegation_revoked_before_receipt']))).toBeNull()
})
