import { given, membersOf, must } from '../../base/typed.ts'
import { ofEachMeasure } from '../../domain/measures.ts'
import type { OtherId } from '../../domain/other-ids.ts'
import type { FlagRow } from '../../domain/registry.ts'
import {
  ENVELOPE_FIELDS,
  EVERY_FIELD,
  fieldsOf,
  type RecordMember,
  type RecordType,
} from '../../domain/types/index.ts'
import type { FieldKind } from '../../domain/types/kinds.ts'
import { idsText } from '../../identity/other-ids.ts'
import { languageCalled } from '../../identity/paper-language.ts'
import type { CropName } from '../../records/crop-names.ts'
import { drawnWords } from '../../records/plots/plot-words.ts'
import type { CounterRecord, Members } from '../../records/record-tasks.ts'
import type { RecordView } from '../../records/views/record-schema.ts'
import { asShown, codeOf, type Happened, type Shown } from '../../text/kinds.ts'
import type { Money, Quantity } from '../../words/values.ts'
import type { Words } from '../../words/words.ts'

/** Members of a record as people read them, each by the formatter of its kind. */

interface Context {
  readonly words: Words
  readonly nameOf: (party: string) => string
  readonly cropOf: CropName
}
/** A record, or a draft from a form. */
type Valued = Readonly<Members> &
  Partial<Pick<CounterRecord, 'type' | 'occurred_at' | 'occurred_at_precision'>>
// biome-ignore lint/suspicious/noExplicitAny: each formatter accepts what the schema of its member allows
type Format = (value: any, context: Context, record: Valued) => Shown

const written: Format = (text: string) => asShown(text)
const word: Format = (code: unknown, { words }) => words.worded(codeOf(code))
const crop: Format = (code: unknown, { cropOf }) => cropOf(code)
const party: Format = (id: string, { nameOf }) => asShown(nameOf(id))
const day: Format = (at: string, { words }) => words.calendar.day(at)
const stamp: Format = (at: string, { words }) => words.calendar.stamp(at)
const figure: Format = (value: number, { words }) => words.amount(value)
const price: Format = (value: Money, { words }) => words.money(value)
const listed = <Item>(items: readonly Item[], shown: (item: Item) => string, between = ', ') =>
  asShown(items.map(shown).join(between))
/** Names of crops, separated by semicolons because the names contain commas. */
export const cropsShown = (codes: readonly unknown[], cropOf: CropName) => listed(codes, cropOf, '; ')

const FORMATS: Readonly<Record<FieldKind, Format>> = {
  ...ofEachMeasure(() => figure),
  party,
  reference: written,
  id: written,
  crop,
  crops: (codes: readonly unknown[], { cropOf }) => cropsShown(codes, cropOf),
  region: written,
  country: written,
  quantity: (value: Quantity, { words }) => words.quantity(value),
  kg: figure,
  count: figure,
  factor: written,
  money: price,
  day,
  stamp,
  happened: (at: Happened, { words }, { occurred_at_precision }) =>
    words.calendar.asRecorded({ occurred_at: at, ...given({ occurred_at_precision }) }),
  word,
  text: written,
  phone: written,
  language: (tag: string) => asShown(languageCalled(tag)),
  yes: (_: true, { words }) => asShown(words.say('entry.yes')),
  answer: (said: boolean, { words }) => asShown(words.say(said ? 'entry.yes' : 'entry.no')),
  outline: (geometry: unknown, { words }) => onTheMap(words, geometry),
  place: ({ name, geometry }: InlinePlot, { words }) =>
    asShown([name, geometry && onTheMap(words, geometry)].filter(Boolean).join(', ')),
  plots: (some: readonly string[]) => listed(some, (one) => one),
  inputs: (inputs: readonly { readonly record_id: string; readonly kg: number }[], { words }) =>
    listed(inputs, ({ record_id, kg }) => `${words.amount(kg)} kg (${record_id})`),
  parts: (
    parts: readonly { readonly record_id: string; readonly amount_minor: number }[],
    { words },
    { amount },
  ) =>
    listed(
      parts,
      ({ record_id, amount_minor }) => `${words.money({ ...must(amount), amount_minor })} (${record_id})`,
      '; ',
    ),
  ids: (ids: readonly OtherId[]) => asShown(idsText(ids)),
  pictures: (pictures: readonly { readonly media_type: string; readonly sha256: string }[]) =>
    listed(pictures, ({ media_type, sha256 }) => `${media_type} ${sha256}`),
}

type InlinePlot = Exclude<RecordView<'harvest'>['plot'], string | undefined>

/** A point by its coordinates, longitude first as it was sent; an outline by its size and corners. */
function onTheMap(words: Words, geometry: unknown): Shown {
  const { amount, say } = words
  const { type, coordinates } = membersOf(geometry)
  if (type !== 'Point' || !Array.isArray(coordinates)) return drawnWords(words, geometry)
  return coordinates.every((one) => typeof one === 'number')
    ? asShown(`${say('plots.onePoint')} ${coordinates.map((one) => amount(one)).join(' ')}`)
    : drawnWords(words, geometry)
}

/** Returns what a flag means, from the rows of the registry. */
export function flagWords(words: Words, rows: readonly FlagRow[], flag: string): Shown {
  const row = rows.find(({ id }) => id === flag)
  return row === undefined ? words.worded(codeOf(flag)) : words.flagMeaning(row)
}

/** Returns the kind of a member. @param type undefined for a draft whose type does not matter */
const kindOf = (type: RecordType | undefined, asked: RecordMember): FieldKind | undefined =>
  (type === undefined ? EVERY_FIELD : [...fieldsOf(type), ...ENVELOPE_FIELDS]).find(
    ({ member }) => member === asked,
  )?.kind

/** Returns one member as text; empty if the record does not have it. */
export function valueShown(record: Valued, member: RecordMember, context: Context): Shown {
  const value = record[member]
  const kind = isOwnId(record, member) ? 'id' : kindOf(record.type, member)
  return value === undefined || kind === undefined ? asShown('') : FORMATS[kind](value, context, record)
}

/** The parties that the record names, by their ids. */
export const partiesIn = (record: Valued): string[] =>
  [...(record.type === undefined ? EVERY_FIELD : fieldsOf(record.type)), ...ENVELOPE_FIELDS]
    .filter(({ kind }) => kind === 'party')
    .map(({ member }) => record[member])
    .filter((id) => typeof id === 'string')

/** Whether the member is the id of the party that the record describes; its name is another member. */
const isOwnId = ({ type }: Valued, member: RecordMember): boolean => type === 'party' && member === 'party'

/** Returns all stored members: the date of the event, the fields of the type, and the envelope. */
export function valuesShown(record: CounterRecord, context: Context): [RecordMember, Shown][] {
  const [happened, ...envelope] = ENVELOPE_FIELDS
  const shown: [RecordMember, Shown][] = []
  for (const { member } of [must(happened), ...fieldsOf(record.type), ...envelope])
    if (record[member] !== undefined) shown.push([member, valueShown(record, member, context)])
  return shown
}
