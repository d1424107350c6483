import { Type } from '@sinclair/typebox'
import { Id, Text } from '../shapes.ts'
import { define, withOptionalQuantity } from './descriptor.ts'

export const custodyTransfer = define({
  type: 'custody_transfer',
  code: 6,
  fields: {
    lot_id: Id('The lot handed over; any version of it.'),
    from_party: Id('Who handed it over.'),
    to_party: Id('Who received it.'),
    ...withOptionalQuantity,
    location: Type.Optional(Text(200, 'Where it was handed over.')),
  },
  subjects: (body) => ({ named: [body.from_party, body.to_party] }),
  financial: () => false,
})
