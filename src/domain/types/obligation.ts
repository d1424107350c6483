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
  counter: 'what one party owes another',
  fields: {
    kind: word(OBLIGATION_KINDS, 'What is owed.', { ask: 'What is owed' }),
    obligor: party('Who owes it.', { ask: 'Who owes it' }),
    obligee: party('To whom it is owed.', { ask: 'To whom' }),
    crop: Type.Optional(crop()),
    ...withOptionalQuantity({ isMethodAsked: false }),
    amount: Type.Optional(money({ ask: 'Amount (such as 250000 UGX)' })),
    due_at: Type.Optional(day('When it falls due.', { ask: 'When is it due (2026-12-31)' })),
  },
  subjects: (body) => ({ named: [body.obligor, body.obligee] }),
  financial: () => true,
})
