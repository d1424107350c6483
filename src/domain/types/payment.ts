import { Type } from '@sinclair/typebox'
import { PAYMENT_METHODS, PAYMENT_PURPOSES } from '../payment-words.ts'
import { closed, Id, Money } from '../shapes.ts'
import { define } from './descriptor.ts'
import { money, party, shaped, text, word } from './fields.ts'

/** Most parts of a payment (contract §23). */
export const MAX_PARTS = 64

const aboveZero = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Minor units, above 0.',
})

const Part = closed({
  record_id: Id('The obligation or delivery that this part pays; any version of it.'),
  amount_minor: aboveZero,
})

export const payment = define({
  type: 'payment',
  code: 13,
  counter: 'help.record.add.payment',
  fields: {
    payer: party('Who paid.', { ask: 'question.payer' }),
    payee: party('Who was paid; another party.', { ask: 'question.payee' }),
    amount: money(
      { ask: 'question.amount' },
      { properties: { ...Money.properties, amount_minor: aboveZero } },
    ),
    method: word(PAYMENT_METHODS, 'How it was paid.', { ask: 'question.method' }),
    purpose: word(PAYMENT_PURPOSES, 'What it was paid for.', { ask: 'question.purpose' }),
    settles: Type.Optional(
      shaped('parts', Type.Array(Part, { minItems: 1, maxItems: MAX_PARTS }), {
        ask: 'question.settles',
        flag: 'settles',
        relation: 'settles',
      }),
    ),
    reference: Type.Optional(
      text(64, 'The number that the operator or bank gave it.', {
        ask: 'question.reference',
      }),
    ),
  },
  subjects: (body) => ({ named: [body.payer, body.payee] }),
  financial: () => true,
})
