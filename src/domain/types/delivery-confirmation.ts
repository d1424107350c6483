import { CHANNELS, Id, Word } from '../shapes.ts'
import { type RecordTypeDescriptor, text } from './descriptor.ts'

export const deliveryConfirmation: RecordTypeDescriptor = {
  type: 'delivery_confirmation',
  code: 5,
  fields: {
    delivery_id: Id('The version of the delivery that is confirmed; it does not carry to another.'),
    channel: Word(CHANNELS, 'How the counterparty confirmed.'),
  },
  subjects: (body) => ({ ofRecord: text(body, 'delivery_id'), wholeChain: false }),
  financial: () => 'as_target',
  actsOn: 'delivery_id',
}
