import { keysOf, must } from '../../../base/typed.ts'
import type { RecordMember } from '../../../domain/types/index.ts'
import { type Message, message } from '../../../words/message.ts'
import { normalized } from '../../sheets/meaning.ts'
import { numberingOf } from '../../sheets/numbering.ts'
import { OWN_COLUMNS } from '../../sheets/own-columns.ts'
import { isOfTheForm, submissionKey } from '../../sheets/submissions.ts'
import { type LaidOutColumn, type Layout, TOTALS } from './layout.ts'
import { datesOf, type GuessedDates, numberIn } from './styles.ts'
import { isOnlyUnit } from './words.ts'

/** Guesses what each column is, by its heading and its cells. */

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
  unit: 'quantity',
  crop: 'crop',
  place: 'location',
  unit_price: 'agreed_price',
  price: 'agreed_price',
  // The key of the row, which no record has.
  receipt: null,
  note: 'note',
  nothing: null,
} as const satisfies Readonly<Record<string, RecordMember | null>>
export const MEANINGS = keysOf(STATES)
export type Meaning = keyof typeof STATES

/** What a column is, in words. */
export const meant = (meaning: Meaning): Message => message(`import.meaning.${meaning}`)

export interface GuessedColumn extends LaidOutColumn {
  readonly meaning: Meaning
  readonly dates: GuessedDates | null
}

const GIVEN_NAME = /\b(first|given|fore) ?names?\b|\bprenoms?\b|\bprimeiro nome\b/
/** A heading that means the surname if another column has the given name. */
const PLAIN_NAME = /^(nom|nome|name|jina)$/

/**
 * Words of headings in English, French, Spanish, Portuguese and Swahili, without accents, and what the cells below
 * must be. The first match decides.
 */
const HEADINGS: readonly (readonly [Meaning, keyof typeof CELLS, RegExp])[] = [
  ['tare', 'figures', /\btare\b|\btara\b/],
  ['gross', 'figures', /\bgross\b|\bbrut(o|e)?\b/],
  [
    'unit_price',
    'figures',
    /(price|rate|prix|precio|pre[cç]o|bei).*(\bper\b|\/(?! ?(total|amount|value|sum|jumla)\b)|\bpar\b|\bpor\b|\bkwa\b)|unit (price|cost)|^rate$|price\/|prix unitaire/,
  ],
  [
    'price',
    'figures',
    /\b(price|amount|value|total paid|paid|payment|prix|montant|precio|importe|pre[cç]o|valor|bei|malipo)\b/,
  ],
  [
    'receipt',
    'unique',
    /\b(receipt|ticket|voucher|slip|grn|invoice|ref|reference|serial|re[cç]u|recibo|stakabadhi|bon)\b/,
  ],
  [
    'phone',
    'phones',
    /\b(phone|telephone|tel|mobile|cell|contact|simu|t[eé]l[eé]phone|tel[eé]fono|telefone)\b/,
  ],
  [
    'member_no',
    'any',
    /\b(member|farmer|grower|membre|socio|mwanachama|id|code)\b.*(\b(no|nr|num|number|id|code)\b|n[º°]|#)|\bmember(ship)? ?(no|id)?$|\bfarmer ?(id|code)$/,
  ],
  ['name', 'words', GIVEN_NAME],
  [
    'surname',
    'words',
    /\b(surname|last ?name|family name|(middle|other) names?|apellidos?|sobrenome)\b|\bnom de famille\b/,
  ],
  [
    'name',
    'words',
    /\b(name|farmer|member|producer|grower|supplier|nom|nombre|nome|jina|mkulima|producteur|productor|produtor)\b/,
  ],
  ['unit', 'any', /\b(unit|units|uom|measure|unit[eé]|unidad|unidade|kipimo)\b/],
  [
    'weight',
    'figures',
    /\b(kgs?|kilos?|kilograms?|weight|wt|qty|quantity|net|litres?|liters?|poids|quantit[eé]|peso|cantidad|quantidade|uzito|kiasi)\b/,
  ],
  [
    'crop',
    'words',
    /\b(crop|produce|product|commodity|item|culture|produit|cultivo|producto|produto|zao|mazao)\b/,
  ],
  ['place', 'words', /\b(place|store|centre|center|station|depot|location|lieu|lugar|local|mahali|kituo)\b/],
  ['date', 'dates', /\b(date|day|today|delivered on|jour|fecha|data|tarehe|siku)\b/],
]

const DATE_SHARE = 0.6
const share = ({ cells }: LaidOutColumn, is: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(is).length / cells.length

const isNumber = (cell: string): boolean => numberIn(cell) !== null
const isWords = (cell: string): boolean => /\p{L}{2,}/u.test(cell) && !/^\d/.test(cell)
const isPhone = (cell: string): boolean =>
  /^\+?[\d\s()/-]{7,20}$/.test(cell) && cell.replace(/\D/g, '').length >= 7

/** What the cells of a column are. */
const CELLS = {
  dates: isDates,
  figures: (column: Read) => share(column, isNumber) > 0.5 && !isDates(column),
  phones: (column: Read) => share(column, isPhone) > 0.5,
  words: (column: Read) => share(column, isWords) > 0.5,
  unique: ({ cells }: Read) => new Set(cells.map(normalized)).size === cells.length,
  any: ({ cells }: Read) => cells.length > 0,
} as const

type Read = Omit<GuessedColumn, 'meaning'>

function isDates({ cells, dates }: Read): boolean {
  return dates !== null && dates.readCount >= cells.length * DATE_SHARE
}

/** A heading that says that the column is of days, whatever its cells are. */
const OF_DAYS =
  /^(?!.*\b(birth|born|naissance|kuzaliwa|expiry|joined|regist\w*)\b).*\b(date|day|delivered on|jour|fecha|tarehe|siku)\b/

const CONTAINER = /\b(bags?|sacks?|crates?|tins?|sacs?|sacos?|gunia|magunia)\b/

/** Meanings of columns with figures. */
export const FIGURES: ReadonlySet<Meaning> = new Set<Meaning>([
  'count',
  ...HEADINGS.flatMap(([meaning, cells]) => (cells === 'figures' ? [meaning] : [])),
])

/** Meanings that several columns may have. */
export const MANY: ReadonlySet<Meaning> = new Set<Meaning>(['surname', 'note', 'nothing'])

export function meaningsOf({ columns, rowCount }: Layout): GuessedColumn[] {
  const read = columns.map((column) => ({
    ...column,
    dates: datesOf(column.cells, OF_DAYS.test(heading(normalized(column.name)))),
  }))
  const meanings = new Map<number, Meaning>()
  const isFree = (meaning: Meaning) => ![...meanings.values()].includes(meaning)
  const assign = (i: number, meaning: Meaning) => {
    if (MANY.has(meaning) || isFree(meaning)) meanings.set(i, meaning)
  }
  const names = columns.map(({ name }) => normalized(name))
  // A second column with the same heading is not read: a map names columns by their headings.
  names.forEach((name, i) => {
    if (name === '' || names.indexOf(name) !== i || TOTALS.includes(name) || OWN_COLUMNS.includes(name))
      meanings.set(i, 'nothing')
  })
  columns.forEach(({ name, cells }, i) => {
    if (numberingOf(name, cells) === 'rows' && !meanings.has(i)) meanings.set(i, 'nothing')
  })
  const key = submissionKey(columns, rowCount)
  if (key !== null) assign(names.indexOf(normalized(key)), 'receipt')
  const hasGivenName = names.some((name) => GIVEN_NAME.test(heading(name)))
  for (const [meaning, cells, pattern] of HEADINGS)
    read.forEach((column, i) => {
      if (meanings.has(i) || !pattern.test(heading(must(names[i])))) return
      if (hasGivenName && meaning === 'name' && PLAIN_NAME.test(heading(must(names[i])))) assign(i, 'surname')
      else if (CELLS[cells](column) && (meaning !== 'receipt' || column.cells.length === rowCount))
        assign(i, meaning)
    })
  const first = (meaning: Meaning, is: (column: (typeof read)[number], i: number) => boolean) => {
    const i = read.findIndex((column, at) => !meanings.has(at) && is(column, at))
    if (i !== -1 && isFree(meaning)) assign(i, meaning)
  }
  // A number of bags is a count only next to the weight of one bag.
  if (names.some((name, i) => meanings.get(i) === 'weight' && CONTAINER.test(heading(name))))
    first('count', (column, i) => CONTAINER.test(heading(must(names[i]))) && share(column, isNumber) > 0.5)
  // What a program noted about the form itself is the day only if nothing else is.
  first('date', (column, i) => isDates(column) && !isOfTheForm(must(names[i])))
  first('date', isDates)
  // A column of days that cannot be read is asked about, and is never taken for something else.
  first('date', ({ cells }, i) => cells.length > 0 && OF_DAYS.test(heading(must(names[i]))))
  first('phone', (column) => share(column, isPhone) > 0.8)
  if (isFree('weight') && isFree('gross')) {
    first('weight', (column, i) => isOnlyUnit(must(names[i])) && CELLS.figures(column))
    first(
      'weight',
      (column) => share(column, (cell) => isNumber(cell) && isWords(cell.replace(/^[\d.,' ]+/, ''))) > 0.8,
    )
  }
  if (isFree('name'))
    first(
      'name',
      (column) => share(column, isWords) > 0.8 && new Set(column.cells).size > column.cells.length / 4,
    )
  // If there is a net weight, gross and tare are remarks.
  const all = [...meanings.values()]
  return read.map((column, i) => {
    const meaning = meanings.get(i) ?? (column.cells.length === 0 ? 'nothing' : 'note')
    const isSpare = all.includes('weight') && (meaning === 'gross' || meaning === 'tare')
    return { ...column, meaning: isSpare ? 'note' : meaning }
  })
}

/** Replaces signs between words by spaces, as in Member_No. and Weight(kg). */
const heading = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[_.()[\]:-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
