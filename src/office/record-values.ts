import type { RecordBody } from '../domain/types/index.ts'
import type { CounterRecord } from '../records/record-tasks.ts'
import { say } from '../text/catalogue/say.ts'
import { spelled, worded } from '../text/codes.ts'
import { asShown, codeOf, type Shown } from '../text/kinds.ts'
import { amount, type Calendar, type Money, money, type Quantity, quantity } from '../text/phrases.ts'
import { drawnWords } from '../text/plot-words.ts'

/** The members of a record as a person reads them: each by the formatter of its kind. */

interface Context {
  readonly calendar: Calendar
  readonly nameOf: (party: string) => Promise<string>
}
// biome-ignore lint/suspicious/noExplicitAny: each takes what the schema of its member allows
type Format = (value: any, context: Context, record: CounterRecord) => Shown | Promise<Shown>

const written: Format = (text: string) => asShown(text)
const word: Format = (code: unknown) => worded(codeOf(code))
const crop: Format = (code: unknown) => spelled(codeOf(code))
const party: Format = async (id: string, { nameOf }) => asShown(await nameOf(id))
const day: Format = (at: string, { calendar }) => calendar.day(at)
const stamp: Format = (at: string, { calendar }) => calendar.stamp(at)
const figure: Format = (value: number) => amount(value)
const price: Format = (value: Money) => money(value)
const listed = <Item>(items: readonly Item[], shown: (item: Item) => string) =>
  asShown(items.map(shown).join(', '))
const ids: Format = (some: readonly string[]) => listed(some, (id) => id)

type Member = keyof RecordBody | 'occurred_at_precision' | 'note'
/** Said by the title or the words of others. */
type Elsewhere = 'type' | 'record_class' | 'occurred_at_precision' | 'received_at'

/** In the order of the page. The compiler asks for every member that a record may have. */
const FORMATS: Readonly<Record<Exclude<Member, Elsewhere>, Format>> = {
  occurred_at: (_at, { calendar }, record) => calendar.asRecorded(record),
  display_name: written,
  party: written,
  kind: word,
  phone: written,
  region: written,
  member_no: written,
  same_as: party,
  holder: party,
  producer: party,
  from_party: party,
  to_party: party,
  obligor: party,
  obligee: party,
  filed_by: party,
  filed_at: day,
  reference_number: written,
  verification_number: written,
  crop,
  crops: (codes: readonly unknown[]) => listed(codes, (code) => spelled(codeOf(code))),
  quantity: (value: Quantity) => quantity(value),
  normalized_kg: figure,
  conversion_id: written,
  measurement_method: word,
  amount: price,
  agreed_price: price,
  due_at: day,
  name: written,
  country: written,
  area_ha: figure,
  geometry: onTheMap,
  plot: (value: string | InlinePlot) =>
    typeof value === 'string'
      ? asShown(value)
      : asShown([value.name, value.geometry && onTheMap(value.geometry)].filter(Boolean).join(', ')),
  plot_ids: ids,
  inputs: (inputs: readonly { readonly record_id: string; readonly kg: number }[]) =>
    listed(inputs, ({ record_id, kg }) => `${amount(kg)} kg (${record_id})`),
  lot_id: written,
  obligation_id: written,
  delivery_id: written,
  target_id: written,
  channel: word,
  cause: word,
  reason: word,
  season: written,
  grade: written,
  location: written,
  lawful_basis: word,
  note: written,
  evidence: (pictures: readonly { readonly media_type: string; readonly sha256: string }[]) =>
    listed(pictures, ({ media_type, sha256 }) => `${media_type} ${sha256}`),
  asserted_by: party,
  on_behalf_of: party,
  delegation_id: written,
  device_id: written,
  recorded_at: stamp,
  supersedes: written,
  id: written,
}

interface InlinePlot {
  readonly name?: string
  readonly geometry?: unknown
}

/** A place by its numbers, longitude first as it was sent; of an outline its size and corners. */
function onTheMap(geometry: unknown): Shown {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown }
  if (type !== 'Point' || !Array.isArray(coordinates)) return drawnWords(geometry)
  return coordinates.every((one) => typeof one === 'number')
    ? asShown(`${say('plots.onePoint')} ${coordinates.map((one) => amount(one)).join(' ')}`)
    : drawnWords(geometry)
}

export const isShown = (member: string): member is keyof typeof FORMATS => member in FORMATS

/** One member; empty when the record has none. */
export async function valueShown(record: CounterRecord, member: string, context: Context): Promise<Shown> {
  const value = record[member]
  return value === undefined || !isShown(member) ? asShown('') : FORMATS[member](value, context, record)
}

/** All that is stored of it. */
export async function valuesShown(record: CounterRecord, context: Context): Promise<[string, Shown][]> {
  const shown: [string, Shown][] = []
  for (const member of Object.keys(FORMATS))
    if (record[member] !== undefined) shown.push([member, await valueShown(record, member, context)])
  return shown
}
