import type { Static } from '@sinclair/typebox'
import { exactly } from '../minor-units.ts'
import type { Money } from '../shapes.ts'
import { formatInstant } from '../time.ts'
import type { RecordType } from '../types/index.ts'
import { isConfirmedBy } from './confirmation.ts'
import { byId, isAssertedByOrFor } from './members.ts'
import { remembered } from './memoized-graph.ts'
import { resolved } from './own.ts'
import { type Chain, chainOf, chainsNaming, tipsOf } from './standing.ts'
import type { Version, VersionOf, World } from './world.ts'

/**
 * Payments, and what they count for (contract §23). Nothing here computes what is owed: amounts are what
 * people agreed or paid.
 */

/** What was paid of one debt, in minor units of its currency. A sum beyond 2^53 - 1 is null. */
export interface Paid {
  readonly currency: string
  readonly owed_minor: number
  /** Paid, as the creditor asserted or confirmed. */
  readonly acknowledged_minor: number | null
  /** Paid, as only the debtor asserted. */
  readonly claimed_minor: number | null
  /** Owed minus acknowledged; may be negative. */
  readonly remaining_minor: number | null
  /** The number of payments that count, claimed ones too. */
  readonly payments: number
  /** When the newest of them was made; RFC 3339, UTC. */
  readonly last_paid_at: string | null
  /** Payments left out because their versions contradict each other. */
  readonly forked: number
  /** Whether a payment by or for one of the two names the debt and is left out, or a sum is null. */
  readonly incomplete: boolean
}

/** The same, with the payment that `last_paid_at` is of: not every reader may know when it was made. */
export interface TracedPaid extends Paid {
  /** Its id, the smallest of several made at once. */
  readonly lastPaidBy: string | null
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

const isPayment = (version: Version): version is Payment => version.type === 'payment'

const partsOf = (payment: Payment) => payment.body.settles ?? []

const sumOf = (parts: readonly { readonly amount_minor: number }[]): bigint =>
  parts.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n)

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
    for (const { record_id: id, amount_minor } of partsOf(payment)) {
      const target = resolved(world, payment, id, PAYABLE)
      const [tip] = target === null ? [] : tipsOf(world, target.root)
      const debt = tip === undefined ? null : debtOf(tip)
      const direction = debt === null ? 0 : directionOf(payment, debt)
      if (debt === null || direction === 0) continue
      const side = direction === 1 ? 'payer' : 'payee'
      sides[side] += BigInt(amount_minor)
      if (hasCurrencyOf(payment, debt)) sides.ofCurrency[side] += BigInt(amount_minor)
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

/**
 * Returns whether the payment is the creditor's own word: it asserted or confirmed it, itself or through a
 * delegate, or asserted it as the debtor's delegate.
 */
const isAcknowledged = (world: World, payment: Payment, { creditor }: Debt): boolean =>
  isAssertedByOrFor(payment, creditor) || isConfirmedBy(world, payment.id, creditor)

const paidIn = (payment: Payment, { ids }: Chain): bigint =>
  sumOf(partsOf(payment).filter(({ record_id: id }) => ids.includes(id)))

/**
 * Returns what was paid of a version of an obligation or delivery, from payments that name any version; null
 * if it states no amount. A chain without a tip is paid by nothing.
 */
export function paidOf(world: World, version: Version): TracedPaid | null {
  const debt = debtOf(version)
  if (debt === null) return null
  const chain = chainOf(world, version.root)
  const counted: Payment[] = []
  let [acknowledged, claimed] = [0n, 0n]
  let [forks, leftOut] = [0, 0]
  for (const { ends, forked } of chainsNaming(world, 'settles', chain, [debt.debtor, debt.creditor])) {
    const counting = ends.find((end) => isPayment(end) && countsFor(world, end, debt))
    if (chain.tips.length === 0 || counting === undefined || !isPayment(counting)) leftOut++
    else if (forked) forks++
    else {
      counted.push(counting)
      if (isAcknowledged(world, counting, debt)) acknowledged += paidIn(counting, chain)
      else claimed += paidIn(counting, chain)
    }
  }
  const { amount_minor: owed, currency } = debt.owed
  const sums = {
    acknowledged_minor: exactly(acknowledged),
    claimed_minor: exactly(claimed),
    remaining_minor: exactly(BigInt(owed) - acknowledged),
  }
  const last = counted.sort((a, b) => b.occurredAtMs - a.occurredAtMs || byId(a, b))[0]
  return {
    currency,
    owed_minor: owed,
    ...sums,
    payments: counted.length,
    last_paid_at: last === undefined ? null : formatInstant(last.occurredAtMs),
    lastPaidBy: last?.id ?? null,
    forked: forks,
    incomplete: forks + leftOut > 0 || Object.values(sums).includes(null),
  }
}

export const isOverpaid = ({ remaining_minor: remaining, acknowledged_minor: acknowledged }: Paid): boolean =>
  acknowledged === null || (remaining !== null && remaining < 0)

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
  if (payment.body.method !== 'offset') return sumOf(partsOf(payment))
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
    const debt = tip === undefined ? null : debtOf(tip)
    if (tip === undefined || (debt !== null && countsFor(world, payment, debt))) continue
    misses.not_counted = true
    if (debt !== null && !hasCurrencyOf(payment, debt) && countsFor(world, payment, debt, true))
      misses.currency_differs = true
  }
  return misses
}
