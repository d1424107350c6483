import { Type } from '@sinclair/typebox'
import { Code, Id, Money, PlotIds, Text } from '../shapes.ts'
import { define, withQuantity } from './descriptor.ts'

export const delivery = define({
  type: 'delivery',
  code: 4,
  fields: {
    from_party: Id('Who handed it over.'),
    to_party: Id('Who received it.'),
    crop: Code('Registry code of the crop and its form.'),
    ...withQuantity,
    lot_id: Type.Optional(Id('The lot it came out of; any version of it.')),
    obligation_id: Type.Optional(Id('The obligation it is meant to fulfil; any version of it.')),
    plot_ids: Type.Optional(PlotIds),
    agreed_price: Type.Optional({ ...Money, description: 'The price of the whole delivery.' }),
    grade: Type.Optional(Text(200, 'The grade as stated.')),
    location: Type.Optional(Text(200, 'Where it was handed over.')),
  },
  subjects: (body) => ({ named: [body.from_party, body.to_party] }),
  financial: (body) => body.agreed_price !== undefined,
})
