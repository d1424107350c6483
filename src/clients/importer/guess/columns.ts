import { keysOf } from '../../../base/typed.ts'
import type { RecordMember } from '../../../domain/types/index.ts'
import { type Message, message } from '../../../words/message.ts'
import type { LaidOutColumn } from './layout.ts'
import type { GuessedDates } from './styles.ts'

/** What a column may be, and a column of which that is guessed. */

/** What a column may be, and the member of a record or of a party that it states, alone or with other columns. */
export const STATES = {
  date: 'occurred_at',
  name: 'display_name',
  surname: 'display_name',
  member_no: 'member_no',
  phone: 'phone',
  // Stored in the note: the type has no member for it.
  buyer: 'note',
  weight: 'quantity',
  gross: 'quantity',
  tare: 'quantity',
  count: 'quantity',
  another: 'quantity',
  unit: 'quantity',
  crop: 'crop',
  place: 'location',
  kg_price: 'agreed_price',
  unit_price: 'agreed_price',
  price: 'agreed_price',
  // The key of the row, which no record has.
  receipt: null,
  // Of a plot of the farmer, which is a record of its own.
  latitude: null,
  longitude: null,
  position: null,
  plot: null,
  plot_name: null,
  note: 'note',
  nothing: null,
} as const satisfies Readonly<Record<string, RecordMember | null>>
export const MEANINGS = keysOf(STATES)
export type Meaning = keyof typeof STATES

/** What a column is, in words. */
export const meant = (meaning: Meaning): Message => message(`import.meaning.${meaning}`)

/** What must not be lost, and the meanings that a column of it may have. */
export type Kind = 'day' | 'weight' | 'price' | 'person' | 'plot'
const KINDS: Readonly<Partial<Record<Meaning, Kind>>> = {
  date: 'day',
  name: 'person',
  surname: 'person',
  member_no: 'person',
  phone: 'person',
  buyer: 'person',
  weight: 'weight',
  gross: 'weight',
  tare: 'weight',
  another: 'weight',
  kg_price: 'price',
  unit_price: 'price',
  price: 'price',
  latitude: 'plot',
  longitude: 'plot',
  position: 'plot',
}
export const kindOf = (meaning: Meaning): Kind | undefined => KINDS[meaning]

/** How sure a meaning is: `look` where some cells do not fit or only the cells show it, `decide` where a person must choose. */
export type Sureness = 'sure' | 'look' | 'decide' | 'chosen' | 'none'

export interface GuessedColumn extends LaidOutColumn {
  /** Null if a person has to choose it. */
  readonly meaning: Meaning | null
  /** What the column looks like, whatever it is taken for. */
  readonly kind: Kind | null
  readonly sureness: Sureness
  readonly why: Message
  readonly dates: GuessedDates | null
}

/** Meanings that several columns may have. */
export const MANY: ReadonlySet<Meaning> = new Set<Meaning>(['surname', 'buyer', 'another', 'note', 'nothing'])

/** Returns two different cells of a column, which a person is shown. */
export const twoOf = (cells: readonly string[]): { readonly examples: readonly string[] } => ({
  examples: [...new Set(cells)].slice(0, 2).map(short),
})

/** The same of cells that contain commas. */
export const twoPlaces = (cells: readonly string[]): { readonly examples: readonly Message[] } => ({
  examples: twoOf(cells).examples.map((value) => message('import.report.value', { value })),
})

const LONGEST_EXAMPLE = 60
export const short = (cell: string): string =>
  cell.length <= LONGEST_EXAMPLE ? cell : `${[...cell].slice(0, LONGEST_EXAMPLE).join('')}…`
