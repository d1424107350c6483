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

/** Rows that a walk keeps before it drops those that are not listed. */
const MOST_KEPT = 2 * MOST_LISTED

/** Adds up an account record by record, in any order. It keeps the rows that are listed, and sums of the others. */
export class AccountWalk {
  readonly #cooperative: string
  readonly #entries: readonly string[]
  /** The records of which no row was made yet. */
  #records: CounterRecord[] = []
  #newest: Debt[] = []
  #oldestOpen: Debt[] = []
  #payments: AccountPayment[] = []
  #balance: readonly Balance[] = []
  readonly #counted = { debts: 0, open: 0, payments: 0 }

  /** @param entries ids of the member's entries */
  constructor(cooperative: string, entries: readonly string[]) {
    this.#cooperative = cooperative
    this.#entries = entries
  }

  add(record: CounterRecord): void {
    this.#records.push(record)
    if (this.#records.length === MOST_KEPT) this.#fold()
  }

  account(): Account {
    this.#fold()
    const listed = new Map([...this.#newest, ...this.#oldestOpen].map((debt) => [debt.record.id, debt]))
    const debts = [...listed.values()].sort((a, b) => oldestFirst(a.record, b.record))
    const { debts: all, open, payments } = this.#counted
    return {
      cooperative: this.#cooperative,
      debts,
      balance: this.#balance,
      payments: this.#payments,
      unlisted: {
        debts: all - debts.length,
        open: open - debts.filter(isOpen).length,
        payments: payments - this.#payments.length,
      },
    }
  }

  #fold(): void {
    const debts = debtsIn(this.#records, this.#cooperative, this.#entries)
    const payments = paymentsIn(this.#records, this.#cooperative, this.#entries)
    const open = debts.filter(isOpen)
    this.#records = []
    this.#counted.debts += debts.length
    this.#counted.open += open.length
    this.#counted.payments += payments.length
    this.#balance = addedUp([...this.#balance, ...balanceOf(debts)])
    const inOrder = (one: Debt, other: Debt) => oldestFirst(one.record, other.record)
    this.#newest = [...this.#newest, ...debts].sort(inOrder).slice(-MOST_LISTED)
    this.#oldestOpen = [...this.#oldestOpen, ...open].sort(inOrder).slice(0, MOST_LISTED)
    this.#payments = [...this.#payments, ...payments]
      .sort((a, b) => oldestFirst(b.record, a.record))
      .slice(0, MOST_LISTED)
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
export const balanceOf = (debts: readonly Debt[]): Balance[] =>
  addedUp(
    debts.map(({ way, paid }) => {
      const { currency, owed_minor, acknowledged_minor, claimed_minor, remaining_minor } = paid
      const { forked, incomplete } = paid
      const sums = { owed_minor, acknowledged_minor, claimed_minor, remaining_minor }
      return { way, currency, ...sums, debts: 1, forked, incomplete }
    }),
  )

/** Returns one balance for each way and currency of these. */
function addedUp(balances: readonly Balance[]): Balance[] {
  const groups = Map.groupBy(balances, ({ way, currency }) => `${way} ${currency}`)
  return [...groups.values()].map((group) => {
    const sum = (member: 'owed_minor' | 'acknowledged_minor' | 'claimed_minor' | 'remaining_minor') =>
      sumOfMinor(group.map((one) => one[member]))
    const [{ way, currency }] = group as [Balance]
    return {
      way,
      currency,
      owed_minor: sum('owed_minor'),
      acknowledged_minor: sum('acknowledged_minor'),
      claimed_minor: sum('claimed_minor'),
      remaining_minor: sum('remaining_minor'),
      debts: group.reduce((all, one) => all + one.debts, 0),
      forked: group.reduce((all, one) => all + one.forked, 0),
      incomplete: group.some((one) => one.incomplete),
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
