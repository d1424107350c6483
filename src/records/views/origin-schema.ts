import { type TProperties, Type } from '@sinclair/typebox'
import { EU_FAULTS } from '../../domain/eu-outline.ts'
import { Id, Instant, nullable, Word } from '../../domain/shapes.ts'
import { STATEMENT_KINDS, STATEMENT_STATUSES } from '../../domain/types/due-diligence.ts'
import { count, kg } from './derived-schema.ts'

const shape = <P extends TProperties>(properties: P, description: string, named: { $id?: string } = {}) =>
  Type.Object(properties, { additionalProperties: false, description, ...named })

const Plot = shape(
  {
    record_id: Id('The record that states it.'),
    plot: Id('The stable id of the plot.'),
    holder: Id('Who farms it.'),
    known: Word(['named', 'holder'], 'A record names it, or it is one of all plots of a holder.'),
    name: Type.Optional(Type.String()),
    country: Type.String(),
    region: Type.Optional(Type.String()),
    crops: Type.Optional(Type.Array(Type.String())),
    area_ha: Type.Optional(Type.Number()),
    geometry: Type.Optional(Type.Unsafe<object>({ type: 'object', description: 'GeoJSON, as stated.' })),
    flags: Type.Array(Type.String()),
    eu_faults: Type.Array(
      Word(
        EU_FAULTS,
        'Why the information system of the European Union refuses the plot, or may ask about it.',
      ),
    ),
    on_map: Type.Boolean({
      description:
        'Whether the map of `Accept: application/geo+json` has the plot. The information system refuses a whole file with one that it does not take: with any of `eu_faults` but `area_missing`.',
    }),
  },
  'A plot that the caller may read.',
)

export const LotOrigin = shape(
  {
    lot: Id('The lot.'),
    kg: nullable(kg('The sum of the inputs; the declared mass if there are none.')),
    kg_by: shape(
      {
        named: kg('From records that name their plots.'),
        holder: kg(
          'From records that name none. They stand for all plots of the holder with that crop that the asserter may read as its own.',
        ),
        unknown: kg('The rest.'),
      },
      'Adds up to `kg`.',
    ),
    complete: Type.Boolean({
      description:
        'Whether nothing is unknown or contradicted, every mass is known, and no record is overdrawn.',
    }),
    records: count('Records that were followed: at most 10,000, and lots of lots 16 deep.'),
    faults: Type.Array(
      shape(
        {
          code: Type.String(),
          count: count('Records with this fault.'),
          record_ids: Type.Array(Id('A record.'), { description: 'At most 100.' }),
        },
        'What keeps the origin from being complete, or a plot from being declared: a fault of the origin, a flag of the plot, or one of its `eu_faults`.',
      ),
    ),
    not_shown: shape(
      {
        plots: count('Plots that the caller may not read.'),
        faults: count('Faults of records that the caller may not read.'),
        kg: kg('Kilograms of the parts that come from such plots.'),
      },
      'What the reply reveals of records that the caller may not read.',
    ),
    due_diligence: Type.Array(
      shape(
        {
          record_id: Id('The record.'),
          kind: Word(STATEMENT_KINDS, 'A statement, or a simplified declaration.'),
          status: Word(STATEMENT_STATUSES, 'As the record states it; `submitted` where it states none.'),
          reference: Type.Optional(Type.String()),
          verification: Type.Optional(Type.String()),
          uuid: Type.Optional(Type.String()),
          internal_reference: Type.Optional(Type.String()),
          contingency: Type.Optional(Type.Literal(true)),
          replaces: Type.Optional(Id('The record of the statement that it stands for.')),
          reference_number: Type.Optional(
            Type.String({ description: 'Of a record written with the earlier name of `reference`.' }),
          ),
          verification_number: Type.Optional(
            Type.String({ description: 'Of a record written with the earlier name of `verification`.' }),
          ),
          filed_by: Id('Who filed it.'),
          filed_at: Instant('When it was filed.'),
        },
        'A statement that was filed for the lot, that no other one replaces, and that was not rejected, withdrawn, grouped or made obsolete.',
      ),
    ),
    plots: Type.Array(Plot),
  },
  'What a lot is made of.',
  { $id: 'LotOrigin' },
)
