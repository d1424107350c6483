import { type Static, type TOptional, type TSchema, Type } from '@sinclair/typebox'
import { closed, LAWFUL_BASES, PARTY_KINDS, Text, Word } from '../../domain/shapes.ts'
import { fieldsOf, type RecordType } from '../../domain/types/index.ts'
import type { party } from '../../domain/types/party.ts'
import { Column, DAY_PATTERN, Dialect, numberSigns, Words } from '../sheets/map-shape.ts'
import { orderOf, type Records as RecordsSpec, recordSchemas } from './forms.ts'
import {
  Columns,
  DateSpec,
  MapName,
  Name,
  Named,
  partOfMap,
  ReadColumn,
  type Value,
  ValueOf,
} from './map-values.ts'

export { DateSpec, type NoteSpec, PRICED_PER, PriceSpec, Value } from './map-values.ts'

/**
 * The mapping file states how to read the columns of one old spreadsheet as records. It is a closed JSON
 * document without unions, so that every fault can be located.
 *
 * A row makes at most one record of each type, and the parties that these name. If a row has two deliveries
 * (morning and evening milk), the second is in `also`.
 */

type PartyFields = typeof party.fields
/**
 * What a sheet may state about a party besides its name and kind: what a party may lack, but neither another party nor that it wants
 * messages, which a person is asked.
 */
export type Particular = Exclude<
  { [M in keyof PartyFields]: PartyFields[M] extends TOptional<TSchema> ? M : never }[keyof PartyFields],
  'same_as' | 'messages'
>
const PARTICULAR_FIELDS = fieldsOf('party').filter(
  ({ isOptional, kind }) => isOptional && kind !== 'party' && kind !== 'yes' && kind !== 'answer',
)
export const PARTICULARS = PARTICULAR_FIELDS.map(({ member }) => member as Particular)

/** A party that rows name. In every row, the same key and kind means the same party. */
export const PartySpec = closed({
  name: ValueOf(),
  kind: Word(
    PARTY_KINDS,
    'Its kind. Anything but an organisation is protected as a person; if in doubt, use unknown.',
  ),
  kind_if_named: Type.Optional(
    Type.Array(
      closed({
        kind: Word(PARTY_KINDS, 'Kind of a party with such a name.'),
        words: Words('Whole words of the name that show it, such as ltd or s.a.'),
      }),
      { maxItems: 10 },
    ),
  ),
  keyed_by: Type.Optional(
    Columns(
      'Columns that identify a party, such as a member number, or name and village. Default: the name.',
    ),
  ),
  newcomers: Type.Optional(
    Words(
      'Names of new parties, although a party with a similar name or the same telephone is already known.',
    ),
  ),
  same_as: Type.Optional({
    ...Name,
    description: 'If this other party has the same name, it is the same party.',
  }),
  nobody: Type.Optional(Words('Names of nobody in particular, such as various. The row is refused.')),
  nobody_containing: Type.Optional(Words('Text that a name cannot contain, such as @.')),
  ...(Object.fromEntries(
    PARTICULAR_FIELDS.map(({ member, kind }) => [
      member,
      Type.Optional(ValueOf(kind === 'region' ? 'regions' : undefined)),
    ]),
  ) as Record<Particular, TOptional<typeof Value>>),
})
export type PartySpec = Static<typeof PartySpec>

/** A party that is already known by its member number. The import states nothing about it. */
export const MemberSpec = closed({ member_no: ValueOf() })
export type MemberSpec = Static<typeof MemberSpec>

/**
 * An amount. With `count`, the column has the amount in one container, and the quantity is the amount in all
 * of them.
 */
export const QuantitySpec = closed({
  column: ReadColumn,
  unit: Type.Optional(Text(80, 'The unit of every row: a word of units.')),
  unit_column: Type.Optional(ReadColumn),
  less: Type.Optional({
    ...ReadColumn,
    description: 'The column with the tare, in the same unit, which is subtracted.',
  }),
  count: Type.Optional({ ...ReadColumn, description: 'The column with the number of containers.' }),
  container: Type.Optional(Text(40, 'What people call the containers, such as bags.')),
  least_kg: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, description: 'Less than this cannot be right.' }),
  ),
  most_kg: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description:
        'More than this cannot be right: in one container if containers are counted, else in total.',
    }),
  ),
})
export type QuantitySpec = Static<typeof QuantitySpec>

/**
 * The meaning of a word for a unit. Without a conversion, only units of mass, such as kg and lb, get
 * kilograms.
 */
export const UnitSpec = closed({
  unit: partOfMap(Text(80, 'Registry code of the unit.'), { is: 'code', codes: 'units' }),
  conversion: Type.Optional(Text(80, 'Registry id of the factor to kilograms.')),
  conversion_for: Type.Optional(
    Type.Record(Type.String(), Text(80, 'Registry id of the factor.'), {
      description: 'The factor by crop, for units whose weight depends on their content.',
    }),
  ),
})
export type UnitSpec = Static<typeof UnitSpec>

/** A second sheet, whose rows are looked up by a key. */
export const TableSpec = closed({
  sheet: Type.Optional(Text(100, 'The sheet of the same workbook.')),
  file: Type.Optional(Text(200, 'Another file next to the imported one, CSV or XLSX.')),
  key: { ...Column, description: 'The column by which its rows are found.' },
})
export type TableSpec = Static<typeof TableSpec>

/** A row makes at most one record of each type. */
const Records = Type.Unsafe<RecordsSpec>(closed(recordSchemas()))

export const ImportMap = closed({
  name: MapName('The name of the sheet. Every id depends on it: never change it after the first import.'),
  key: Type.Optional(
    Columns(
      'Columns that identify a row, such as a receipt number: never change them after the first import. Default: all ' +
        'columns that the map reads, so a changed row is a new one.',
    ),
  ),
  about: Type.Optional(Text(2000, 'Description of the sheet, for people.')),
  party_book: Type.Optional(
    MapName('In maps with the same book, the same key and kind is the same party. Default: the name.'),
  ),
  csv: Type.Optional(Dialect),
  lawful_basis: Word(LAWFUL_BASES, 'The lawful basis of the records. No default: a person must decide it.'),
  as_of: Type.String({
    pattern: DAY_PATTERN,
    description: 'The day, such as 2026-03-01, on which the sheet described its parties.',
  }),
  time_zone: Text(60, 'The time zone of its times of day, such as Africa/Kampala.'),
  crop: Type.Optional(ValueOf('crops')),
  empty: Type.Optional(Words('Words for an empty cell, such as - or n/a.')),
  empty_in: Type.Optional(
    Type.Record(Type.String(), Words('Further words for an empty cell in this column only, such as 0.'), {
      description: 'By column.',
    }),
  ),
  skip: Type.Optional(
    Type.Array(
      closed({
        column: Column,
        words: Type.Optional(Words('The whole cell, such as Total.')),
        beginning: Type.Optional(Words('The beginning of the cell, such as #.')),
      }),
      {
        maxItems: 20,
        description: 'Rows that are not records, such as totals and remarks. The report counts them.',
      },
    ),
  ),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'The country of telephone numbers that are written without one, such as UG.',
    }),
  ),
  not_real: Type.Optional(Words('Words that mark a row as not real, such as TEST.')),
  undecided: Type.Optional(
    Type.Array(Column, {
      maxItems: 500,
      description:
        'Columns that a proposal left to a person. With any here, the map is refused: state what they are, or take them off.',
    }),
  ),
  required: Type.Optional(
    Type.Array(ReadColumn, { maxItems: 100, description: 'Columns that must have text.' }),
  ),
  ...numberSigns,
  months: Type.Optional(
    Type.Record(Type.String(), Type.Integer({ minimum: 1, maximum: 12 }), {
      description: 'Names of months in addition to those of English, Swahili and French, with their number.',
    }),
  ),
  units: Type.Optional(
    Type.Record(Type.String(), UnitSpec, { description: 'Units by the word people wrote.' }),
  ),
  dates: Type.Optional(Named(DateSpec, 'Columns of dates.')),
  quantities: Type.Optional(Named(QuantitySpec, 'Quantities, by name.')),
  parties: Type.Optional(Named(PartySpec, 'Parties that the sheet introduces, by their role in a row.')),
  members: Type.Optional(Named(MemberSpec, 'Parties that are already known, by their role in a row.')),
  tables: Type.Optional(Named(TableSpec, 'Second sheets in which values are looked up, by name.')),
  records: Type.Optional(Records),
  also: Type.Optional(
    Type.Array(closed({ name: Name, records: Records }), {
      maxItems: 10,
      description:
        'Further records of the same row, such as the evening delivery. Never change a name after the first import.',
    }),
  ),
})
export type ImportMap = Static<typeof ImportMap>

/** The role of the cooperative itself, in every map. */
export const COOPERATIVE_ROLE = 'cooperative'

/**
 * Records that a row makes together and that name each other. The first set has no name, so that the ids of a
 * map without `also` do not depend on a name.
 */
export interface RecordSet {
  readonly name: string
  readonly pointer: string
  readonly records: RecordsSpec
  /** The order in which a row makes them. */
  readonly order: readonly RecordType[]
}

export const recordSets = ({ records = {}, also = [] }: ImportMap): RecordSet[] =>
  [
    { name: '', pointer: '/records', records },
    ...also.map((set, i) => ({ ...set, pointer: `/also/${i}/records` })),
  ].map((set) => ({ ...set, order: orderOf(set.records) }))

/** Returns whether a row makes anything but parties. */
export const makesRecords = ({ records = {}, also = [] }: ImportMap): boolean =>
  [records, ...also.map((set) => set.records)].some((made) => Object.keys(made).length > 0)

/** Returns the role of a record in its row, from which its id follows. */
export const roleOf = (set: RecordSet, type: RecordType): string =>
  set.name === '' ? type : `${set.name}/${type}`
