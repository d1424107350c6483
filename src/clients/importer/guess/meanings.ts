import { keysOf, must } from '../../../base/typed.ts'
import type { RecordMember } from '../../../domain/types/index.ts'
import { type Message, message } from '../../../words/message.ts'
import { normalized } from '../../sheets/meaning.ts'
import { numberingOf } from '../../sheets/numbering.ts'
import { OWN_COLUMNS } from '../../sheets/own-columns.ts'
import { pricedWhat, pricesAgree, saysWholePrice } from '../../sheets/prices.ts'
import { isOfTheForm, submissionKey } from '../../sheets/submissions.ts'
import { furtherQuantities } from './further-quantities.ts'
import { type LaidOutColumn, type Layout, TOTALS } from './layout.ts'
import { datesOf, figuresIn, type GuessedDates, numberIn } from './styles.ts'
import { isOnlyUnit } from './words.ts'

/**
 * Says what each column is, by its heading and its cells, and how sure that is. A column that looks like days, weights,
 * prices or people is never left out and never taken for something else: where it cannot be read, a person decides.
 */

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
type Kind = 'day' | 'weight' | 'price' | 'person'
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
    'kg_price',
    'figures',
    /(price|rate|prix|precio|pre[cç]o|bei).*((\bper\b|\/|\bpar\b|\bpor\b|\bkwa\b) ?(1 )?(kgs?|kilos?)\b)/,
  ],
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
    /\b(member|farmer|grower|membre|socio|mwanachama|id|code)\b.*(\b(no|nr|num|number|id|code)\b|n[º°]|#)|\bmember(ship)? ?(no|id)$|\bfarmer ?(id|code)$/,
  ],
  ['member_no', 'codes', /\bmember(ship)?$|\bmwanachama$|\bmembre$/],
  ['name', 'words', GIVEN_NAME],
  [
    'surname',
    'words',
    /\b(surname|last ?name|family name|(middle|other) names?|apellidos?|sobrenome)\b|\bnom de famille\b/,
  ],
  [
    'name',
    'words',
    /\b(name|farmer|member|producer|grower|supplier|nom|nombre|nome|jina|mkulima|mfugaji|mwanachama|muuzaji|producteur|agriculteur|planteur|cultivateur|fournisseur|adherent|membre|productor|produtor|agricultor)s?\b/,
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
  codes: (column: Read) => column.cells.length > 0 && share(column, isWords) <= 0.5,
  any: ({ cells }: Read) => cells.length > 0,
} as const

type Read = LaidOutColumn & Pick<GuessedColumn, 'dates'>

function isDates({ cells, dates }: Read): boolean {
  return dates !== null && dates.readCount >= cells.length * DATE_SHARE
}

/** A heading that says that the column is of days, whatever its cells are. */
const OF_DAYS =
  /^(?!.*\b(birth|born|naissance|kuzaliwa|expiry|joined|regist\w*)\b).*\b(date|day|delivered on|jour|fecha|tarehe|siku)\b/

const WEIGHING = /\b(gross|tare|brut(o|e)?|tara)\b/
const CONTAINER = /\b(bags?|sacks?|crates?|tins?|sacs?|sacos?|gunia|magunia)\b/

/** Meanings of columns with figures. */
export const FIGURES: ReadonlySet<Meaning> = new Set<Meaning>([
  'count',
  'another',
  ...HEADINGS.flatMap(([meaning, cells]) => (cells === 'figures' ? [meaning] : [])),
])

/** Meanings that several columns may have. */
export const MANY: ReadonlySet<Meaning> = new Set<Meaning>(['surname', 'another', 'note', 'nothing'])

/** What a heading says, whether or not the cells agree. */
function saidBy(name: string, column: Read): { readonly isSaid: boolean; readonly kind: Kind | undefined } {
  const said = HEADINGS.filter(([, , pattern]) => pattern.test(heading(name)))
  const [meaning] = said.find(([, cells]) => CELLS[cells](column)) ?? []
  const kinds = (meaning === undefined ? said.map(([one]) => one) : [meaning]).map((one) => KINDS[one])
  return { isSaid: said.length > 0, kind: kinds.find((kind) => kind !== undefined) }
}

/** What the cells look like where no heading says it. */
function shownBy(column: Read, name: string): Kind | undefined {
  if (isDates(column)) return 'day'
  if (isOnlyUnit(name) && CELLS.figures(column)) return 'weight'
  if (share(column, (cell) => isPhone(cell) && /^[+0(]/.test(cell)) > 0.8) return 'person'
  if (share(column, hasUnit) > 0.8 || (name === '' && share(column, isNumber) > 0.5)) return 'weight'
  return undefined
}
const hasUnit = (cell: string): boolean => isNumber(cell) && isWords(cell.replace(/^[\d.,' ]+/, ''))

export function meaningsOf({ columns, rowCount }: Pick<Layout, 'columns' | 'rowCount'>): GuessedColumn[] {
  const read = columns.map((column) => ({
    ...column,
    dates: datesOf(column.cells, OF_DAYS.test(heading(normalized(column.name)))),
  }))
  const names = columns.map(({ name }) => normalized(name))
  const said = read.map((column, i) => saidBy(must(names[i]), column))
  const hasOtherDays = read.some((column, i) => isDates(column) && !isOfTheForm(must(names[i])))
  const kinds = read.map((column, i) => {
    const { isSaid, kind } = must(said[i])
    const name = must(names[i])
    if (column.cells.length === 0 || TOTALS.includes(name) || OWN_COLUMNS.includes(name)) return null
    if (numberingOf(column.name, column.cells) === 'rows') return null
    // What a program noted about the form itself is the day only where nothing else is.
    if (isOfTheForm(name) && hasOtherDays) return null
    return (isSaid && kind !== undefined ? kind : shownBy(column, must(names[i]))) ?? null
  })
  const meanings = new Map<number, Meaning>()
  const byCells = new Set<number>()
  const isFree = (meaning: Meaning) => ![...meanings.values()].includes(meaning)
  const assign = (i: number, meaning: Meaning) => {
    if (MANY.has(meaning) || isFree(meaning)) meanings.set(i, meaning)
  }
  // A map names columns by their headings: a second one with the same heading cannot be read.
  const isUnread = (i: number) => names[i] === '' || names.indexOf(must(names[i])) !== i
  names.forEach((name, i) => {
    if (isUnread(i) || TOTALS.includes(name) || OWN_COLUMNS.includes(name)) meanings.set(i, 'nothing')
  })
  columns.forEach(({ name, cells }, i) => {
    if (numberingOf(name, cells) === 'rows' && !meanings.has(i)) meanings.set(i, 'nothing')
  })
  const key = submissionKey(columns, rowCount)
  if (key !== null) assign(names.indexOf(normalized(key)), 'receipt')
  const places = read.flatMap((column, i) => {
    const isSum = TOTALS.includes(must(names[i])) && CELLS.figures(column)
    const isQuantity =
      kinds[i] === 'weight' && CELLS.figures(column) && !WEIGHING.test(heading(must(names[i])))
    return !isUnread(i) && (isSum || isQuantity) ? [i] : []
  })
  const { total, kept } = furtherQuantities(read, places)
  for (const i of kept.keys()) meanings.set(i, 'note')
  if (total !== null) meanings.set(total, 'weight')
  const hasPrices = kinds.includes('price')
  const isSeveral = places.filter((i) => kinds[i] === 'weight').length > 1
  for (const i of places) {
    if (kinds[i] !== null || i === total || kept.has(i)) continue
    // A total that is no sum of quantities is money where the sheet has prices, and is left to a person among quantities.
    if (hasPrices) assign(i, 'price')
    else if (!isSeveral) continue
    kinds[i] = hasPrices ? 'price' : 'weight'
  }
  const hasGivenName = names.some((name) => GIVEN_NAME.test(heading(name)))
  for (const [meaning, cells, pattern] of HEADINGS)
    read.forEach((column, i) => {
      if (meanings.has(i) || !pattern.test(heading(must(names[i])))) return
      if (hasGivenName && meaning === 'name' && PLAIN_NAME.test(heading(must(names[i])))) assign(i, 'surname')
      else if (CELLS[cells](column) && (meaning !== 'receipt' || column.cells.length === rowCount))
        assign(i, meaning)
    })
  const first = (meaning: Meaning, is: (column: Read, i: number) => boolean) => {
    const kind = KINDS[meaning]
    const mayBe = (at: number) =>
      !meanings.has(at) && (kinds[at] === null ? !said[at]?.isSaid : kinds[at] === kind)
    const i = read.findIndex(
      (column, at) => (mayBe(at) || (meaning === 'count' && !meanings.has(at))) && is(column, at),
    )
    if (i === -1 || !isFree(meaning)) return
    assign(i, meaning)
    byCells.add(i)
  }
  // A number of bags is a count only next to the weight of one bag.
  if (names.some((name, i) => meanings.get(i) === 'weight' && CONTAINER.test(heading(name))))
    first('count', (column, i) => CONTAINER.test(heading(must(names[i]))) && share(column, isNumber) > 0.5)
  first('date', (column, i) => isDates(column) && !isOfTheForm(must(names[i])))
  first('date', isDates)
  // A column of days that cannot be read is asked about, and is never taken for something else.
  first('date', ({ cells }, i) => cells.length > 0 && OF_DAYS.test(heading(must(names[i]))))
  first('phone', (_, i) => kinds[i] === 'person' && !said[i]?.isSaid)
  if (isFree('weight') && isFree('gross')) {
    first('weight', (column, i) => isOnlyUnit(must(names[i])) && CELLS.figures(column))
    first('weight', (column) => share(column, hasUnit) > 0.8)
  }
  // A ledger of member numbers is about known members: its words may be villages or remarks.
  if (isFree('name') && isFree('member_no'))
    first(
      'name',
      (column) => share(column, isWords) > 0.8 && new Set(column.cells).size > column.cells.length / 4,
    )
  const of = (meaning: Meaning) => read.find((_, i) => meanings.get(i) === meaning)
  const judged = (i: number): Pick<GuessedColumn, 'meaning' | 'sureness' | 'why'> => {
    const column = must(read[i])
    const kind = kinds[i] ?? null
    const meaning = meanings.get(i)
    const keptAs = kept.get(i)
    if (keptAs !== undefined)
      return {
        meaning: 'note',
        sureness: keptAs === 'order' ? 'look' : 'sure',
        why: message(`import.why.${keptAs}`),
      }
    const explained = meaning === undefined ? null : explanationOf(meaning, column, of)
    if (explained !== null) return explained
    if (kind !== null && (meaning === undefined || meaning === 'nothing'))
      return {
        meaning: null,
        sureness: 'decide',
        why: undecided(column, kind, isUnread(i), [...meanings.values()]),
      }
    if (meaning === undefined || meaning === 'nothing' || meaning === 'note') {
      const plain = meaning ?? (column.cells.length === 0 ? 'nothing' : 'note')
      return { meaning: plain, sureness: 'none', why: message(`import.why.${plain}`) }
    }
    return { meaning, ...surenessOf(meaning, column, byCells.has(i)) }
  }
  return read.map((column, i) => ({ ...column, kind: kinds[i] ?? null, ...judged(i) }))
}

const DECIDED_BY_A_PERSON = { meaning: null, sureness: 'decide' } as const

/** What other columns show of a gross weight, a tare or a price; null if nothing. */
function explanationOf(
  meaning: Meaning,
  { inRows }: Read,
  of: (meaning: Meaning) => Read | undefined,
): Pick<GuessedColumn, 'meaning' | 'sureness' | 'why'> | null {
  const [net, gross, tare] = [of('weight'), of('gross'), of('tare')]
  if ((meaning === 'gross' || meaning === 'tare') && net !== undefined) {
    if (gross !== undefined && tare !== undefined && addsUp(gross, net, tare))
      return { meaning: 'note', sureness: 'sure', why: message('import.why.netAgrees') }
    return { ...DECIDED_BY_A_PERSON, why: message('import.why.besideNet') }
  }
  const [whole, rate, quantity] = [of('price'), of('kg_price') ?? of('unit_price'), net ?? gross]
  if (kindOf(meaning) !== 'price') return null
  const quantities = quantity === undefined ? [] : figuresIn(quantity)
  if (whole === undefined || rate === undefined) return pricedAlone(meaning, must(whole ?? rate), quantity)
  const { rows, agreeing } = pricesAgree(figuresIn(rate), quantities, figuresIn(whole))
  if (rows === 0 || agreeing * 2 < rows)
    return { ...DECIDED_BY_A_PERSON, why: message('import.why.pricesDiffer') }
  // The import compares the two, and refuses the rows in which they differ.
  if (agreeing < rows)
    return { meaning, sureness: 'look', why: message('import.why.pricesInMost', { count: rows - agreeing }) }
  const isWhole = inRows === whole.inRows
  return { meaning: isWhole ? meaning : 'note', sureness: 'sure', why: message('import.why.priceAgrees') }
}

/** What the figures show of the only column of prices. */
function pricedAlone(
  meaning: Meaning,
  column: Read,
  quantity: Read | undefined,
): Pick<GuessedColumn, 'meaning' | 'sureness' | 'why'> | null {
  if (meaning === 'kg_price' || (meaning === 'price' && saysWholePrice(column.name))) return null
  const priced = quantity === undefined ? null : pricedWhat(figuresIn(column), figuresIn(quantity))
  if (priced === 'whole' && meaning === 'price')
    return { meaning, sureness: 'look', why: message('import.why.proportional') }
  // Of bags, it could be for one bag or for one kilogram.
  if (priced === 'each' && /\b(kgs?|kilos?)\b/.test(heading(normalized(quantity?.name ?? ''))))
    return { meaning: 'kg_price', sureness: 'look', why: message('import.why.sameForAll') }
  return { ...DECIDED_BY_A_PERSON, why: message('import.why.whichPrice') }
}

/** Whether a gross weight is net and tare, in every row that has them all, and there are such rows. */
function addsUp(gross: Read, net: Read, tare: Read): boolean {
  const [nets, tares] = [figuresIn(net), figuresIn(tare)]
  const differences = figuresIn(gross).flatMap((figure, i) => {
    const parts = [nets[i] ?? null, tares[i] ?? null]
    return figure === null || parts.includes(null) ? [] : [figure - Number(parts[0]) - Number(parts[1])]
  })
  return differences.length > 0 && differences.every((one) => Math.abs(one) < 0.01)
}

function undecided(column: Read, kind: Kind, isUnread: boolean, taken: readonly Meaning[]): Message {
  if (isUnread) return message(column.name === '' ? 'import.why.noHeading' : 'import.why.headingTwice')
  const isTaken = taken.some((meaning) => KINDS[meaning] === kind)
  if (isTaken) return message('import.why.another', { kind: message(`import.kind.${kind}`) })
  const examples = [...new Set(column.cells)].slice(0, 2).map(short)
  return message('import.why.unread', { kind: message(`import.kind.${kind}`), cells: { examples } })
}

function surenessOf(
  meaning: Meaning,
  column: Read,
  isByCells: boolean,
): Pick<GuessedColumn, 'sureness' | 'why'> {
  const isRead =
    meaning === 'date'
      ? (cell: string) => column.dates?.isRead(cell) ?? false
      : FIGURES.has(meaning)
        ? isNumber
        : () => true
  const unread = column.cells.filter((cell) => !isRead(cell))
  const [example] = unread
  if (example !== undefined)
    return {
      sureness: 'look',
      why: message('import.why.someUnread', { count: unread.length, example: short(example) }),
    }
  if (isByCells) return { sureness: 'look', why: message('import.why.byCells') }
  return { sureness: 'sure', why: message(meaning === 'receipt' ? 'import.why.unique' : 'import.why.sure') }
}

const LONGEST_EXAMPLE = 60
export const short = (cell: string): string =>
  cell.length <= LONGEST_EXAMPLE ? cell : `${[...cell].slice(0, LONGEST_EXAMPLE).join('')}…`

/** Replaces signs between words by spaces, as in Member_No. and Weight(kg). */
const heading = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[_.()[\]:-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
