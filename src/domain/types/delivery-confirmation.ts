import { CHANNELS } from '../shapes.ts'
import { define } from './descriptor.ts'
import { reference, signedBy, word } from './fields.ts'

export const deliveryConfirmation = define({
  type: 'delivery_confirmation',
  code: 5,
  fields: {
    delivery_id: reference(
      'confirms',
      'The version of the delivery that is confirmed; it does not carry to another.',
    ),
    channel: word(CHANNELS, 'How the counterparty confirmed.', { ask: 'question.channel' }),
    signed_by: signedBy,
  },
  subjects: (body) => ({ ofRecord: body.delivery_id, wholeChain: false }),
  financial: () => 'as_target',
  actsOn: 'delivery_id',
  confirms: 'delivery',
})
