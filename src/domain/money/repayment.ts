import type { PAYMENT_METHODS, PAYMENT_PURPOSES } from '../payment-words.ts'

/** What the form of a payment is filled in with, and what is left to pay (contract §23). */

type Method = (typeof PAYMENT_METHODS)[number]
type Purpose = (typeof PAYMENT_PURPOSES)[number]

/** A debt, as far as it says what a payment of it is for. */
interface DebtKind {
  readonly type: string
}

/** Returns what a payment of debts to the cooperative is for; null where they do not say, or not alike. */
export function purposeOf(debts: readonly DebtKind[]): Purpose | null {
  const [first, ...others] = [...new Set(debts.map(purposeOfOne))]
  return first === undefined || others.length > 0 ? null : first
}

function purposeOfOne({ type }: DebtKind): Purpose | null {
  if (type === 'delivery') return 'produce'
  return type === 'obligation' ? 'repayment' : null
}

interface EarlierPayment {
  readonly way: 'out' | 'in'
  readonly record: { readonly method?: unknown }
}

/** Returns how the newest of these payments one way was made; cash where there is none. An offset moves no money. */
export function lastMethod(newestFirst: readonly EarlierPayment[], way: 'out' | 'in'): Method {
  const last = newestFirst.find((one) => one.way === way && one.record.method !== 'offset')
  return (last?.record.method as Method | undefined) ?? 'cash'
}

interface PaidSums {
  readonly claimed_minor: number | null
  readonly remaining_minor: number | null
}

/**
 * Returns what the debtor has still to pay of a debt, in minor units, if what it says it paid is true: that is in the
 * creditor's hands, not yet signed for. It is never below zero, and null if a sum is. What remains of the debt is another figure,
 * which only the creditor's word reduces.
 */
export function leftToPay({ claimed_minor: claimed, remaining_minor: remaining }: PaidSums): number | null {
  return claimed === null || remaining === null ? null : Math.max(0, remaining - claimed)
}
