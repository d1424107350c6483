import { Type } from '@sinclair/typebox'
import { MEASURES } from '../measures.ts'
import { MOST_DECIMALS } from '../outline.ts'
import { Code } from '../shapes.ts'
import { define } from './descriptor.ts'
import { id, otherIds, outline, party, region, shaped, text } from './fields.ts'

/** Negative areas are stored and flagged, like 0. */
const MOST_HECTARES = MEASURES.hectares.most

export const plot = define({
  type: 'plot',
  code: 11,
  fields: {
    plot: id('The stable id of the plot.', { relation: 'plot' }),
    holder: party('The party that farms it.', { ask: 'question.holder', relation: 'holds' }),
    name: Type.Optional(text(200, "The plot's local name.", { ask: 'question.name', flag: 'plot-name' })),
    country: shaped(
      'country',
      Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 code of the country.' }),
      { ask: 'question.country' },
    ),
    region: Type.Optional(region()),
    crops: Type.Optional(
      shaped(
        'crops',
        Type.Array(Code('Registry code of a crop.'), { maxItems: 64, description: 'What grows there.' }),
        { ask: 'question.crops' },
      ),
    ),
    geometry: Type.Optional(outline),
    decimals: Type.Optional(
      shaped(
        'count',
        Type.Integer({
          minimum: 0,
          maximum: MOST_DECIMALS,
          description:
            'Decimals with which the coordinates were written, zeros at the end included, which JSON numbers lose.',
        }),
      ),
    ),
    area_ha: Type.Optional(
      shaped(
        'hectares',
        Type.Number({ minimum: -MOST_HECTARES, maximum: MOST_HECTARES, description: 'Hectares, as stated.' }),
        { ask: 'question.area_ha' },
      ),
    ),
    ids: otherIds,
  },
  subjects: (body) => ({ named: [body.holder] }),
  financial: () => false,
})
