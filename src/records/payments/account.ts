import type { Paid } from '../../domain/derived/money.ts'
import { sumOfMinor } from '../../domain/minor-units.ts'
import { leftToPay } from '../../domain/money/repayment.ts'
import {
  type Acknowledgement,
  acknowledgementOf,
  claimantOf,
  debtShown,
  isPaymentByAParty,
} from '../../domain/payment.ts'
import type { CounterRecord, CounterRecordOf } from '../record-tasks.ts'

/**
 * Debts and payments between the cooperative and one member, as recorded (contract §23). Nothing here
 * computes what is owed.
 */

/** `out` from the cooperative to the member, `in` the other way. */
export type Direction = 'out' | 'in'

export interface AccountDebt {
  readonly record: CounterRecord
  /** The entry of the member that the debt names: a payment counts only between the same two parties. */
  readonly party: string
  readonly way: Direction
  readonly paid: Paid
}

/** The sums of debts that are agreed, or of those that are the creditor's word alone: never of both. */
export interface Balance
  extends Pick<
    Paid,
    | 'currency'
    | 'agreed'
    | 'acknowledged_minor'
    | 'on_paper_minor'
    | 'claimed_minor'
    | 'remaining_minor'
    | 'forked'
    | 'incomplete'
  > {
  readonly way: Direction
  readonly owed_minor: number | null
  /** What is left to pay of each, if what the debtor says it paid is true. */
  readonly left_minor: number | null
  /** How many debts are added up. */
  readonly debts: number
  /** How many of them have payments that a delegate of the creditor acknowledged. */
  readonly by_delegate: number
}

export interface AccountPayment {
  readonly record: CounterRecord
  readonly way: Direction
  readonly acknowledgement: Acknowledgement
  /** Whose word a claimed payment is; null if it is nobody's. */
  readonly claimant: 'cooperative' | 'member' | null
}

export interface Account {
  readonly cooperative: string
  /** The newest debts and the oldest open ones, oldest first; both of those agreed, and of the others. */
  readonly debts: readonly AccountDebt[]
  /** Sums over all debts, listed or not; first of those agreed. */
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

const debtsInOrder = (one: AccountDebt, other: AccountDebt) => oldestFirst(one.record, other.record)

/** The newest debts of one kind, and the oldest open ones. */
class KeptDebts {
  readonly #isOfKind: (debt: AccountDebt) => boolean
  #newest: AccountDebt[] = []
  #oldestOpen: AccountDebt[] = []

  constructor(isOfKind: (debt: AccountDebt) => boolean) {
    this.#isOfKind = isOfKind
  }

  get debts(): readonly AccountDebt[] {
    return [...this.#newest, ...this.#oldestOpen]
  }

  add(debts: readonly AccountDebt[]): void {
    const some = debts.filter(this.#isOfKind)
    this.#newest = [...this.#newest, ...some].sort(debtsInOrder).slice(-MOST_LISTED)
    this.#oldestOpen = [...this.#oldestOpen, ...some.filter(isOpen)].sort(debtsInOrder).slice(0, MOST_LISTED)
  }
}

/** Adds up an account record by record, in any order. It keeps the rows that are listed, and sums of the others. */
export class AccountWalk {
  readonly #cooperative: string
  readonly #entries: readonly string[]
  /** The records of which no row was made yet. */
  #records: CounterRecord[] = []
  /** What one side states, however often, moves no agreed debt out of the list. */
  readonly #kept = [new KeptDebts(isAgreed), new KeptDebts(isOneSided)]
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
    const listed = new Map(this.#kept.flatMap(({ debts }) => debts.map((debt) => [debt.record.id, debt])))
    const debts = [...listed.values()].sort(debtsInOrder)
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
    for (const kept of this.#kept) kept.add(debts)
    this.#payments = [...this.#payments, ...payments]
      .sort((a, b) => oldestFirst(b.record, a.record))
      .slice(0, MOST_LISTED)
  }
}

const oldestFirst = (a: CounterRecord, b: CounterRecord): number =>
  a.occurred_at < b.occurred_at ? -1 : a.occurred_at > b.occurred_at ? 1 : a.id < b.id ? -1 : 1

const isPayment = (record: CounterRecord): record is CounterRecordOf<'payment'> => record.type === 'payment'

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
): AccountDebt[] {
  return [...records].sort(oldestFirst).flatMap((record) => {
    const debt = debtShown(record)
    const between = debt && wayBetween([debt.debtor, debt.creditor], cooperative, entries)
    return debt === null || between === null ? [] : [{ record, ...between, paid: debt.paid }]
  })
}

/** Whether something of a debt remains, or may remain because a sum cannot be shown. */
export const isOpen = ({ paid: { remaining_minor: remaining } }: AccountDebt): boolean =>
  remaining === null || remaining > 0

/** Whether the debtor's word stands behind a debt; otherwise it is the creditor's word alone (contract §23). */
export const isAgreed = ({ paid }: AccountDebt): boolean => paid.agreed
export const isOneSided = ({ paid }: AccountDebt): boolean => !paid.agreed

type AccountSum =
  | 'left_minor'
  | 'owed_minor'
  | 'acknowledged_minor'
  | 'on_paper_minor'
  | 'claimed_minor'
  | 'remaining_minor'

/**
 * Returns the sums of the debts each way and in each currency, of those agreed first. A sum beyond 2^53 - 1 is
 * null.
 */
export const balanceOf = (debts: readonly AccountDebt[]): Balance[] =>
  addedUp(
    debts.map(({ way, paid, record }) => {
      const { payments: _, last_paid_at: __, last_paid_at_precision: ___, ...sums } = paid
      return {
        way,
        ...sums,
        left_minor: leftToPay(paid),
        debts: 1,
        by_delegate: isByDelegate(record) ? 1 : 0,
      }
    }),
  )

/** Returns one balance for each way, currency and kind of word of these; first of those agreed. */
function addedUp(balances: readonly Balance[]): Balance[] {
  const sorted = balances.toSorted((one, other) => Number(other.agreed) - Number(one.agreed))
  const groups = Map.groupBy(sorted, ({ way, currency, agreed }) => `${agreed} ${way} ${currency}`)
  return [...groups.values()].map((group) => {
    const sum = (member: AccountSum) => sumOfMinor(group.map((one) => one[member]))
    const [{ way, currency, agreed }] = group as [Balance]
    return {
      way,
      currency,
      agreed,
      owed_minor: sum('owed_minor'),
      acknowledged_minor: sum('acknowledged_minor'),
      on_paper_minor: sum('on_paper_minor'),
      claimed_minor: sum('claimed_minor'),
      remaining_minor: sum('remaining_minor'),
      left_minor: sum('left_minor'),
      debts: group.reduce((all, one) => all + one.debts, 0),
      by_delegate: group.reduce((all, one) => all + one.by_delegate, 0),
      forked: group.reduce((all, one) => all + one.forked, 0),
      incomplete: group.some((one) => one.incomplete),
    }
  })
}

/** Whether a delegate of the creditor, perhaps the debtor, acknowledged some of what was paid of a debt. */
export const isByDelegate = ({ derived }: CounterRecord): boolean =>
  derived.flags.includes('acknowledged_by_delegate')

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
      const claimant = claimantOf(record)
      return [
        {
          record,
          way: between.way,
          acknowledgement: acknowledgementOf(record),
          claimant: claimant === null ? null : claimant === cooperative ? 'cooperative' : 'member',
        },
      ]
    })
}
