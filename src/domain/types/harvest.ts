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
  counter: 'help.record.add.harvest',
  fields: {
    producer: party('The party that grew it.', { ask: 'question.producer' }),
    crop: crop(),
    ...withQuantity,
    plot: Type.Optional(shaped('place', Plot)),
    plot_ids: Type.Optional(plotIds),
    season: Type.Optional(text(200, 'The season as people call it.', { ask: 'question.season' })),
    grade: Type.Optional(text(200, 'The grade as stated.', { ask: 'question.grade' })),
  },
  subjects: (body) => ({ named: [body.producer] }),
  financial: () => false,
})
