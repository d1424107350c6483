import { Type } from '@sinclair/typebox'
import { Id, Text } from '../shapes.ts'
import { type RecordTypeDescriptor, text, withOptionalQuantity } from './descriptor.ts'

export const custodyTransfer: RecordTypeDescriptor = {
  type: 'custody_transfer',
  code: 6,
  fields: {
    lot_id: Id('The lot handed over; any version of it.'),
    from_party: Id('Who handed it over.'),
    to_party: Id('Who received it.'),
    ...withOptionalQuantity,
    location: Type.Optional(Text(200, 'Where it was handed over.')),
  },
  subjects: (body) => ({ named: [text(body, 'from_party'), text(body, 'to_party')] }),
  financial: () => false,
}
