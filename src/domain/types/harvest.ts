import { Type } from '@sinclair/typebox'
import { closed, Outline, Text } from '../shapes.ts'
import { define } from './descriptor.ts'
import { crop, party, plotIds, shaped, text, withQuantity } from './fields.ts'

const Plot = closed({
  name: Type.Optional(Text(200, "The plot's local name.")),
  geometry: Type.Optional(Outline),
})

export const harvest = define({
  type: 'harvest',
  code: 2,
  counter: 'what somebody harvested',
  fields: {
    producer: party('The party that grew it.', { ask: 'Who grew it' }),
    crop: crop(),
    ...withQuantity,
    plot: Type.Optional(shaped('place', Plot)),
    plot_ids: Type.Optional(plotIds),
    season: Type.Optional(text(200, 'The season as people call it.', { ask: 'Season' })),
    grade: Type.Optional(text(200, 'The grade as stated.', { ask: 'Grade' })),
  },
  subjects: (body) => ({ named: [body.producer] }),
  financial: () => false,
})
