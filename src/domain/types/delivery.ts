import { Type } from '@sinclair/typebox'
import { define } from './descriptor.ts'
import { crop, money, party, plotIds, reference, text, withQuantity } from './fields.ts'

export const delivery = define({
  type: 'delivery',
  code: 4,
  counter: 'produce that went from one party to another',
  fields: {
    from_party: party('Who handed it over.', { ask: 'From whom' }),
    to_party: party('Who received it.', { ask: 'To whom' }),
    crop: crop(),
    ...withQuantity,
    lot_id: Type.Optional(
      reference('lot', 'The lot it came out of; any version of it.', { ask: 'From which lot' }),
    ),
    obligation_id: Type.Optional(
      reference('fulfils', 'The obligation it is meant to fulfil; any version of it.', {
        ask: 'For which obligation',
      }),
    ),
    plot_ids: Type.Optional(plotIds),
    agreed_price: Type.Optional(
      money(
        { ask: 'Agreed total price (such as 250000 UGX)', flag: 'price' },
        { description: 'The price of the whole delivery.' },
      ),
    ),
    grade: Type.Optional(text(200, 'The grade as stated.', { ask: 'Grade' })),
    location: Type.Optional(text(200, 'Where it was handed over.', { ask: 'Where' })),
  },
  subjects: (body) => ({ named: [body.from_party, body.to_party] }),
  financial: (body) => body.agreed_price !== undefined,
})
