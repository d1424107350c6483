import { Type } from '@sinclair/typebox'
import { Code, Id, Outline, Text } from '../shapes.ts'
import { define } from './descriptor.ts'

/** Nobody owns as much; below 0 is stored and flagged, like 0. */
const MOST_HECTARES = 1e9

export const plot = define({
  type: 'plot',
  code: 11,
  fields: {
    plot: Id('The stable id of the plot.'),
    holder: Id('The party that farms it.'),
    name: Type.Optional(Text(200, "The plot's local name.")),
    country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 code of the country.' }),
    region: Type.Optional(Code('Registry code of the region.')),
    crops: Type.Optional(
      Type.Array(Code('Registry code of a crop.'), { maxItems: 64, description: 'What grows there.' }),
    ),
    geometry: Type.Optional(Outline),
    area_ha: Type.Optional(
      Type.Number({ minimum: -MOST_HECTARES, maximum: MOST_HECTARES, description: 'Hectares, as stated.' }),
    ),
  },
  subjects: (body) => ({ named: [body.holder] }),
  financial: () => false,
})
