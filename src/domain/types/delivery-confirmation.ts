import { CHANNELS, Id, Word } from '../shapes.ts'
import { define } from './descriptor.ts'

export const deliveryConfirmation = define({
  type: 'delivery_confirmation',
  code: 5,
  fields: {
    delivery_id: Id('The version of the delivery that is confirmed; it does not carry to another.'),
    channel: Word(CHANNELS, 'How the counterparty confirmed.'),
  },
  subjects: (body) => ({ ofRecord: body.delivery_id, wholeChain: false }),
  financial: () => 'as_target',
  actsOn: 'delivery_id',
})
