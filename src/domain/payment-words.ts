/** The words of a payment, without its schema: the field page is bundled with them. */

/** How money went from one party to another. `offset` moves none: two debts cancel each other. */
export const PAYMENT_METHODS = ['cash', 'mobile_money', 'bank', 'cheque', 'in_kind', 'offset'] as const

export const PAYMENT_PURPOSES = [
  'produce',
  'advance',
  'second_payment',
  'premium',
  'loan',
  'input_credit',
  'repayment',
  'refund',
  'other',
] as const
