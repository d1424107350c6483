import { type Static, Type } from '@sinclair/typebox'
import { closed, Text, Word } from '../../domain/shapes.ts'

/** The small parts of a mapping file, from which the others are made. */

export const Column = Text(200, 'The name of a column, as in its header cell.')
export const NAME_PATTERN = '^[a-z][a-z0-9_]{0,39}$'
export const Name = Type.String({
  pattern: NAME_PATTERN,
  description: 'A name used inside this map: a lower-case word such as farm or handed_over.',
})
export const Words = (description: string) => Type.Array(Text(200, 'A word.'), { maxItems: 500, description })
// Keys are checked separately: the schema would report a malformed key as an unknown member.
export const Named = <T extends ReturnType<typeof closed>>(schema: T, description: string) =>
  Type.Record(Type.String(), schema, { description })

/** Text from a cell, or constant text. Exactly one of `column` and `constant`. */
export const Value = closed({
  column: Type.Optional(Column),
  constant: Type.Optional(Text(2000, 'The same for every row.')),
  followed_by: Type.Optional(
    Type.Array(Column, {
      minItems: 1,
      maxItems: 4,
      description: 'Further columns, joined with spaces: a name in two columns.',
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
    description: 'One of tables: its row with the text of the column as key is read.',
  }),
  take: Type.Optional({ ...Column, description: 'The column of that table to take the text from.' }),
  not_listed: Type.Optional(
    Word(
      ['refuse', 'leave_out', 'as_written'],
      'What to do with a word that is not in the lookup or table. Default: refuse the row.',
    ),
  ),
  before: Type.Optional(Text(80, 'Put before the text of the cell.')),
  after: Type.Optional(Text(80, 'Put after the text of the cell.')),
})
export type Value = Static<typeof Value>

/** Parts of a note; a part with an empty cell is left out. */
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
