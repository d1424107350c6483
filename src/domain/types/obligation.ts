import { Type } from '@sinclair/typebox'
import { define } from './descriptor.ts'
import { crop, day, money, party, withOptionalQuantity, word } from './fields.ts'

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
  counter: 'help.record.add.obligation',
  fields: {
    kind: word(OBLIGATION_KINDS, 'What is owed.', { ask: 'question.obligation.kind' }),
    obligor: party('Who owes it.', { ask: 'question.obligor' }),
    obligee: party('To whom it is owed.', { ask: 'question.obligee' }),
    crop: Type.Optional(crop()),
    ...withOptionalQuantity({ isMethodAsked: false }),
    amount: Type.Optional(money({ ask: 'question.amount' })),
    due_at: Type.Optional(day('When it falls due.', { ask: 'question.due_at' })),
  },
  subjects: (body) => ({ named: [body.obligor, body.obligee] }),
  financial: () => true,
})
