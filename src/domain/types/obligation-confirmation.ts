import { CHANNELS } from '../shapes.ts'
import { define } from './descriptor.ts'
import { reference, signedBy, word } from './fields.ts'

export const obligationConfirmation = define({
  type: 'obligation_confirmation',
  code: 15,
  fields: {
    obligation_id: reference(
      'confirms',
      'The version of the obligation that is confirmed; it does not carry to another.',
    ),
    channel: word(CHANNELS, 'How the counterparty confirmed.', { ask: 'question.channel' }),
    signed_by: signedBy,
  },
  subjects: (body) => ({ ofRecord: body.obligation_id, wholeChain: false }),
  financial: () => 'as_target',
  actsOn: 'obligation_id',
  confirms: 'obligation',
})
