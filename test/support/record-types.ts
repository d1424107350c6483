/** Every type of record, told apart from the program's own list. */
export const RECORD_TYPES = [
  'party',
  'harvest',
  'lot',
  'delivery',
  'delivery_confirmation',
  'custody_transfer',
  'loss',
  'obligation',
  'retraction',
  'plot',
  'due_diligence',
  'payment',
  'payment_confirmation',
] as const

/** Types that act on another record, from which they take their lawful basis. They are never corrected. */
export const actsOnAnother = (type: unknown): boolean =>
  ['retraction', 'delivery_confirmation', 'payment_confirmation'].includes(String(type))
