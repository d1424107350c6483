import type { Paid } from '../../domain/derived/money.ts'
import { sumOfMinor } from '../../domain/minor-units.ts'
import {
  debtShown,
  isPaymentAcknowledged,
  isPaymentByAParty,
  type PaymentStatement,
} from '../../domain/payment.ts'
import type { CounterRecord } from '../record-tasks.ts'

/**
 * Debts and payments between the cooperative and one member, as recorded (contract §23). Nothing here
 * computes what is owed.
 */

/** `out` from the cooperative to the member, `in` the other way. */
export type Direction = 'out' | 'in'

export interface Debt {
  readonly record: CounterRecord
  /** The entry of the member that the debt names: a payment counts only between the same two parties. */
  readonly party: string
  readonly way: Direction
  readonly paid: Paid
}

export interface Balance
  extends Pick<
    Paid,
    'currency' | 'acknowledged_minor' | 'claimed_minor' | 'remaining_minor' | 'forked' | 'incomplete'
  > {
  readonly way: Direction
  readonly owed_minor: number | null
  /** How many debts are added up. */
  readonly debts: number
}

export interface AccountPayment {
  readonly record: CounterRecord
  readonly way: Direction
  readonly acknowledged: boolean
}

export interface Account {
  readonly cooperative: string
  /** The newest debts and the oldest open ones, oldest first. */
  readonly debts: readonly Debt[]
  /** Sums over all debts, listed or not. */
  readonly balance: readonly Balance[]
  /** The newest payments, newest first. */
  readonly payments: readonly AccountPayment[]
  /** The numbers of debts and payments that are not listed; `open` are those of the debts that are open. */
  readonly unlisted: { readonly debts: number; readonly open: number; readonly payments: number }
}

/** Debts and payments listed: a page with more takes long to read and to send. */
export const MOST_LISTED = 500

/** @param records all that are recorded about the member's entries, in any order */
export function accountOf(
  records: readonly CounterRecord[],
  cooperative: string,
  entries: readonly string[],
): Account {
  const debts = debtsIn(records, cooperative, entries)
  const payments = paymentsIn(records, cooperative, entries)
  const open = debts.filter(isOpen)
  const listed = new Set([...debts.slice(-MOST_LISTED), ...open.slice(0, MOST_LISTED)])
  return {
    cooperative,
    debts: debts.filter((debt) => listed.has(debt)),
    balance: balanceOf(debts),
    payments: payments.slice(0, MOST_LISTED),
    unlisted: {
      debts: debts.length - listed.size,
      open: open.filter((debt) => !listed.has(debt)).length,
      payments: Math.max(0, payments.length - MOST_LISTED),
    },
  }
}

const oldestFirst = (a: CounterRecord, b: CounterRecord): number =>
  a.occurred_at < b.occurred_at ? -1 : a.occurred_at > b.occurred_at ? 1 : a.id < b.id ? -1 : 1

const isPayment = (record: CounterRecord): record is CounterRecord & PaymentStatement =>
  record.type === 'payment'

function wayBetween(
  [from, to]: readonly [unknown, unknown],
  cooperative: string,
  entries: readonly string[],
): { readonly way: Direction; readonly party: string } | null {
  const entry = (id: unknown) => entries.find((one) => one === id)
  const [payee, payer] = [entry(to), entry(from)]
  if (from === cooperative && payee !== undefined) return { way: 'out', party: payee }
  return to === cooperative && payer !== undefined ? { way: 'in', party: payer } : null
}

/** Returns the debts in money between the cooperative and the member's entries, oldest first. */
export function debtsIn(
  records: readonly CounterRecord[],
  cooperative: string,
  entries: readonly string[],
): Debt[] {
  return [...records].sort(oldestFirst).flatMap((record) => {
    const debt = debtShown(record)
    const between = debt && wayBetween([debt.debtor, debt.creditor], cooperative, entries)
    return debt === null || between === null ? [] : [{ record, ...between, paid: debt.paid }]
  })
}

/** Whether something of a debt remains, or may remain because a sum cannot be shown. */
export const isOpen = ({ paid: { remaining_minor: remaining } }: Debt): boolean =>
  remaining === null || remaining > 0

/** Returns the sums of the debts each way and in each currency. A sum beyond 2^53 - 1 is null. */
export function balanceOf(debts: readonly Debt[]): Balance[] {
  const groups = Map.groupBy(debts, ({ way, paid }) => `${way} ${paid.currency}`)
  return [...groups.values()].map((group) => {
    const sum = (member: 'owed_minor' | 'acknowledged_minor' | 'claimed_minor' | 'remaining_minor') =>
      sumOfMinor(group.map(({ paid }) => paid[member]))
    const [{ way, paid }] = group as [Debt]
    return {
      way,
      currency: paid.currency,
      owed_minor: sum('owed_minor'),
      acknowledged_minor: sum('acknowledged_minor'),
      claimed_minor: sum('claimed_minor'),
      remaining_minor: sum('remaining_minor'),
      debts: group.length,
      forked: group.reduce((all, debt) => all + debt.paid.forked, 0),
      incomplete: group.some((debt) => debt.paid.incomplete),
    }
  })
}

/** Returns the payments between the two that one of them recorded, newest first; others count for nothing. */
export function paymentsIn(
  records: readonly CounterRecord[],
  cooperative: string,
  entries: readonly string[],
): AccountPayment[] {
  return records
    .filter(isPayment)
    .filter(isPaymentByAParty)
    .sort((a, b) => oldestFirst(b, a))
    .flatMap((record) => {
      const between = wayBetween([record.payer, record.payee], cooperative, entries)
      if (between === null) return []
      return [{ record, way: between.way, acknowledged: isPaymentAcknowledged(record) }]
    })
}
