/** Whose word a payment is (contract §23). */
export interface PaymentStatement {
  readonly payer: string
  readonly payee: string
  readonly method: string
  readonly asserted_by: string
  readonly on_behalf_of?: string
  readonly derived: { readonly confirmation: object | null }
}

const isBy = ({ asserted_by, on_behalf_of }: PaymentStatement, party: string): boolean =>
  asserted_by === party || on_behalf_of === party

/** Returns whether it was recorded by or for one of the two. Others' payments count for nothing, confirmed or not. */
export const isPaymentByAParty = (payment: PaymentStatement): boolean =>
  isBy(payment, payment.payer) || isBy(payment, payment.payee)

/** Returns whether the payee recorded or confirmed it. Of an offset, whether both sides did. */
export const isPaymentAcknowledged = (payment: PaymentStatement): boolean =>
  payment.derived.confirmation !== null || (payment.method !== 'offset' && isBy(payment, payment.payee))
