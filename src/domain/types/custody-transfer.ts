import { Type } from '@sinclair/typebox'
import { define } from './descriptor.ts'
import { party, reference, text, withOptionalQuantity } from './fields.ts'

export const custodyTransfer = define({
  type: 'custody_transfer',
  code: 6,
  counter: 'a lot that changed hands',
  fields: {
    lot_id: reference('lot', 'The lot handed over; any version of it.', {
      ask: 'Which lot, of which all is handed over; for a part add a delivery',
    }),
    from_party: party('Who handed it over.', { ask: 'From whom' }),
    to_party: party('Who received it.', { ask: 'To whom' }),
    ...withOptionalQuantity({ ask: 'Re-weighed at (such as 990 kg)' }),
    location: Type.Optional(text(200, 'Where it was handed over.', { ask: 'Where' })),
  },
  subjects: (body) => ({ named: [body.from_party, body.to_party] }),
  financial: () => false,
})
