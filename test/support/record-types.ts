/** Types that act on another record, from which they take their lawful basis. They are never corrected. */
export const actsOnAnother = (type: unknown): boolean =>
  ['retraction', 'delivery_confirmation', 'payment_confirmation', 'obligation_confirmation'].includes(
    String(type),
  )
