import { must } from '../base/typed.ts'
import { compare, type ListedLine, OWN_REFERENCE, type PaymentPart } from './mass-payment.ts'
import { referenceKey } from './payment.ts'
import { sha256 } from './sha256.ts'

/** What the file of an operator of mobile money shows was paid, and what is written for it. */

/** A line of the operator's file. */
export interface OperatorLine {
  readonly row: number
  /** Our reference as the operator returned it; empty if it has none. */
  readonly reference: string
  /** E.164; null if there is none that can be read. */
  readonly phone: string | null
  readonly amount: { readonly amount_minor: number; readonly currency: string } | null
  readonly state: 'paid' | 'failed' | 'reversed' | null
  /** The operator's number of the transaction. */
  readonly transaction: string
  readonly time: { readonly occurred_at: string; readonly occurred_at_precision: string } | null
  /** What the operator charged; no part of the payment. */
  readonly fee: { readonly amount_minor: number; readonly currency: string } | null
  /** What the record notes, such as the fee. */
  readonly note: string
}

/** Identifies a line by its content: the same line of a later file has the same key. */
export const lineKey = ({ transaction, reference, phone, amount, state, time }: OperatorLine): string =>
  sha256(
    JSON.stringify([referenceKey(transaction), reference, phone, amount, state, time?.occurred_at ?? null]),
  )
    .toString('hex')
    .slice(0, 32)

/** A payment that the payer recorded, itself or through a delegate, with an operator's number. */
export interface RecordedPayment {
  readonly id: string
  readonly standing: string
  readonly payee: string
  readonly amount: { readonly amount_minor: number; readonly currency: string }
  readonly occurred_at: string
  readonly note: string
  readonly settles: readonly PaymentPart[]
}

export interface Ledger {
  readonly list: readonly ListedLine[]
  /** Whether the list is not as it was made: a line was changed, added or removed. */
  readonly isListChanged: boolean
  /** What is open of each debt of the list, by the id in the list. */
  readonly open: ReadonlyMap<string, number>
  /** All versions of payments, by the `referenceKey` of the operator's number. */
  readonly recorded: ReadonlyMap<string, readonly RecordedPayment[]>
  /** Ids of payments that others stated, by the same key. Anyone can guess a number, so they hold up nothing. */
  readonly others: ReadonlyMap<string, string>
  /** Returns the id of the payment with an operator's number that this plan would write. */
  readonly idOf: (transaction: string) => string
}

export const LEFT_REASONS = [
  'state',
  'transaction',
  'contradicts',
  'changed',
  'corrected',
  'forked',
  'list_changed',
  'other_list',
  'no_match',
  'several',
  'amount',
  'telephone',
  'time',
  'closed',
] as const
/** Why a person must decide about a line. */
export type LeftReason = (typeof LEFT_REASONS)[number]

export interface ToPay {
  readonly id: string
  readonly line: OperatorLine
  readonly due: ListedLine
  readonly amount: NonNullable<OperatorLine['amount']>
  readonly time: NonNullable<OperatorLine['time']>
}

export interface PaymentPlan {
  readonly pay: readonly ToPay[]
  readonly retract: readonly { readonly id: string; readonly line: OperatorLine }[]
  /** Lines of payments that are recorded, or recorded and retracted, as they are in the file. */
  readonly already: readonly OperatorLine[]
  readonly failed: readonly OperatorLine[]
  readonly left: readonly { readonly line: OperatorLine; readonly reason: LeftReason }[]
  /** Lines of `pay` whose number is also that of a payment that another party stated, by its id. */
  readonly warned: readonly { readonly line: OperatorLine; readonly id: string }[]
}

/** A spreadsheet program wrote a long number in this way, and lost digits. */
const SHORTENED = /^\d[.,]?\d*e\+?\d+$/i

/**
 * Decides what to write for an operator's file. The order of its lines makes no difference, nor do lines that were read
 * before: a transaction makes one payment, and no payment settles more of a debt than is open.
 */
export function paymentPlan(lines: readonly OperatorLine[], ledger: Ledger): PaymentPlan {
  const plan = new Planner(ledger)
  const stated = lines.filter((line) => line.state === 'failed' || plan.isUsable(line))
  const groups = [...Map.groupBy(stated, (line) => keyOf(line)).values()].sort(([a], [b]) =>
    compare(sortedBy(a), sortedBy(b)),
  )
  // Reversals first: they open debts again.
  for (const group of groups) if (stateOf(group) === 'reversed') plan.add(group, plan.reversed(group))
  for (const group of groups) {
    const state = stateOf(group)
    if (state === 'paid') plan.add(group, plan.paid(group))
    else if (state === 'failed') plan.failed.push(...group)
    else if (state === 'contradicts') plan.add(group, state)
  }
  return plan
}

/** A line that was not paid may have no number; it is then about itself alone. */
const keyOf = ({ transaction, row }: OperatorLine) =>
  transaction === '' ? `row ${row}` : `no. ${referenceKey(transaction)}`

const sortedBy = (line: OperatorLine | undefined) =>
  `${line?.time?.occurred_at ?? ''} ${line?.transaction ?? ''}`

function stateOf(group: readonly OperatorLine[]): 'paid' | 'failed' | 'reversed' | 'contradicts' {
  const states = new Set(group.map(({ state }) => state))
  const paid = group.filter(({ state }) => state === 'paid')
  if (new Set(paid.map(contentOf)).size > 1 || (states.has('failed') && states.size > 1)) return 'contradicts'
  return states.has('reversed') ? 'reversed' : states.has('failed') ? 'failed' : 'paid'
}

const contentOf = ({ reference, phone, amount, time, note }: OperatorLine): string =>
  JSON.stringify([reference, phone, amount, time, note])

class Planner implements PaymentPlan {
  readonly pay: ToPay[] = []
  readonly retract: { readonly id: string; readonly line: OperatorLine }[] = []
  readonly already: OperatorLine[] = []
  readonly failed: OperatorLine[] = []
  readonly left: { readonly line: OperatorLine; readonly reason: LeftReason }[] = []
  readonly warned: { readonly line: OperatorLine; readonly id: string }[] = []
  /** The lines of `pay` and `retract`. */
  readonly #planned = new Set<OperatorLine>()
  readonly #ledger: Ledger
  readonly #open: Map<string, number>
  readonly #byReference: ReadonlyMap<string, ListedLine>
  /** Lines by telephone and amount. */
  readonly #alike: ReadonlyMap<string, readonly ListedLine[]>

  constructor(ledger: Ledger) {
    this.#ledger = ledger
    this.#open = new Map(ledger.open)
    this.#byReference = new Map(ledger.list.map((due) => [due.reference, due]))
    this.#alike = Map.groupBy(ledger.list, (due) => alikeKey(due.phone, due))
  }

  /** Leaves a line to a person that cannot be told apart from others. */
  isUsable(line: OperatorLine): boolean {
    const { state, transaction } = line
    if (state === null) this.add([line], 'state')
    else if (transaction === '' || transaction.length > 64 || SHORTENED.test(transaction))
      this.add([line], 'transaction')
    else return true
    return false
  }

  /** @param outcome why the lines are left to a person; `done` if one of them was planned, and the others repeat it */
  add(lines: readonly OperatorLine[], outcome: LeftReason | 'already' | 'done'): void {
    if (outcome === 'already') this.already.push(...lines)
    else if (outcome === 'done') this.already.push(...lines.filter((line) => !this.#planned.has(line)))
    else this.left.push(...lines.map((line) => ({ line, reason: outcome })))
  }

  reversed(group: readonly OperatorLine[]): LeftReason | 'already' | 'done' {
    const reversals = group.filter(({ state }) => state === 'reversed')
    const line = must(reversals[0])
    const versions = this.#versions(line)
    if (versions.some(({ standing }) => standing === 'forked')) return 'forked'
    const current = versions.filter(({ standing }) => standing === 'tip')
    if (!current.every((payment) => reversals.every((one) => this.#isOf(one, payment)))) return 'changed'
    if (current.length > 0 && reversals.some((one) => this.#dueOf(one) === 'list_changed'))
      return 'list_changed'
    for (const { id, settles } of current) {
      this.#retract(id, line)
      this.#change(settles, 1)
    }
    if (current.length > 0) return 'done'
    if (versions.some(({ standing }) => standing === 'retracted')) return 'already'
    if (versions.length > 0) return 'corrected'
    // Recorded and retracted at once, so that an older file, read later, cannot record it as paid.
    const found = this.#match(group.find(({ state }) => state === 'paid') ?? line)
    if (typeof found === 'string') return found
    this.#pay(found)
    this.#retract(found.id, line)
    return 'done'
  }

  paid([line]: readonly OperatorLine[]): LeftReason | 'already' | 'done' {
    const stated = must(line)
    const versions = this.#versions(stated)
    if (versions.length > 0) return this.#isAsRecorded(stated, versions) ? 'already' : 'changed'
    const found = this.#match(stated)
    if (typeof found === 'string') return found
    const { settles } = found.due
    if (settles.some(({ record_id: id, amount_minor }) => (this.#open.get(id) ?? 0) < amount_minor))
      return 'closed'
    this.#change(settles, -1)
    this.#pay(found)
    return 'done'
  }

  #pay(one: ToPay): void {
    const { line } = one
    this.pay.push(one)
    this.#planned.add(line)
    const id = this.#ledger.others.get(referenceKey(line.transaction))
    if (id !== undefined) this.warned.push({ line, id })
  }

  #retract(id: string, line: OperatorLine): void {
    this.retract.push({ id, line })
    this.#planned.add(line)
  }

  #change(parts: readonly PaymentPart[], sign: 1 | -1): void {
    for (const { record_id: id, amount_minor } of parts)
      this.#open.set(id, (this.#open.get(id) ?? 0) + sign * amount_minor)
  }

  readonly #versions = ({ transaction }: OperatorLine): readonly RecordedPayment[] =>
    this.#ledger.recorded.get(referenceKey(transaction)) ?? []

  /** Compares a line with what it wrote before, or with the amount that someone entered by hand. */
  #isAsRecorded(line: OperatorLine, versions: readonly RecordedPayment[]): boolean {
    const { transaction, time, note } = line
    const written = versions.find(({ id }) => id === this.#ledger.idOf(transaction))
    const before = written ?? versions.find(({ standing }) => standing === 'tip') ?? must(versions[0])
    return (
      this.#isOf(line, before) &&
      (written === undefined || (time?.occurred_at === written.occurred_at && note === written.note))
    )
  }

  /** Whether a line has the amount of a payment, and its payee if the list shows who that is. */
  #isOf(line: OperatorLine, { amount, payee }: RecordedPayment): boolean {
    const due = this.#dueOf(line)
    return (
      line.amount?.amount_minor === amount.amount_minor &&
      line.amount.currency === amount.currency &&
      (typeof due === 'string' || due.payee === payee)
    )
  }

  #match(line: OperatorLine): ToPay | LeftReason {
    const due = this.#dueOf(line)
    if (typeof due === 'string') return due
    const { amount, phone, time } = line
    if (amount?.amount_minor !== due.amount_minor || amount.currency !== due.currency) return 'amount'
    if (phone !== null && phone !== due.phone) return 'telephone'
    return time === null ? 'time' : { id: this.#ledger.idOf(line.transaction), line, due, amount, time }
  }

  #dueOf({ reference, phone, amount }: OperatorLine): ListedLine | LeftReason {
    const named = this.#byReference.get(reference)
    if (named !== undefined) return named.changed?.length ? 'list_changed' : named
    // Our reference of another list must not be taken for a line of this one with the same amount.
    if (OWN_REFERENCE.test(reference)) return this.#ledger.isListChanged ? 'list_changed' : 'other_list'
    // A line that was changed, added or removed decides which line alone has a telephone number and an amount.
    if (this.#ledger.isListChanged) return 'list_changed'
    const alike = phone === null || amount === null ? [] : (this.#alike.get(alikeKey(phone, amount)) ?? [])
    const [only, another] = alike
    return another !== undefined ? 'several' : (only ?? 'no_match')
  }
}

const alikeKey = (phone: string, { amount_minor, currency }: NonNullable<OperatorLine['amount']>) =>
  `${phone} ${amount_minor} ${currency}`
