import { Type } from '@sinclair/typebox'
import { Code, closed, Id, Outline, PlotIds, Text } from '../shapes.ts'
import { define, withQuantity } from './descriptor.ts'

const Plot = closed({
  name: Type.Optional(Text(200, "The plot's local name.")),
  geometry: Type.Optional(Outline),
})

export const harvest = define({
  type: 'harvest',
  code: 2,
  fields: {
    producer: Id('The party that grew it.'),
    crop: Code('Registry code of the crop and its form.'),
    ...withQuantity,
    plot: Type.Optional(Plot),
    plot_ids: Type.Optional(PlotIds),
    season: Type.Optional(Text(200, 'The season as people call it.')),
    grade: Type.Optional(Text(200, 'The grade as stated.')),
  },
  subjects: (body) => ({ named: [body.producer] }),
  financial: () => false,
})
