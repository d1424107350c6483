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
