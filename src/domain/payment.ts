/** A delivery or an obligation as its reader sees it, with what was paid of it. */
interface DebtShown<P> {
  readonly type: string
  readonly [member: string]: unknown
  readonly derived: { readonly paid?: P; readonly fulfilment?: { readonly money?: P } }
}

/** Returns who owes whom by a delivery or an obligation, and what was paid; null if it states no amount. */
export function debtShown<P>(record: DebtShown<P>) {
  const { type, derived } = record
  const isDelivery = type === 'delivery'
  const paid = isDelivery ? derived.paid : derived.fulfilment?.money
  if (paid === undefined) return null
  const [debtor, creditor] = isDelivery
    ? [record.to_party, record.from_party]
    : [record.obligor, record.obligee]
  return { debtor, creditor, paid }
}

/** Whose word a payment is (contract §23). */
export interface PaymentStatement {
  readonly payer: string
  readonly payee: string
  readonly method: string
  readonly asserted_by: string
  readonly on_behalf_of?: string
  readonly derived: { readonly confirmation?: object | null; readonly flags?: readonly string[] }
}

const isBy = ({ asserted_by, on_behalf_of }: PaymentStatement, party: string): boolean =>
  asserted_by === party || on_behalf_of === party

/** Returns whether it was recorded by or for one of the two. Others' payments count for nothing, confirmed or not. */
export const isPaymentByAParty = (payment: PaymentStatement): boolean =>
  isBy(payment, payment.payer) || isBy(payment, payment.payee)

/** Returns whether the payee recorded or confirmed it. Of an offset, whether both sides did. */
export const isPaymentAcknowledged = (payment: PaymentStatement): boolean =>
  payment.derived.confirmation != null || (payment.method !== 'offset' && isBy(payment, payment.payee))

/** What stands behind a payment: the payee's word, its signature on paper, or only the payer's word. */
export const RELEASES = ['acknowledged', 'on_paper', 'claimed'] as const
export type Released = (typeof RELEASES)[number]

/**
 * Returns what stands behind a payment (contract §23); of an offset, what stands behind both sides. What a delegate
 * states after its mandate ended is only claimed: a confirmation of it may be either side's.
 */
export function releaseOf(payment: PaymentStatement): Released {
  const { method, payee, asserted_by, derived } = payment
  if (method !== 'offset' && asserted_by === payee) return 'acknowledged'
  if (derived.flags?.includes('delegation_revoked_before_receipt')) return 'claimed'
  if (!isPaymentAcknowledged(payment)) return 'claimed'
  const isPayees = method !== 'offset' && isBy(payment, payee)
  const { confirmation } = derived
  return !isPayees && confirmation != null && 'on_paper' in confirmation ? 'on_paper' : 'acknowledged'
}

/**
 * Returns an operator's number as numbers are compared: people type them with spaces and small letters. The index in
 * `schema.sql` changes the same characters and no others.
 */
export const referenceKey = (reference: string): string =>
  reference.replaceAll(' ', '').replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
