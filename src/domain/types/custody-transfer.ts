import { Type } from '@sinclair/typebox'
import { define } from './descriptor.ts'
import { party, reference, text, withOptionalQuantity } from './fields.ts'

export const custodyTransfer = define({
  type: 'custody_transfer',
  code: 6,
  counter: 'help.record.add.custodyTransfer',
  fields: {
    lot_id: reference('lot', 'The lot handed over; any version of it.', {
      ask: 'question.custody_transfer.lot_id',
    }),
    from_party: party('Who handed it over.', { ask: 'question.from_party' }),
    to_party: party('Who received it.', { ask: 'question.to_party' }),
    ...withOptionalQuantity({ ask: 'question.custody_transfer.quantity' }),
    location: Type.Optional(text(200, 'Where it was handed over.', { ask: 'question.location' })),
  },
  subjects: (body) => ({ named: [body.from_party, body.to_party] }),
  financial: () => false,
})
