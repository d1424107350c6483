/** What a person still signs for on paper (contract §23). */

interface Written {
  readonly type: string
  readonly method?: unknown
  readonly reference?: unknown
  readonly payee?: unknown
  readonly obligor?: unknown
}

const BY_AN_OPERATOR: readonly unknown[] = ['mobile_money', 'bank']

/**
 * Returns whether a person is expected to sign for a record that nobody signed: for money that they were paid, for what they
 * owe, and for debts that were set off. What they paid themselves has a receipt. What an operator or a bank paid has their
 * number, and is not signed at the counter, though it may be.
 */
export function isSignatureDue(
  { type, method, reference, payee, obligor }: Written,
  signer: string,
): boolean {
  if (type !== 'payment') return obligor === signer
  if (method === 'offset') return true
  return payee === signer && (reference === undefined || !BY_AN_OPERATOR.includes(method))
}

/** Days after which a voucher that nobody signed is something to do. */
export const SIGNED_WITHIN_DAYS = 7
