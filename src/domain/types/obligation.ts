import { Type } from '@sinclair/typebox'
import { Code, Id, Instant, Money, Word } from '../shapes.ts'
import { define, withOptionalQuantity } from './descriptor.ts'

export const OBLIGATION_KINDS = [
  'deliver_produce',
  'repay_input_credit',
  'repay_loan',
  'pay_for_goods',
  'other',
] as const

export const obligation = define({
  type: 'obligation',
  code: 8,
  fields: {
    kind: Word(OBLIGATION_KINDS, 'What is owed.'),
    obligor: Id('Who owes it.'),
    obligee: Id('To whom it is owed.'),
    crop: Type.Optional(Code('Registry code of the crop and its form.')),
    ...withOptionalQuantity,
    amount: Type.Optional(Money),
    due_at: Type.Optional(Instant('When it falls due.')),
  },
  subjects: (body) => ({ named: [body.obligor, body.obligee] }),
  financial: () => true,
})
