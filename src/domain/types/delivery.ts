import { Type } from '@sinclair/typebox'
import { define } from './descriptor.ts'
import { crop, money, party, plotIds, reference, text, withQuantity } from './fields.ts'

export const delivery = define({
  type: 'delivery',
  code: 4,
  counter: 'help.record.add.delivery',
  fields: {
    from_party: party('Who handed it over.', { ask: 'question.from_party' }),
    to_party: party('Who received it.', { ask: 'question.to_party' }),
    crop: crop(),
    ...withQuantity,
    lot_id: Type.Optional(
      reference('lot', 'The lot it came out of; any version of it.', { ask: 'question.delivery.lot_id' }),
    ),
    obligation_id: Type.Optional(
      reference('fulfils', 'The obligation it is meant to fulfil; any version of it.', {
        ask: 'question.obligation_id',
      }),
    ),
    plot_ids: Type.Optional(plotIds),
    agreed_price: Type.Optional(
      money(
        { ask: 'question.agreed_price', flag: 'price' },
        { description: 'The price of the whole delivery.' },
      ),
    ),
    grade: Type.Optional(text(200, 'The grade as stated.', { ask: 'question.grade' })),
    location: Type.Optional(text(200, 'Where it was handed over.', { ask: 'question.location' })),
  },
  subjects: (body) => ({ named: [body.from_party, body.to_party] }),
  financial: (body) => body.agreed_price !== undefined,
})
