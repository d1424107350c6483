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
export type Kind = 'day' | 'weight' | 'price' | 'person'
const KINDS: Readonly<Partial<Record<Meaning, Kind>>> = {
  date: 'day',
  name: 'person',
  surname: 'person',
  member_no: 'person',
  phone: 'person',
  weight: 'weight',
  gross: 'weight',
  tare: 'weight',
  another: 'weight',
  kg_price: 'price',
  unit_price: 'price',
  price: 'price',
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
export const MANY: ReadonlySet<Meaning> = new Set<Meaning>(['surname', 'another', 'note', 'nothing'])

const LONGEST_EXAMPLE = 60
export const short = (cell: string): string =>
  cell.length <= LONGEST_EXAMPLE ? cell : `${[...cell].slice(0, LONGEST_EXAMPLE).join('')}…`
