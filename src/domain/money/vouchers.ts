/** What a person still signs for on paper (contract §23). */

interface Written {
  readonly type: string
  readonly method?: unknown
  readonly reference?: unknown
}

const BY_AN_OPERATOR: readonly unknown[] = ['mobile_money', 'bank']

/**
 * Returns whether somebody is expected to sign for a record that nobody signed. What an operator or a bank paid has their
 * number, and is not signed at the counter, though it may be.
 */
export const isSignatureDue = ({ type, method, reference }: Written): boolean =>
  type !== 'payment' || reference === undefined || !BY_AN_OPERATOR.includes(method)

/** Days after which a voucher that nobody signed is something to do. */
export const SIGNED_WITHIN_DAYS = 7
