import { type Static, Type } from '@sinclair/typebox'
import { closed, OCCURRED_AT_PRECISIONS, Text, Word } from '../../domain/shapes.ts'

/** The small parts of a mapping file, of which the larger ones are made. */

export const Column = Text(200, 'The name of a column, as in its header cell.')
export const NAME_PATTERN = '^[a-z][a-z0-9_]{0,39}$'
export const Name = Type.String({
  pattern: NAME_PATTERN,
  description: 'A name used inside this map: a lower-case word such as farm or handed_over.',
})
export const MapName = (description: string) =>
  Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,63}$', description })
export const Columns = (description: string) => Type.Array(Column, { minItems: 1, maxItems: 8, description })
export const Words = (description: string) => Type.Array(Text(200, 'A word.'), { maxItems: 500, description })
// The keys are checked separately: a schema would report a malformed key as an unknown member.
export const Named = <T extends ReturnType<typeof closed>>(schema: T, description: string) =>
  Type.Record(Type.String(), schema, { description })

/** Text of a cell, or constant text. Exactly one of `column` and `constant` is set. */
export const Value = closed({
  column: Type.Optional(Column),
  constant: Type.Optional(Text(2000, 'The same for every row.')),
  followed_by: Type.Optional(
    Type.Array(Column, {
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

/** The parts of a note. A part with an empty cell is left out. */
export const Note = Type.Array(
  closed({
    label: Type.Optional(
      Text(200, 'Precedes the cell, with a colon; without a column, a sentence of its own.'),
    ),
    column: Type.Optional(Column),
  }),
  { minItems: 1, maxItems: 40, description: 'The note of the record, composed of cells.' },
)
export type NoteSpec = Static<typeof Note>

export const PRICED_PER = ['kg', 'unit'] as const

export const PriceSpec = closed({
  column: Column,
  currency: Value,
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
})
export type PriceSpec = Static<typeof PriceSpec>

export const DAY_PATTERN = '^\\d{4}-\\d\\d-\\d\\d$'

/** A column of dates, or one day for every row. */
export const DateSpec = closed({
  column: Type.Optional(Column),
  constant: Type.Optional(
    Type.String({ pattern: DAY_PATTERN, description: 'The same day for every row, such as 2026-03-01.' }),
  ),
  formats: Type.Optional(
    Type.Array(Text(80, 'How a date is written, such as D/M/YYYY or MMMM Do, YYYY.'), {
      minItems: 1,
      maxItems: 20,
      description:
        'Tokens: YYYY YY MMMM (a month by name) MM M DD D Do (1st, 2nd) Q (quarter) HH mm ss. YYYY/YYYY is a season. ' +
        'A space matches any white space or none; letters in [brackets] are literal.',
    }),
  ),
  precision: Type.Optional(
    Word(OCCURRED_AT_PRECISIONS, 'Precision of the time, if it is less than that of the date.'),
  ),
  century: Type.Optional(
    Type.Integer({ minimum: 1900, maximum: 2000, multipleOf: 100, description: 'The century of YY.' }),
  ),
})
export type DateSpec = Static<typeof DateSpec>

/** The layout of the file. */
export const Dialect = closed({
  delimiter: Type.Optional(Word([',', ';', '\t', '|'], 'The sign between cells. Default: a comma.')),
  encoding: Type.Optional(Word(['utf-8', 'windows-1252'], 'Encoding of letters. Default: utf-8.')),
  skip_lines: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: 'Lines of titles above the header.' }),
  ),
  header: Type.Optional(
    Type.Array(Column, {
      minItems: 1,
      maxItems: 500,
      description: 'The columns of a file without a header row.',
    }),
  ),
  sheet: Type.Optional(Text(100, 'The sheet to read in a workbook (XLSX) with several sheets.')),
  every_sheet: Type.Optional(
    Type.Boolean({
      description:
        'Whether to read all sheets of the workbook, such as one for each month, one below the other. The column Sheet has the name of the sheet.',
    }),
  ),
  across: Type.Optional(
    closed({
      formats: Type.Array(Text(80, 'How a heading that is a day is written, such as D/M/YYYY.'), {
        minItems: 1,
        maxItems: 20,
      }),
      day: { ...Column, description: 'The name of the column with the day in the rest of the map.' },
      amount: { ...Column, description: 'The name of the column with the cell.' },
    }),
  ),
})
