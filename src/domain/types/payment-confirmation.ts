import { CHANNELS } from '../shapes.ts'
import { define } from './descriptor.ts'
import { reference, signedBy, word } from './fields.ts'

export const paymentConfirmation = define({
  type: 'payment_confirmation',
  code: 14,
  fields: {
    payment_id: reference(
      'confirms',
      'The version of the payment that is confirmed; it does not carry to another.',
    ),
    channel: word(CHANNELS, 'How the counterparty confirmed.', { ask: 'question.channel' }),
    signed_by: signedBy,
  },
  subjects: (body) => ({ ofRecord: body.payment_id, wholeChain: false }),
  financial: () => 'as_target',
  actsOn: 'payment_id',
  confirms: 'payment',
})
