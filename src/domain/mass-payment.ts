import { must } from '../base/typed.ts'
import { debtShown, referenceKey } from './payment.ts'
import { sha256 } from './sha256.ts'
import { MAX_PARTS, PAYMENT_PURPOSES } from './types/payment.ts'

/**
 * Paying many members at once through an operator of mobile money: what is still open, and what the operator's file
 * shows was paid. Amounts are what people agreed or paid; nothing is computed as owed.
 */

interface PaidOf {
  readonly currency: string
  readonly remaining_minor: number | null
  readonly claimed_minor: number | null
  readonly incomplete: boolean
}

/** A delivery or an obligation as the cooperative reads it. */
export interface DebtRecord {
  readonly id: string
  readonly type: string
  readonly occurred_at: string
  readonly asserted_by?: unknown
  readonly on_behalf_of?: unknown
  readonly [member: string]: unknown
  readonly derived: {
    readonly standing: string
    readonly confirmation?: unknown
    readonly paid?: PaidOf
    readonly fulfilment?: { readonly money?: PaidOf }
  }
}

export interface OpenDebt {
  readonly id: string
  readonly type: string
  readonly payee: string
  readonly currency: string
  readonly at: string
  /** What the creditor has not acknowledged, less what the payer has recorded as paid. */
  readonly open_minor: number
  /**
   * Why a person must look at it first: the payer neither asserted nor confirmed it, or its figures leave something out.
   * Null if it can be paid.
   */
  readonly doubt: 'not_agreed' | 'incomplete' | null
}

/** Returns what one of these payers has to pay by this record; null if it states no amount, or another party has to pay it. */
export function openDebt(record: DebtRecord, payers: readonly string[]): OpenDebt | null {
  const { id, type, occurred_at: at, derived } = record
  const isDelivery = type === 'delivery'
  const debt = debtShown(record)
  const isOurs = (party: unknown) => payers.includes(String(party))
  if (debt === null || !isOurs(debt.debtor) || isOurs(debt.creditor)) return null
  const { paid, creditor: payee } = debt
  const { remaining_minor: remaining, claimed_minor: claimed } = paid
  const asserters = [record.asserted_by, record.on_behalf_of]
  // Only the other side can confirm what the payee asserted; a stranger's record may be confirmed by the payee.
  const isAgreed =
    asserters.some(isOurs) || (asserters.includes(payee) && isDelivery && derived.confirmation != null)
  return {
    id,
    type,
    payee: String(payee),
    currency: paid.currency,
    at,
    open_minor: remaining === null || claimed === null ? 0 : remaining - claimed,
    doubt: isAgreed ? (paid.incomplete || derived.standing !== 'tip' ? 'incomplete' : null) : 'not_agreed',
  }
}

type Purpose = (typeof PAYMENT_PURPOSES)[number]
/** What a payment of open debts can be for. A loan or an input credit makes a debt, and pays none. */
export const LIST_PURPOSES = PAYMENT_PURPOSES.filter(
  (purpose): purpose is Exclude<Purpose, 'loan' | 'input_credit'> =>
    purpose !== 'loan' && purpose !== 'input_credit',
)
export type ListPurpose = (typeof LIST_PURPOSES)[number]

export interface Part {
  readonly record_id: string
  readonly amount_minor: number
}

/** One payment to make. */
export interface DueLine {
  readonly reference: string
  readonly payee: string
  readonly currency: string
  readonly amount_minor: number
  readonly purpose: ListPurpose
  readonly settles: readonly Part[]
}

/**
 * Returns a line for each payee and currency, oldest debt first; several if a payment cannot have that many parts. The
 * same debts give the same lines.
 * @param purpose what all of them are for; left out, what the debts of each line show
 */
export function dueLines(debts: readonly OpenDebt[], purpose?: ListPurpose): DueLine[] {
  const payable = debts
    .filter(({ open_minor, doubt }) => open_minor > 0 && doubt === null)
    .sort((a, b) => compare(a.at, b.at) || compare(a.id, b.id))
  return [...Map.groupBy(payable, ({ payee, currency }) => `${payee} ${currency}`).values()].flatMap((own) =>
    chunks(own).map((some) => lineOf(some, purpose)),
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const sumOf = (debts: readonly OpenDebt[]) => debts.reduce((sum, { open_minor }) => sum + open_minor, 0)

function chunks(debts: readonly OpenDebt[]): OpenDebt[][] {
  const made: OpenDebt[][] = []
  for (const debt of debts) {
    const last = made.at(-1)
    if (last !== undefined && last.length < MAX_PARTS && Number.isSafeInteger(sumOf([...last, debt])))
      last.push(debt)
    else made.push([debt])
  }
  return made
}

function lineOf(debts: OpenDebt[], purpose?: ListPurpose): DueLine {
  const [{ payee, currency }] = debts as [OpenDebt]
  const settles = debts.map(({ id, open_minor }) => ({ record_id: id, amount_minor: open_minor }))
  return {
    reference: referenceOf(payee, currency, settles),
    payee,
    currency,
    amount_minor: sumOf(debts),
    purpose: purpose ?? (debts.every(({ type }) => type === 'delivery') ? 'produce' : 'other'),
    settles,
  }
}

/** Crockford's base 32: no letter that looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const OWN_REFERENCE = /^P[0-9A-HJKMNP-TV-Z]{11}$/

/** Short enough for the reference of any operator: P and 55 bits. */
export function referenceOf(payee: string, currency: string, settles: readonly Part[]): string {
  const parts = settles.map(({ record_id, amount_minor }) => [record_id, amount_minor])
  const bits = sha256(JSON.stringify([payee, currency, parts])).readBigUInt64BE()
  return `P${Array.from({ length: 11 }, (_, i) => LETTERS[Number((bits >> BigInt(5 * i)) & 31n)]).join('')}`
}

/** A line of the list as it was sent to the operator. */
export interface ListedLine extends DueLine {
  /** E.164. */
  readonly phone: string
}

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

/** A recorded payment that has an operator's number. */
export interface RecordedPayment {
  readonly id: string
  readonly standing: string
  /** Whether the payer asserted it, itself or through a delegate. */
  readonly isOwn: boolean
  readonly payee: string
  readonly amount: { readonly amount_minor: number; readonly currency: string }
  readonly occurred_at: string
  readonly note: string
  readonly settles: readonly Part[]
}

export interface Ledger {
  readonly list: readonly ListedLine[]
  /** What is open of each debt of the list, by the id in the list. */
  readonly open: ReadonlyMap<string, number>
  /** All versions of payments, by the `referenceKey` of the operator's number. */
  readonly recorded: ReadonlyMap<string, readonly RecordedPayment[]>
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
  'of_other',
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
    const versions = this.#ownVersions(line)
    if (versions.some(({ standing }) => standing === 'forked')) return 'forked'
    const current = versions.filter(({ standing }) => standing === 'tip')
    if (!current.every((payment) => reversals.every((one) => this.#isOf(one, payment)))) return 'changed'
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
    const versions = this.#ownVersions(stated)
    if (versions.length > 0) return this.#isAsRecorded(stated, versions) ? 'already' : 'changed'
    const others = this.#versions(stated)
    if (others.some(({ standing }) => standing === 'tip')) return 'of_other'
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
    this.pay.push(one)
    this.#planned.add(one.line)
  }

  #retract(id: string, line: OperatorLine): void {
    this.retract.push({ id, line })
    this.#planned.add(line)
  }

  #change(parts: readonly Part[], sign: 1 | -1): void {
    for (const { record_id: id, amount_minor } of parts)
      this.#open.set(id, (this.#open.get(id) ?? 0) + sign * amount_minor)
  }

  readonly #versions = ({ transaction }: OperatorLine): readonly RecordedPayment[] =>
    this.#ledger.recorded.get(referenceKey(transaction)) ?? []

  #ownVersions(line: OperatorLine): readonly RecordedPayment[] {
    return this.#versions(line).filter(({ isOwn }) => isOwn)
  }

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
    if (named !== undefined) return named
    // Our reference of another list must not be taken for a line of this one with the same amount.
    if (OWN_REFERENCE.test(reference)) return 'other_list'
    const alike = phone === null || amount === null ? [] : (this.#alike.get(alikeKey(phone, amount)) ?? [])
    const [only, another] = alike
    return another !== undefined ? 'several' : (only ?? 'no_match')
  }
}

const alikeKey = (phone: string, { amount_minor, currency }: NonNullable<OperatorLine['amount']>) =>
  `${phone} ${amount_minor} ${currency}`
