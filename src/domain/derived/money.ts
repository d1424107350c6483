import type { Static } from '@sinclair/typebox'
import { exactly } from '../minor-units.ts'
import type { Money, Precision } from '../shapes.ts'
import { formatInstant } from '../time.ts'
import type { RecordType } from '../types/index.ts'
import { type Agreed, confirmedBy } from './confirmation.ts'
import { byId, isAssertedByOrFor, isUnderLiveMandate } from './members.ts'
import { remembered } from './memoized-graph.ts'
import { resolved } from './own.ts'
import { type Chain, chainOf, chainsNaming, tipsOf } from './standing.ts'
import type { Version, VersionOf, World } from './world.ts'

/**
 * Debts, whose word they are, and what payments count for (contract §23). Nothing here computes what is owed: amounts
 * are what people agreed or paid.
 */

/** What was paid of one debt, in minor units of its currency. A sum beyond 2^53 - 1 is null. */
export interface Paid {
  readonly currency: string
  /** Whether the debtor's word stands behind the debt; otherwise it is the creditor's word alone. */
  readonly agreed: boolean
  readonly owed_minor: number
  /** Paid, as the creditor asserted or confirmed. */
  readonly acknowledged_minor: number | null
  /** Paid, as the creditor signed on paper; the cooperative alone vouches for the signature. */
  readonly on_paper_minor: number | null
  /** Paid, as only the debtor asserted. */
  readonly claimed_minor: number | null
  /** Owed minus acknowledged and signed; may be negative. */
  readonly remaining_minor: number | null
  /** The number of payments that count, claimed ones too. */
  readonly payments: number
  /** When the newest of them was made; RFC 3339, UTC. */
  readonly last_paid_at: string | null
  /** The precision of `last_paid_at`, if that payment states one. */
  readonly last_paid_at_precision?: Precision
  /** Payments left out because their versions contradict each other. */
  readonly forked: number
  /** Whether a payment by or for one of the two names the debt and is left out, or a sum is null. */
  readonly incomplete: boolean
}

/** The same, with what a view says elsewhere or leaves out. */
export interface TracedPaid extends Paid {
  /** The payment that `last_paid_at` is of, the smallest id of several: not every reader may know when it was made. */
  readonly lastPaidBy: string | null
  /** Whether a delegate of the creditor acknowledged some of it, and the creditor itself did not. */
  readonly isByDelegate: boolean
}

type Payment = VersionOf<'payment'>
type Sum = Static<typeof Money>

/** A debt in money: an obligation with an amount, or a delivery with a price. */
interface Debt {
  readonly debtor: string
  readonly creditor: string
  readonly owed: Sum
}

/** The types that a payment may pay. */
export const PAYABLE: readonly RecordType[] = ['obligation', 'delivery']

/** A debt, and whether the debtor's word stands behind it. */
interface OwnDebt extends Debt {
  readonly agreed: boolean
}

function debtOf({ type, body }: Version): Debt | null {
  if (type === 'obligation' && body.amount !== undefined)
    return { debtor: body.obligor, creditor: body.obligee, owed: body.amount }
  if (type === 'delivery' && body.agreed_price !== undefined)
    return { debtor: body.to_party, creditor: body.from_party, owed: body.agreed_price }
  return null
}

/** Returns the debtor and the creditor of a debt in money; none for other records. */
export function partiesToDebt(version: Version): readonly string[] {
  const debt = debtOf(version)
  return debt === null ? [] : [debt.debtor, debt.creditor]
}

/**
 * Returns the debt that a version states by the word of one of its two sides; null for what only others assert. It is
 * agreed if the debtor asserted it, had it asserted under a mandate that was live at receipt, confirmed exactly this
 * version, or signed for it.
 */
function ownDebtOf(world: World, version: Version): OwnDebt | null {
  const debt = debtOf(version)
  if (debt === null) return null
  const { debtor, creditor } = debt
  const isLive = isUnderLiveMandate(world, version)
  const isWordOf = (party: string) => isLive && isAssertedByOrFor(version, party)
  const hasConfirmed = (party: string) => confirmedBy(world, version, party) !== null
  if (isWordOf(debtor) || hasConfirmed(debtor)) return { ...debt, agreed: true }
  const isCreditors =
    isWordOf(creditor) || (!isLive && version.body.on_behalf_of === creditor && hasConfirmed(creditor))
  return isCreditors ? { ...debt, agreed: false } : null
}

const isPayment = (version: Version): version is Payment => version.type === 'payment'

/** What a payment pays, by the id that its parts name. */
const partsOf = remembered(
  (_: World, payment: Payment): ReadonlyMap<string, bigint> => {
    const parts = new Map<string, bigint>()
    for (const { record_id: id, amount_minor } of payment.body.settles ?? [])
      parts.set(id, (parts.get(id) ?? 0n) + BigInt(amount_minor))
    return parts
  },
  (payment) => payment.seq,
)

function sumOf(amounts: Iterable<bigint>): bigint {
  let sum = 0n
  for (const amount of amounts) sum += amount
  return sum
}

/** 1 for what the payer owes the payee, -1 for what the payee owes the payer, else 0. */
function directionOf({ body: { payer, payee } }: Payment, { debtor, creditor }: Debt): 1 | 0 | -1 {
  if (debtor === payer && creditor === payee) return 1
  return debtor === payee && creditor === payer ? -1 : 0
}

const hasCurrencyOf = ({ body }: Payment, { owed }: Debt): boolean => owed.currency === body.amount.currency

/** The sums that an offset states for what the payer owes, and for what the payee owes. */
interface Sides {
  readonly payer: bigint
  readonly payee: bigint
  /** The same without debts in another currency. */
  readonly ofCurrency: { readonly payer: bigint; readonly payee: bigint }
}

const sidesOf = remembered(
  (world: World, payment: Payment): Sides => {
    const sides = { payer: 0n, payee: 0n, ofCurrency: { payer: 0n, payee: 0n } }
    for (const [id, amount] of partsOf(world, payment)) {
      // What it settles is a matter of the party it was asserted for; its flags are the asserter's.
      const target = resolved(world, payment, id, PAYABLE, true)
      const [tip] = target === null ? [] : tipsOf(world, target.root)
      const debt = tip === undefined ? null : ownDebtOf(world, tip)
      const direction = debt === null ? 0 : directionOf(payment, debt)
      if (debt === null || direction === 0) continue
      const side = direction === 1 ? 'payer' : 'payee'
      sides[side] += amount
      if (hasCurrencyOf(payment, debt)) sides.ofCurrency[side] += amount
    }
    return sides
  },
  (payment) => payment.seq,
)

const isBalanced = ({ payer, payee }: Pick<Sides, 'payer' | 'payee'>): boolean =>
  payer === payee && payer > 0n

/** Returns whether this payment, of any standing, counts for the debt, or would in any currency. */
function countsFor(world: World, payment: Payment, debt: Debt, inAnyCurrency = false): boolean {
  const { payer, payee, method } = payment.body
  if (!isAssertedByOrFor(payment, payer) && !isAssertedByOrFor(payment, payee)) return false
  if (!inAnyCurrency && !hasCurrencyOf(payment, debt)) return false
  const direction = directionOf(payment, debt)
  if (method !== 'offset') return direction === 1
  if (direction === 0) return false
  const sides = sidesOf(world, payment)
  return isBalanced(inAnyCurrency ? sides : sides.ofCurrency)
}

/** How a creditor released what a payment pays: see {@link Agreed}; null if only others say that it was paid. */
function releasedBy(world: World, payment: Payment, { creditor }: Debt): Agreed {
  const { asserted_by, on_behalf_of } = payment.body
  if (asserted_by === creditor) return 'itself'
  const confirmed = confirmedBy(world, payment, creditor)
  if (confirmed === 'itself' || on_behalf_of !== creditor) return confirmed
  return isUnderLiveMandate(world, payment) ? 'by_delegate' : confirmed
}

function paidIn(world: World, payment: Payment, { ids }: Chain): bigint {
  const parts = partsOf(world, payment)
  return sumOf(ids.map((id) => parts.get(id) ?? 0n))
}

/**
 * Returns what was paid of a version of an obligation or delivery, from payments that name any version; null
 * if it states no amount, or is the word of neither side. A chain without a tip is paid by nothing.
 */
export function paidOf(world: World, version: Version): TracedPaid | null {
  const debt = ownDebtOf(world, version)
  if (debt === null) return null
  const chain = chainOf(world, version.root)
  const counted: Payment[] = []
  let [acknowledged, onPaper, claimed] = [0n, 0n, 0n]
  let [forks, leftOut] = [0, 0]
  let isByDelegate = false
  for (const { ends, forked } of chainsNaming(world, 'settles', chain, [debt.debtor, debt.creditor])) {
    const counting = ends.find((end) => isPayment(end) && countsFor(world, end, debt))
    if (chain.tips.length === 0 || counting === undefined || !isPayment(counting)) leftOut++
    else if (forked) forks++
    else {
      counted.push(counting)
      const amount = paidIn(world, counting, chain)
      const released = releasedBy(world, counting, debt)
      if (released === null) claimed += amount
      else if (released === 'on_paper') onPaper += amount
      else acknowledged += amount
      isByDelegate ||= released === 'by_delegate'
    }
  }
  const { amount_minor: owed, currency } = debt.owed
  const sums = {
    acknowledged_minor: exactly(acknowledged),
    on_paper_minor: exactly(onPaper),
    claimed_minor: exactly(claimed),
    remaining_minor: exactly(BigInt(owed) - acknowledged - onPaper),
  }
  const last = counted.sort((a, b) => b.occurredAtMs - a.occurredAtMs || byId(a, b))[0]
  const precision = last?.body.occurred_at_precision
  return {
    currency,
    agreed: debt.agreed,
    owed_minor: owed,
    ...sums,
    payments: counted.length,
    last_paid_at: last === undefined ? null : formatInstant(last.occurredAtMs),
    ...(precision === undefined ? {} : { last_paid_at_precision: precision }),
    lastPaidBy: last?.id ?? null,
    isByDelegate,
    forked: forks,
    incomplete: forks + leftOut > 0 || Object.values(sums).includes(null),
  }
}

/** Returns whether more was acknowledged or signed than was owed. A remainder that no number holds is below zero. */
export const isOverpaid = ({ remaining_minor: remaining }: Paid): boolean =>
  remaining === null || remaining < 0

/**
 * Returns the amount of a payment less its parts as stated; for an offset, less the larger side. May be
 * negative, and is null if a number cannot hold it.
 */
export function unallocatedOf(world: World, payment: Payment): number | null {
  return exactly(BigInt(payment.body.amount.amount_minor) - allocated(world, payment))
}

/** Returns whether the parts, or a side of an offset, exceed the amount. */
export const exceedsItsAmount = (world: World, payment: Payment): boolean =>
  allocated(world, payment) > BigInt(payment.body.amount.amount_minor)

function allocated(world: World, payment: Payment): bigint {
  if (payment.body.method !== 'offset') return sumOf(partsOf(world, payment).values())
  const { payer, payee } = sidesOf(world, payment)
  return payer > payee ? payer : payee
}

/**
 * Returns the flags of a current payment about what it names: `not_counted` if it does not count for a
 * record that resolves and has a tip, `currency_differs` if only the currency is in the way.
 */
export function missesOf(
  world: World,
  payment: Payment,
  named: readonly { readonly target: Version | null }[],
) {
  const misses = { not_counted: false, currency_differs: false }
  for (const { target } of named) {
    const [tip] = target === null ? [] : tipsOf(world, target.root)
    const debt = tip === undefined ? null : ownDebtOf(world, tip)
    if (tip === undefined || (debt !== null && countsFor(world, payment, debt))) continue
    misses.not_counted = true
    if (debt !== null && !hasCurrencyOf(payment, debt) && countsFor(world, payment, debt, true))
      misses.currency_differs = true
  }
  return misses
}
