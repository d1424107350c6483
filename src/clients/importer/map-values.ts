import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { closed, OCCURRED_AT_PRECISIONS, Text, Word } from '../../domain/shapes.ts'
import {
  Century,
  Column,
  DAY_PATTERN,
  Formats,
  MAP_NAME_PATTERN,
  NAME_PATTERN,
  part,
} from '../sheets/map-shape.ts'
import type { CodeKind } from './registry-facts.ts'

/** The small parts of a mapping file, of which the larger ones are made. */

/** What a part is besides its shape, by which it is checked. */
export type MapPart =
  /** A column that the map reads for records. */
  | { readonly is: 'column' }
  /** A text, and what it names: a row of the registry, or one of these words. */
  | { readonly is: 'value'; readonly codes?: CodeKind | readonly string[] }
  | { readonly is: 'code'; readonly codes: CodeKind }
  /** The name of a part in this section of the map. */
  | { readonly is: 'named'; readonly section: 'dates' | 'quantities' }
  | { readonly is: 'roles' | 'note' }
export const partOfMap = <S extends TSchema>(schema: S, is: MapPart): S => part(schema, is)

export const ReadColumn = partOfMap(Column, { is: 'column' })
export const Name = Type.String({
  pattern: NAME_PATTERN,
  description: 'A name used inside this map: a lower-case word such as farm or handed_over.',
})
export const NameOf = (section: 'dates' | 'quantities', more = '') =>
  partOfMap({ ...Name, description: `One of ${section}.${more}` }, { is: 'named', section })
export const MapName = (description: string) => Type.String({ pattern: MAP_NAME_PATTERN, description })
export const Columns = (description: string) =>
  Type.Array(ReadColumn, { minItems: 1, maxItems: 8, description })
// The keys are checked separately: a schema would report a malformed key as an unknown member.
export const Named = <T extends ReturnType<typeof closed>>(schema: T, description: string) =>
  Type.Record(Type.String(), schema, { description })

/** Text of a cell, or constant text. Exactly one of `column` and `constant` is set. */
export const Value = closed({
  column: Type.Optional(ReadColumn),
  constant: Type.Optional(Text(2000, 'The same for every row.')),
  followed_by: Type.Optional(
    Type.Array(ReadColumn, {
      minItems: 1,
      maxItems: 4,
      description: 'Further columns, joined with spaces, such as those of a name in two columns.',
    }),
  ),
  lookup: Type.Optional(
    Type.Record(Type.String(), Text(200, 'What the cell means.'), {
      description:
        'Meanings of the words in the column. Capital letters and surrounding spaces do not matter.',
    }),
  ),
  table: Type.Optional({
    ...Name,
    description: 'One of tables. The row whose key is the text of the column is read.',
  }),
  take: Type.Optional({ ...Column, description: 'The column of that table that has the text.' }),
  not_listed: Type.Optional(
    Word(
      ['refuse', 'leave_out', 'as_written'],
      'What to do with a word that is not in the lookup or table. Default: refuse the row.',
    ),
  ),
  before: Type.Optional(Text(80, 'Added before the text of the cell.')),
  after: Type.Optional(Text(80, 'Added after the text of the cell.')),
})
export type Value = Static<typeof Value>
/** @param codes what the text names: a kind of registry row, or one of these words */
export const ValueOf = (codes?: CodeKind | readonly string[], more = {}) =>
  partOfMap({ ...Value, ...more }, { is: 'value', ...(codes && { codes }) })

/** The parts of a note. A part with an empty cell is left out. */
export const Note = Type.Array(
  partOfMap(
    closed({
      label: Type.Optional(
        Text(200, 'Precedes the cell, with a colon; without a column, a sentence of its own.'),
      ),
      column: Type.Optional(ReadColumn),
    }),
    { is: 'note' },
  ),
  { minItems: 1, maxItems: 40, description: 'The note of the record, composed of cells.' },
)
export type NoteSpec = Static<typeof Note>

export const PRICED_PER = ['kg', 'unit'] as const

export const PriceSpec = closed({
  column: ReadColumn,
  currency: ValueOf(),
  decimals: Type.Integer({
    minimum: 0,
    maximum: 3,
    description: 'Decimals of the currency: 2 for KES, 0 for UGX.',
  }),
  per: Type.Optional(
    Word(
      PRICED_PER,
      'Whether the price is that of one kilogram or of one unit of the quantity. Default: of the whole quantity.',
    ),
  ),
  check: Type.Optional(
    closed(
      {
        column: ReadColumn,
        per: Word(PRICED_PER, 'Whether it is the price of one kilogram or of one unit of the quantity.'),
      },
      {
        description:
          'The column of the price of one, which multiplied by the quantity must be the price, apart from rounding.',
      },
    ),
  ),
})
export type PriceSpec = Static<typeof PriceSpec>

/** A column of dates, or one day for every row. */
export const DateSpec = closed({
  column: Type.Optional(ReadColumn),
  constant: Type.Optional(
    Type.String({ pattern: DAY_PATTERN, description: 'The same day for every row, such as 2026-03-01.' }),
  ),
  formats: Type.Optional(
    Formats('How a date is written, such as D/M/YYYY or MMMM Do, YYYY.', {
      description:
        'Tokens: YYYY YY MMMM (a month by name) MM M DD D Do (1st, 2nd) dddd (a day of the week) Q (quarter) HH mm ss ' +
        'SSS (a fraction of a second) A (AM or PM) Z (a time zone, such as Z, +03:00 or EAT) BBBB (a year of the ' +
        'Buddhist era) EEEE (a year of the Ethiopian calendar, with its months). YYYY/YYYY is a season. ' +
        'A space matches any white space or none; letters in [brackets] are literal.',
    }),
  ),
  precision: Type.Optional(
    Word(OCCURRED_AT_PRECISIONS, 'Precision of the time, if it is less than that of the date.'),
  ),
  century: Century,
})
export type DateSpec = Static<typeof DateSpec>
