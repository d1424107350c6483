import { Type } from '@sinclair/typebox'
import { Code, closed, Id, Text } from '../shapes.ts'
import { define, withQuantity } from './descriptor.ts'

const Plot = closed({
  name: Type.Optional(Text(200, "The plot's local name.")),
  geometry: Type.Optional(
    Type.Unsafe<{ type?: unknown; coordinates?: unknown }>({
      type: 'object',
      description:
        'GeoJSON Point, Polygon or MultiPolygon (RFC 7946). A faulty one is kept and flagged. At most 10,000 positions, unless the operator says otherwise.',
    }),
  ),
})

export const harvest = define({
  type: 'harvest',
  code: 2,
  fields: {
    producer: Id('The party that grew it.'),
    crop: Code('Registry code of the crop and its form.'),
    ...withQuantity,
    plot: Type.Optional(Plot),
    season: Type.Optional(Text(200, 'The season as people call it.')),
    grade: Type.Optional(Text(200, 'The grade as stated.')),
  },
  subjects: (body) => ({ named: [body.producer] }),
  financial: () => false,
})
