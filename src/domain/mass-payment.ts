import { sha256 } from './sha256.ts'
import { MAX_PARTS } from './types/payment.ts'

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

/** Returns what one of these payers owes by this record; null if it states no amount, or nobody of them owes it. */
export function openDebt(record: DebtRecord, payers: readonly string[]): OpenDebt | null {
  const { id, type, occurred_at: at, derived } = record
  const isDelivery = type === 'delivery'
  const paid = isDelivery ? derived.paid : derived.fulfilment?.money
  const [debtor, payee] = isDelivery
    ? [record.to_party, record.from_party]
    : [record.obligor, record.obligee]
  const isOurs = (party: unknown) => payers.includes(String(party))
  if (paid === undefined || !isOurs(debtor) || isOurs(payee)) return null
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
  readonly purpose: 'produce' | 'other'
  readonly settles: readonly Part[]
}

/**
 * Returns a line for each payee and currency, oldest debt first; several if a payment cannot have that many parts. The
 * same debts give the same lines.
 */
export function dueLines(debts: readonly OpenDebt[]): DueLine[] {
  const payable = debts
    .filter(({ open_minor, doubt }) => open_minor > 0 && doubt === null)
    .sort((a, b) => compare(a.at, b.at) || compare(a.id, b.id))
  return [...Map.groupBy(payable, ({ payee, currency }) => `${payee} ${currency}`).values()].flatMap((own) =>
    chunks(own).map(lineOf),
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

function lineOf(debts: OpenDebt[]): DueLine {
  const [{ payee, currency }] = debts as [OpenDebt]
  const settles = debts.map(({ id, open_minor }) => ({ record_id: id, amount_minor: open_minor }))
  return {
    reference: referenceOf(payee, currency, settles),
    payee,
    currency,
    amount_minor: sumOf(debts),
    purpose: debts.every(({ type }) => type === 'delivery') ? 'produce' : 'other',
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
  /** What the record notes, such as the fee. */
  readonly note: string
}

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
  /** All versions of payments, by the operator's number. */
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
  const plan = {
    pay: [] as ToPay[],
    retract: [] as { id: string; line: OperatorLine }[],
    already: [] as OperatorLine[],
    failed: [] as OperatorLine[],
    left: [] as { line: OperatorLine; reason: LeftReason }[],
  }
  const leave = (some: readonly OperatorLine[], reason: LeftReason) => {
    for (const line of some) plan.left.push({ line, reason })
  }
  const open = new Map(ledger.open)
  const change = (parts: readonly Part[], sign: 1 | -1) => {
    for (const { record_id: id, amount_minor } of parts)
      open.set(id, (open.get(id) ?? 0) + sign * amount_minor)
  }
  const isUsable = ({ state, transaction }: OperatorLine) =>
    state !== null && transaction !== '' && transaction.length <= 64 && !SHORTENED.test(transaction)
  const failed = lines.filter(({ state }) => state === 'failed')
  leave(
    lines.filter(({ state }) => state === null),
    'state',
  )
  leave(
    lines.filter((line) => line.state !== null && line.state !== 'failed' && !isUsable(line)),
    'transaction',
  )
  const stated = lines.filter((line) => line.state !== 'failed' && isUsable(line))
  const failedNumbers = new Set(failed.map(({ transaction }) => transaction))
  const groups = [...Map.groupBy(stated, ({ transaction }) => transaction).values()].sort(
    ([a], [b]) =>
      compare(a?.time?.occurred_at ?? '', b?.time?.occurred_at ?? '') ||
      compare(a?.transaction ?? '', b?.transaction ?? ''),
  )
  const contradictory = new Set<string>()
  const sent: OperatorLine[][] = []

  for (const group of groups) {
    const [{ transaction }] = group as [OperatorLine]
    const paid = group.filter(({ state }) => state === 'paid')
    if (new Set(paid.map(contentOf)).size > 1 || failedNumbers.has(transaction)) {
      contradictory.add(transaction)
      leave(group, 'contradicts')
    } else if (paid.length < group.length) reversed(group)
    else sent.push(group)
  }
  for (const group of sent) paidOnce(group)
  for (const line of failed)
    if (contradictory.has(line.transaction)) leave([line], 'contradicts')
    else plan.failed.push(line)
  return plan

  function reversed(group: readonly OperatorLine[]): void {
    const line = group.find(({ state }) => state === 'reversed') as OperatorLine
    const versions = ownVersions(line.transaction)
    if (versions.some(({ standing }) => standing === 'forked')) return leave(group, 'forked')
    const current = versions.filter(({ standing }) => standing === 'tip')
    for (const { id, settles } of current) {
      plan.retract.push({ id, line })
      change(settles, 1)
    }
    if (current.length > 0) return
    if (versions.some(({ standing }) => standing === 'retracted')) plan.already.push(...group)
    else if (versions.length > 0) leave(group, 'corrected')
    else {
      // Recorded and retracted at once, so that an older file, read later, cannot record it as paid.
      const found = match(group.find(({ state }) => state === 'paid') ?? line)
      if (typeof found === 'string') return leave(group, found)
      plan.pay.push(found)
      plan.retract.push({ id: found.id, line })
    }
  }

  function paidOnce(group: readonly OperatorLine[]): void {
    const [line] = group as [OperatorLine]
    const versions = ownVersions(line.transaction)
    if (versions.length > 0) {
      const reason = differs(line, versions)
      if (reason === null) plan.already.push(...group)
      else leave(group, reason)
      return
    }
    const isOfOther = (ledger.recorded.get(line.transaction) ?? []).some(({ standing }) => standing === 'tip')
    const found = isOfOther ? 'of_other' : match(line)
    if (typeof found === 'string') return leave(group, found)
    const { settles } = found.due
    if (settles.some(({ record_id: id, amount_minor }) => (open.get(id) ?? 0) < amount_minor))
      return leave(group, 'closed')
    change(settles, -1)
    plan.pay.push(found)
  }

  function ownVersions(transaction: string): readonly RecordedPayment[] {
    return (ledger.recorded.get(transaction) ?? []).filter(({ isOwn }) => isOwn)
  }

  /** Compares a line with what it wrote before, or with what someone entered by hand. */
  function differs(line: OperatorLine, versions: readonly RecordedPayment[]): LeftReason | null {
    const written = versions.find(({ id }) => id === ledger.idOf(line.transaction))
    const before = written ?? versions.find(({ standing }) => standing === 'tip') ?? versions[0]
    if (before === undefined) return null
    const isSame =
      line.amount?.amount_minor === before.amount.amount_minor &&
      line.amount.currency === before.amount.currency &&
      (written === undefined || (line.time?.occurred_at === before.occurred_at && line.note === before.note))
    return isSame ? null : 'changed'
  }

  function match(line: OperatorLine): ToPay | LeftReason {
    const due = dueOf(line)
    if (typeof due === 'string') return due
    const { amount, phone, time } = line
    if (amount?.amount_minor !== due.amount_minor || amount.currency !== due.currency) return 'amount'
    if (phone !== null && phone !== due.phone) return 'telephone'
    return time === null ? 'time' : { id: ledger.idOf(line.transaction), line, due, amount, time }
  }

  function dueOf({ reference, phone, amount }: OperatorLine): ListedLine | LeftReason {
    const named = ledger.list.find((one) => one.reference === reference)
    if (named !== undefined) return named
    // Our reference of another list must not be taken for a line of this one with the same amount.
    if (OWN_REFERENCE.test(reference)) return 'other_list'
    const [only, another] = ledger.list.filter(
      (one) =>
        one.phone === phone &&
        one.amount_minor === amount?.amount_minor &&
        one.currency === amount.currency,
    )
    return another !== undefined ? 'several' : (only ?? 'no_match')
  }
}

const contentOf = ({ reference, phone, amount, time, note }: OperatorLine): string =>
  JSON.stringify([reference, phone, amount, time, note])
