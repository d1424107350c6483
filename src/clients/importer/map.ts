import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  LAWFUL_BASES,
  MEASUREMENT_METHODS,
  OCCURRED_AT_PRECISIONS,
  PARTY_KINDS,
  Text,
  Word,
} from '../../domain/shapes.ts'

/**
 * The mapping file: how the columns of one legacy spreadsheet are read as records. A JSON document, closed, and
 * free of unions, so that every fault in it can be named by its place.
 *
 * One row makes at most one harvest, one lot, one delivery and one obligation, and the parties these name.
 * A sheet with two deliveries in a row (morning and evening milk) is imported with two maps.
 */

const Column = Text(200, 'The name of a column, as its header cell has it.')
export const NAME_PATTERN = '^[a-z][a-z0-9_]{0,39}$'
const Name = Type.String({
  pattern: NAME_PATTERN,
  description: 'A name used inside this map: a lower-case word such as farm or handed_over.',
})
const Words = (description: string) => Type.Array(Text(200, 'A word.'), { maxItems: 500, description })
// Keys are checked in words of our own: a key that does not fit would be called an unknown member.
const Named = <T extends ReturnType<typeof closed>>(schema: T, description: string) =>
  Type.Record(Type.String(), schema, { description })

/** Text from a cell, or the same text for every row. Exactly one of `column` and `constant`. */
export const Value = closed({
  column: Type.Optional(Column),
  constant: Type.Optional(Text(2000, 'The same for every row.')),
  lookup: Type.Optional(
    Type.Record(Type.String(), Text(200, 'What the cell means.'), {
      description: 'What the words in the column mean. Capital letters and spaces around do not matter.',
    }),
  ),
  not_listed: Type.Optional(
    Word(
      ['refuse', 'leave_out', 'as_written'],
      'What becomes of a word that is not in the lookup. Left out: the row is refused.',
    ),
  ),
  before: Type.Optional(Text(80, 'Put before the text of the cell.')),
  after: Type.Optional(Text(80, 'Put after the text of the cell.')),
})
export type Value = Static<typeof Value>

/** Parts of a note; those whose cell is empty are left out. */
const Note = Type.Array(
  closed({
    label: Type.Optional(
      Text(200, 'Stands before the cell, with a colon; alone, it is a sentence of its own.'),
    ),
    column: Type.Optional(Column),
  }),
  { minItems: 1, maxItems: 40, description: 'The note of the record, composed of cells.' },
)

/** A party the rows speak of; the same key and kind is the same party in every row. */
export const PartySpec = closed({
  name: Value,
  kind: Word(
    PARTY_KINDS,
    'What it is. Anything but an organisation is protected as a person: in doubt, unknown.',
  ),
  kind_if_named: Type.Optional(
    Type.Array(
      closed({
        kind: Word(PARTY_KINDS, 'What a party of such a name is.'),
        words: Words('Whole words of the name, such as ltd or s.a., that say so.'),
      }),
      { maxItems: 10 },
    ),
  ),
  keyed_by: Type.Optional(
    Type.Array(Column, {
      minItems: 1,
      maxItems: 8,
      description:
        'Columns that tell parties apart, such as a member number, or name and village. Left out: the name.',
    }),
  ),
  newcomers: Type.Optional(
    Words(
      'Names of parties that were not known here, although somebody of a similar name or with their telephone was.',
    ),
  ),
  same_as: Type.Optional({
    ...Name,
    description: 'Where the name is that of this other party, it is that party.',
  }),
  nobody: Type.Optional(
    Words('Names that name nobody in particular, such as various. Such a row is refused.'),
  ),
  nobody_containing: Type.Optional(Words('Parts of a cell that show it holds no name, such as @.')),
  phone: Type.Optional(Value),
  region: Type.Optional(Value),
  member_no: Type.Optional(Value),
})
export type PartySpec = Static<typeof PartySpec>

/** A party this appliance already knows by its member number. Nothing is asserted about it. */
export const MemberSpec = closed({ member_no: Value })
export type MemberSpec = Static<typeof MemberSpec>

/** A column of dates. */
export const DateSpec = closed({
  column: Column,
  formats: Type.Array(Text(80, 'How a date is written, such as D/M/YYYY or MMMM Do, YYYY.'), {
    minItems: 1,
    maxItems: 20,
    description:
      'Tokens: YYYY YY MMMM (a month by name) MM M DD D Do (1st, 2nd) Q (quarter) HH mm ss. YYYY/YYYY is a season. ' +
      'A space stands for any white space or none; letters in [brackets] are meant literally.',
  }),
  precision: Type.Optional(
    Word(
      OCCURRED_AT_PRECISIONS,
      'How exactly the time of the event is known, where that is less than the date tells.',
    ),
  ),
  century: Type.Optional(
    Type.Integer({ minimum: 1900, maximum: 2000, multipleOf: 100, description: 'What YY counts from.' }),
  ),
})
export type DateSpec = Static<typeof DateSpec>

/** How much. With `count`, the column holds the amount in one container, and the quantity is all of them. */
export const QuantitySpec = closed({
  column: Column,
  unit: Type.Optional(Text(80, 'The unit of every row, a word of units.')),
  unit_column: Type.Optional(Column),
  count: Type.Optional({ ...Column, description: 'The column that counts the containers.' }),
  container: Type.Optional(Text(40, 'What people call the containers, such as bags.')),
  least_kg: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, description: 'Less than this cannot be right.' }),
  ),
  most_kg: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description:
        'More than this cannot be right. Of one container where they are counted, else of the whole.',
    }),
  ),
})
export type QuantitySpec = Static<typeof QuantitySpec>

/** What a word for a unit means; without unit and conversion of its own a weight in it stays without kilograms. */
export const UnitSpec = closed({
  unit: Text(80, 'Registry code of the unit.'),
  conversion: Type.Optional(Text(80, 'Registry id of the factor to kilograms.')),
  conversion_for: Type.Optional(
    Type.Record(Type.String(), Text(80, 'Registry id of the factor.'), {
      description: 'The factor by crop, for units whose weight depends on what is in them.',
    }),
  ),
})
export type UnitSpec = Static<typeof UnitSpec>

const Roles = Type.Array(Name, {
  minItems: 1,
  maxItems: 5,
  description: 'The first of these parties that the row names; cooperative is the cooperative itself.',
})

/** What every kind of record takes. */
const common = {
  occurred_at: { ...Name, description: 'One of dates.' },
  lawful_basis: Type.Optional(Word(LAWFUL_BASES, 'Where it differs from the basis of the map.')),
  only_if: Type.Optional(
    Type.Array(Column, {
      minItems: 1,
      maxItems: 8,
      description: 'The record is made only where all these have text.',
    }),
  ),
  note: Type.Optional(Note),
}
const produce = {
  crop: Type.Optional(Value),
  quantity: { ...Name, description: 'One of quantities.' },
  measurement_method: Type.Optional(
    Word(MEASUREMENT_METHODS, 'How the quantity was found, where the sheet says.'),
  ),
  grade: Type.Optional(Value),
}
const Price = closed({
  column: Column,
  currency: Value,
  decimals: Type.Integer({
    minimum: 0,
    maximum: 3,
    description: 'Decimals of the currency: 2 for KES, 0 for UGX.',
  }),
})

export const HarvestSpec = closed({
  producer: Roles,
  ...common,
  ...produce,
  season: Type.Optional(Value),
  plot_name: Type.Optional(Value),
})
export const LotSpec = closed({
  holder: Roles,
  ...common,
  ...produce,
  drawn_from: Type.Optional(
    Word(['harvest', 'delivery'], 'The record of the same row that all of it came from.'),
  ),
  location: Type.Optional(Value),
})
export const DeliverySpec = closed({
  from_party: Roles,
  to_party: Roles,
  ...common,
  ...produce,
  to_itself: Type.Optional(
    Word(
      ['refuse', 'leave_out'],
      'What becomes of a delivery from a party to itself. Left out: the row is refused.',
    ),
  ),
  out_of_lot: Type.Optional(Type.Boolean({ description: 'It came out of the lot of the same row.' })),
  for_obligation: Type.Optional(
    Type.Boolean({ description: 'It is meant to fulfil the obligation of the same row.' }),
  ),
  agreed_price: Type.Optional(Price),
  location: Type.Optional(Value),
})
export const ObligationSpec = closed({
  kind: Value,
  obligor: Roles,
  obligee: Roles,
  ...common,
  crop: Type.Optional(Value),
  quantity: Type.Optional({ ...Name, description: 'One of quantities.' }),
  amount: Type.Optional(Price),
  due_at: Type.Optional({ ...Name, description: 'One of dates.' }),
})

export const ImportMap = closed({
  name: Type.String({
    pattern: '^[a-z0-9][a-z0-9-]{0,63}$',
    description: 'The name of the sheet. Every id depends on it: never change it after the first import.',
  }),
  key: Type.Optional(
    Type.Array(Column, {
      minItems: 1,
      maxItems: 8,
      description:
        'Columns that tell rows apart, such as a receipt number: never change them after the first import. Left out: all ' +
        'that the map reads, so that a changed row is a new one.',
    }),
  ),
  about: Type.Optional(Text(2000, 'What the sheet is, for people.')),
  party_book: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9][a-z0-9-]{0,63}$',
      description:
        'Maps with the same book mean the same party by the same key and kind. Left out: the name.',
    }),
  ),
  csv: Type.Optional(
    closed({
      delimiter: Type.Optional(Word([',', ';', '\t', '|'], 'Between cells. Left out: a comma.')),
      encoding: Type.Optional(Word(['utf-8', 'windows-1252'], 'How letters are stored. Left out: utf-8.')),
    }),
  ),
  lawful_basis: Word(
    LAWFUL_BASES,
    'The ground the records are held on. No default: somebody has to decide it.',
  ),
  as_of: Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\d$',
    description: 'The day, such as 2026-03-01, on which the sheet said so of its parties.',
  }),
  time_zone: Text(60, 'The zone its times of day were written in, such as Africa/Kampala.'),
  crop: Type.Optional(Value),
  empty: Type.Optional(Words('Words that mean nothing was written, such as - or n/a.')),
  empty_in: Type.Optional(
    Type.Record(Type.String(), Words('Words that mean so in this column alone, such as 0.'), {
      description: 'By column.',
    }),
  ),
  not_real: Type.Optional(Words('Words, such as TEST, that mark a row as no record of anything.')),
  required: Type.Optional(Type.Array(Column, { maxItems: 100, description: 'Columns that must have text.' })),
  decimal: Type.Optional(Word(['.', ','], 'The decimal sign. Left out: a point.')),
  thousands: Type.Optional(
    Word([',', '.', ' ', "'"], 'The sign between thousands. Left out: none is accepted.'),
  ),
  months: Type.Optional(
    Type.Record(Type.String(), Type.Integer({ minimum: 1, maximum: 12 }), {
      description: 'Names of months beside the English ones, with their number.',
    }),
  ),
  units: Type.Optional(
    Type.Record(Type.String(), UnitSpec, { description: 'Units by the word people wrote.' }),
  ),
  dates: Type.Optional(Named(DateSpec, 'Columns of dates.')),
  quantities: Type.Optional(Named(QuantitySpec, 'How much, by name.')),
  parties: Type.Optional(Named(PartySpec, 'Parties that the sheet makes known, by their role in a row.')),
  members: Type.Optional(Named(MemberSpec, 'Parties that are known already, by their role in a row.')),
  records: Type.Optional(
    closed({
      harvest: Type.Optional(HarvestSpec),
      lot: Type.Optional(LotSpec),
      delivery: Type.Optional(DeliverySpec),
      obligation: Type.Optional(ObligationSpec),
    }),
  ),
})
export type ImportMap = Static<typeof ImportMap>

/** The role that is always there: the appliance's own party. */
export const COOPERATIVE_ROLE = 'cooperative'

export const MADE_TYPES = ['obligation', 'harvest', 'lot', 'delivery'] as const
export type MadeType = (typeof MADE_TYPES)[number]
export type NoteSpec = Static<typeof Note>
export type PriceSpec = Static<typeof Price>
export type HarvestSpec = Static<typeof HarvestSpec>
export type LotSpec = Static<typeof LotSpec>
export type DeliverySpec = Static<typeof DeliverySpec>
export type ObligationSpec = Static<typeof ObligationSpec>
