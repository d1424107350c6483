import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { briefOf } from '../../../src/clients/mobile-money/brief.ts'
import {
  type DebtRecord,
  dueLines,
  LIST_PURPOSES,
  type ListedLine,
  type OpenDebt,
  openDebt,
} from '../../../src/domain/mass-payment.ts'
import {
  type Ledger,
  lineKey,
  type OperatorLine,
  type RecordedPayment,
} from '../../../src/domain/operator-lines.ts'
import { paymentPlan } from '../../../src/domain/operator-plan.ts'
import { referenceKey } from '../../../src/domain/payment.ts'

const COOP = 'coop'
const paid = (owed: number, acknowledged = 0, claimed = 0) => ({
  currency: 'UGX',
  agreed: true,
  remaining_minor: owed - acknowledged,
  claimed_minor: claimed,
  incomplete: false,
})
const delivery = (
  more: Partial<DebtRecord> = {},
  derived: Partial<DebtRecord['derived']> = {},
): DebtRecord => ({
  id: 'd1',
  type: 'delivery',
  occurred_at: '2026-11-01T09:00:00Z',
  from_party: 'grace',
  to_party: COOP,
  ...more,
  derived: { standing: 'tip', paid: paid(1000), ...derived },
})
const of = (record: DebtRecord) => openDebt(record, [COOP])

describe('what is open', () => {
  test('is what the creditor has not acknowledged, less what the cooperative recorded as paid', () => {
    expect(of(delivery())).toMatchObject({ payee: 'grace', open_minor: 1000, doubt: null })
    expect(of(delivery({}, { paid: paid(1000, 300, 200) }))?.open_minor).toBe(500)
    expect(of(delivery({}, { paid: paid(1000, 0, 1000) }))?.open_minor).toBe(0)
  })
  test('includes obligations of the cooperative, and no debts of others', () => {
    const owes = (obligor: string, obligee: string) =>
      of({
        ...delivery({ type: 'obligation', obligor, obligee }),
        derived: { standing: 'tip', fulfilment: { money: paid(70) } },
      })
    expect(owes(COOP, 'grace')).toMatchObject({ payee: 'grace', open_minor: 70, doubt: null })
    expect(owes('grace', COOP)).toBeNull()
    expect(of(delivery({ from_party: COOP, to_party: 'buyer' }))).toBeNull()
    // A party may have two ids: what one owes the other is paid by nobody.
    expect(openDebt(delivery({ from_party: 'twin' }), [COOP, 'twin'])).toBeNull()
    expect(of({ ...delivery(), derived: { standing: 'tip' } })).toBeNull()
  })
  test('is doubtful where it is the word of the payee alone, or something is left out', () => {
    const oneSided = { ...paid(5), agreed: false }
    expect(of(delivery({}, { paid: oneSided }))?.doubt).toBe('not_agreed')
    expect(of(delivery({}, { paid: { ...oneSided, incomplete: true } }))?.doubt).toBe('not_agreed')
    expect(of(delivery({}, { paid: { ...paid(5), incomplete: true } }))?.doubt).toBe('incomplete')
    expect(of(delivery({}, { standing: 'forked' }))?.doubt).toBe('incomplete')
  })
})

const debt = (id: string, payee = 'grace', open_minor = 1000, currency = 'UGX'): OpenDebt => ({
  ...{ id, payee, open_minor, currency },
  type: 'delivery',
  at: `2026-11-01T09:00:00Z`,
  doubt: null,
})

describe('the list', () => {
  test('has one line for a member and currency, with the same reference for the same debts', () => {
    const debts = [debt('b'), debt('a'), debt('c', 'ruth'), debt('d', 'grace', 5, 'USD')]
    const lines = dueLines(debts)
    expect(lines.map(({ payee, amount_minor, currency }) => [payee, amount_minor, currency])).toEqual([
      ['grace', 2000, 'UGX'],
      ['ruth', 1000, 'UGX'],
      ['grace', 5, 'USD'],
    ])
    expect(dueLines(debts.toReversed())).toEqual(expect.arrayContaining(lines))
    for (const { reference } of lines) expect(reference).toMatch(/^P[0-9A-HJKMNP-TV-Z]{11}$/)
    expect(dueLines([debt('a', 'grace', 999), debt('b')])[0]?.reference).not.toBe(lines[0]?.reference)
  })
  test('pays the oldest debt first, whatever its id', () => {
    const old = { ...debt('z'), at: '2026-10-01T09:00:00Z' }
    const [line] = dueLines([debt('b'), old, debt('a')])
    expect(line?.settles.map(({ record_id }) => record_id)).toEqual(['z', 'a', 'b'])
  })
  test('leaves out what is paid or doubtful, and splits what one payment cannot settle', () => {
    expect(dueLines([debt('a', 'grace', 0), { ...debt('b'), doubt: 'not_agreed' }])).toEqual([])
    const many = dueLines(Array.from({ length: 70 }, (_, i) => debt(`d${i}`)))
    expect(many.map(({ settles }) => settles.length)).toEqual([64, 6])
    expect(dueLines([debt('a', 'grace', Number.MAX_SAFE_INTEGER), debt('b')])).toHaveLength(2)
  })
})

const PHONES: Record<string, string> = { grace: '+256772000001', ruth: '+256772000002' }
const list: readonly ListedLine[] = dueLines([
  debt('g1'),
  debt('g2', 'grace', 500),
  debt('r1', 'ruth', 700),
]).map((line) => ({ ...line, phone: PHONES[line.payee] ?? '' }))
const [grace, ruth] = list as [ListedLine, ListedLine]
const OPEN = new Map([
  ['g1', 1000],
  ['g2', 500],
  ['r1', 700],
])

const line = (due: ListedLine, transaction: string, more: Partial<OperatorLine> = {}): OperatorLine => ({
  row: 2,
  reference: due.reference,
  phone: due.phone,
  amount: { amount_minor: due.amount_minor, currency: due.currency },
  state: 'paid',
  transaction,
  time: { occurred_at: '2026-11-20T07:00:00Z', occurred_at_precision: 'instant' },
  fee: { amount_minor: 10, currency: 'UGX' },
  note: 'Fee: 10',
  ...more,
})

/** A store that writes plans, and computes what is open as the rules of money do. */
class Books {
  readonly payments: (RecordedPayment & { readonly transaction: string })[] = []
  readonly others = new Map<string, string>()
  list: readonly ListedLine[] = list
  isListChanged = false

  ledger(): Ledger {
    const open = new Map(OPEN)
    for (const { standing, settles } of this.payments)
      if (standing === 'tip')
        for (const part of settles)
          open.set(part.record_id, (open.get(part.record_id) ?? 0) - part.amount_minor)
    const recorded = Map.groupBy(this.payments, ({ transaction }) => referenceKey(transaction))
    const { others, isListChanged } = this
    const idOf = (transaction: string) => `id of ${transaction}`
    return { list: this.list, isListChanged, open, recorded, others, idOf }
  }

  read(...lines: readonly OperatorLine[]) {
    const plan = paymentPlan(lines, this.ledger())
    for (const { id, line, due, amount, time } of plan.pay) {
      expect(this.payments.some((one) => one.id === id)).toBe(false)
      const { transaction, note } = line
      const written = { id, transaction, standing: 'tip', payee: due.payee, amount, note }
      this.payments.push({ ...written, occurred_at: time.occurred_at, settles: due.settles })
    }
    for (const { id } of plan.retract) {
      const at = this.payments.findIndex((one) => one.id === id)
      expect(this.payments[at]?.standing).toBe('tip')
      this.payments[at] = { ...(this.payments[at] as (typeof this.payments)[number]), standing: 'retracted' }
    }
    return plan
  }

  get live() {
    return this.payments.filter(({ standing }) => standing === 'tip').map(({ transaction }) => transaction)
  }
}
const reasons = (books: Books, ...lines: OperatorLine[]) => books.read(...lines).left.map((one) => one.reason)

describe('the operator’s file', () => {
  test('pays by our reference, or by telephone and amount where it has none', () => {
    const books = new Books()
    const { pay, left } = books.read(line(grace, 'T1'), line(ruth, 'T2', { reference: '' }))
    expect(pay.map(({ due, id }) => [due.payee, id])).toEqual([
      ['grace', 'id of T1'],
      ['ruth', 'id of T2'],
    ])
    expect(left).toEqual([])
  })
  test('read again writes nothing; a changed line is reported', () => {
    const books = new Books()
    books.read(line(grace, 'T1'))
    expect(books.read(line(grace, 'T1'), line(grace, 'T1'))).toMatchObject({ pay: [], left: [] })
    expect(reasons(books, line(grace, 'T1', { note: 'Fee: 11' }))).toEqual(['changed'])
    expect(reasons(books, line(grace, 'T1', { amount: { amount_minor: 1, currency: 'UGX' } }))).toEqual([
      'changed',
    ])
    expect(books.live).toEqual(['T1'])
  })
  test('leaves to a person what it cannot match', () => {
    const books = new Books()
    const amount = { amount_minor: 1, currency: 'UGX' }
    const left = (more: Partial<OperatorLine>) => reasons(books, line(grace, 'T9', more))
    expect(left({ amount })).toEqual(['amount'])
    expect(left({ phone: PHONES.ruth ?? '' })).toEqual(['telephone'])
    expect(left({ reference: '', amount })).toEqual(['no_match'])
    expect(left({ reference: 'P0123456789A' })).toEqual(['other_list'])
    expect(left({ time: null })).toEqual(['time'])
    expect(left({ state: null })).toEqual(['state'])
    expect(left({ transaction: '' })).toEqual(['transaction'])
    expect(left({ transaction: '1.23E+11' })).toEqual(['transaction'])
    expect(reasons(books, line(grace, 'T1'), line(ruth, 'T1'))).toEqual(['contradicts', 'contradicts'])
    expect(reasons(books, line(grace, 'T1'), line(grace, 'T1', { state: 'failed' }))).toEqual([
      'contradicts',
      'contradicts',
    ])
    expect(books.payments).toEqual([])
  })
  test('pays a line of the list once, even with two transactions, until the first is reversed', () => {
    const books = new Books()
    expect(reasons(books, line(grace, 'T1'), line(grace, 'T2'))).toEqual(['closed'])
    books.read(line(grace, 'T1', { state: 'reversed' }))
    expect(books.live).toEqual([])
    books.read(line(grace, 'T1'), line(grace, 'T2'))
    expect(books.live).toEqual(['T2'])
  })
  test('a reversal read before its payment still holds', () => {
    const books = new Books()
    books.read(line(grace, 'T1', { state: 'reversed' }))
    books.read(line(grace, 'T1'))
    expect(books.live).toEqual([])
  })
  test('a reversal of another amount, currency or member retracts nothing', () => {
    const books = new Books()
    books.read(line(grace, 'T1'))
    const reversed = (due: ListedLine, more: Partial<OperatorLine> = {}) =>
      reasons(books, line(due, 'T1', { state: 'reversed', ...more }))
    expect(reversed(grace, { amount: { amount_minor: 1, currency: 'UGX' } })).toEqual(['changed'])
    expect(reversed(grace, { amount: { amount_minor: grace.amount_minor, currency: 'KES' } })).toEqual([
      'changed',
    ])
    expect(reversed(grace, { amount: null })).toEqual(['changed'])
    const { amount_minor, currency } = grace
    expect(reversed(ruth, { amount: { amount_minor, currency } })).toEqual(['changed'])
    expect(books.live).toEqual(['T1'])
    // Who was paid is not known by a reference of no list.
    expect(reversed(grace, { reference: 'P0123456789A' })).toEqual([])
    expect(books.live).toEqual([])
  })
  test('a line of another member than its recorded payment is reported', () => {
    const books = new Books()
    books.read(line(grace, 'T1'))
    const { amount_minor, currency } = grace
    expect(reasons(books, line(ruth, 'T1', { amount: { amount_minor, currency } }))).toEqual(['changed'])
  })
  test('each row is counted once, also where rows repeat each other', () => {
    const books = new Books()
    const at = (row: number, state: OperatorLine['state'] = 'paid') => line(grace, 'T1', { row, state })
    const twice = books.read(at(2), at(3))
    expect([twice.pay.map((one) => one.line.row), twice.already.map(({ row }) => row)]).toEqual([[2], [3]])
    const back = new Books().read(at(2), at(3, 'reversed'), at(4), at(5, 'reversed'))
    expect([...back.pay, ...back.retract].map((one) => one.line.row)).toEqual([2, 3])
    expect(back.already.map(({ row }) => row)).toEqual([4, 5])
    const { counts } = briefOf({
      ...{ lines: [1, 2, 3, 4], plan: back, remarks: [] },
      list: { lines: [], isSealed: true, isChanged: false },
    })
    expect(counts).toMatchObject({ pay_and_retract: 1, retract: 1, already: 2 })
  })
  test('writes a payment whose number others have used too, and warns of theirs', () => {
    const books = new Books()
    books.others.set('T1', 'theirs')
    const { pay, left, warned } = books.read(line(grace, 't 1'), line(ruth, 'T2'))
    expect([pay.length, left]).toEqual([2, []])
    expect(warned.map((one) => [one.line.transaction, one.id])).toEqual([['t 1', 'theirs']])
    expect(books.read(line(grace, 't 1'))).toMatchObject({ pay: [], warned: [], left: [] })
  })
  test('does not write what the payer recorded under the number', () => {
    const books = new Books()
    const entry = { id: 'x', transaction: 'T1', standing: 'tip', payee: 'grace', note: '', settles: [] }
    const amount = { amount_minor: grace.amount_minor, currency: 'UGX' }
    books.payments.push({ ...entry, amount, occurred_at: '' })
    expect(books.read(line(grace, 'T1')).already).toHaveLength(1)
  })
  test('writes nothing for a line of the list that was changed, and the rest by our reference alone', () => {
    const books = new Books()
    books.list = [{ ...grace, phone: PHONES.ruth ?? '', changed: ['telephone'] }, ruth]
    books.isListChanged = true
    expect(reasons(books, line(grace, 'T1', { phone: PHONES.ruth ?? '' }))).toEqual(['list_changed'])
    expect(reasons(books, line(grace, 'T1'), line(grace, 'T2', { state: 'reversed' }))).toEqual([
      'list_changed',
      'list_changed',
    ])
    // Which line alone has this telephone number and amount is no longer known.
    expect(reasons(books, line(ruth, 'T3', { reference: '' }))).toEqual(['list_changed'])
    // Our reference of a line that was removed from the copy.
    expect(reasons(books, line(ruth, 'T4', { reference: 'P0123456789A' }))).toEqual(['list_changed'])
    expect(books.payments).toEqual([])
    expect(books.read(line(ruth, 'T5')).pay).toHaveLength(1)
    // What was recorded before stays, and is not taken back by a changed line.
    books.list = [grace, { ...ruth, changed: ['member'] }]
    expect(books.read(line(ruth, 'T5')).already).toHaveLength(1)
    expect(reasons(books, line(ruth, 'T5', { state: 'reversed' }))).toEqual(['list_changed'])
    expect(books.live).toEqual(['T5'])
  })
})

const lines = fc.record({
  due: fc.constantFrom(grace, ruth),
  transaction: fc.constantFrom('T1', 'T2', 'T3', 'T4'),
  state: fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const, 'reversed' as const),
  reference: fc.constantFrom('ours', ''),
})
test('in any order, with duplicates and parts, no debt is paid twice and no reversed transaction counts', () => {
  fc.assert(
    fc.property(fc.array(fc.array(lines, { maxLength: 6 }), { maxLength: 6 }), (files) => {
      const books = new Books()
      const read = files.map((file) =>
        file.map(({ due, transaction, state, reference }) =>
          line(due, transaction, { state, ...(reference === '' ? { reference } : {}) }),
        ),
      )
      const taken = new Set<string>()
      for (const file of read) {
        const plan = books.read(...file)
        for (const { line } of plan.retract) taken.add(line.transaction)
        const told = [...plan.pay, ...plan.retract, ...plan.left].map(({ line }) => line.transaction)
        const numbers = [
          ...told,
          ...plan.already.map((one) => one.transaction),
          ...plan.failed.map((one) => one.transaction),
        ]
        expect(new Set(numbers)).toEqual(new Set(file.map((one) => one.transaction)))
        for (const open of books.ledger().open.values()) expect(open).toBeGreaterThanOrEqual(0)
        expect(new Set(books.live).size).toBe(books.live.length)
        for (const transaction of books.live) expect(taken).not.toContain(transaction)
        // The same file in another order writes nothing more: reversals are read first in any order.
        const again = paymentPlan(file.toReversed(), books.ledger())
        expect(again.retract).toEqual([])
        expect(again.pay).toEqual([])
      }
    }),
    { numRuns: 2000 },
  )
})

test('a list states one purpose for all its lines, or what the debts of each show', () => {
  const debts = [debt('a'), { ...debt('b', 'ruth'), type: 'obligation' }]
  expect(dueLines(debts).map(({ purpose }) => purpose)).toEqual(['produce', 'other'])
  expect(dueLines(debts, 'premium').map(({ purpose }) => purpose)).toEqual(['premium', 'premium'])
  expect(dueLines(debts, 'premium')[0]?.reference).toBe(dueLines(debts)[0]?.reference)
  expect(LIST_PURPOSES).not.toContain('loan')
})

test('a line is known by its content, wherever it is in a file; a number whatever its spaces and letters', () => {
  expect(lineKey(line(grace, 't 1'))).toBe(lineKey(line(grace, 'T1', { row: 99 })))
  expect(lineKey(line(grace, 'T1'))).not.toBe(lineKey(line(grace, 'T1', { state: 'reversed' })))
  const books = new Books()
  books.read(line(grace, 'T1'))
  expect(books.read(line(grace, 't 1'))).toMatchObject({ pay: [], left: [] })
  expect(reasons(books, line(ruth, 'T2'), line(ruth, 't2', { note: 'x' }))).toEqual([
    'contradicts',
    'contradicts',
  ])
})

test('the maps that ship are those of the examples', () => {
  for (const name of ['bulk', 'statement'])
    expect(readFileSync(`src/clients/mobile-money/maps/${name}.json`, 'utf8')).toBe(
      readFileSync(`packaging/examples/mobile-money-${name}.map.json`, 'utf8'),
    )
})
