import { type Asking, NOTHING } from '../../../cli/ask.ts'
import { calendarDay, noonOfDay } from '../../../cli/day.ts'
import { table } from '../../../cli/print.ts'
import type { ConversionFacts } from '../../../domain/derived/world.ts'
import { EXACT_KG } from '../../../domain/registry.ts'
import { LAWFUL_BASES } from '../../../domain/shapes.ts'
import { shortList } from '../../../records/entry/short-list.ts'
import { several } from '../../../text/phrases.ts'
import { normalized } from '../identity.ts'
import type { ImportMap } from '../map.ts'
import { splitUnit } from '../weights.ts'
import {
  type Answers,
  guessedMap,
  isUnitInCells,
  type Makes,
  type PriceAnswer,
  quantityCells,
} from './guessed-map.ts'
import type { Layout } from './layout.ts'
import { type GuessedColumn, MEANINGS, type Meaning, meaningsOf } from './meanings.ts'
import { datesOf, numbersOf } from './styles.ts'
import { cropsCalled, type RegistryName, unitCalled, unitInHeading } from './words.ts'

/** Proposes a map for a sheet, and asks a person for what its cells do not tell. */

export interface GuessFacts {
  readonly crops: readonly RegistryName[]
  readonly units: readonly RegistryName[]
  readonly conversions: readonly ConversionFacts[]
  readonly timeZone: string
  /** `GRANARY_COUNTRY`; empty if it is not set. */
  readonly country: string
  readonly today: string
  /** A name for the map, from the file's. */
  readonly name: string
}

/** Agrees with somebody on what the columns are. */
export type Confirm = (
  asker: Asking,
  guessed: readonly GuessedColumn[],
) => Promise<{ readonly columns: readonly GuessedColumn[]; readonly makes: Makes }>

export async function guess(
  asker: Asking,
  layout: Layout,
  facts: GuessFacts,
  confirm: Confirm = confirmColumns,
): Promise<ImportMap> {
  const lines = (layout.csv.skip_lines ?? 0) + (layout.hasHeader ? 1 : 0)
  asker.tell(
    `${several(layout.rowCount, 'row', 'rows')}, below ${several(lines, 'line', 'lines')} of title and header.` +
      (layout.skip.length === 0
        ? ''
        : ` Totals and remarks in ${layout.skip.map(({ column }) => column).join(' and ')} are left out.`),
  )
  const { columns, makes } = await confirm(asker, meaningsOf(layout))
  const has = (meaning: Meaning) => columns.some((column) => column.meaning === meaning)
  const isOnlyPeople = makes === 'people'
  const dateFormats = isOnlyPeople ? [] : await datesAsked(asker, columns)
  const asked: Omit<Answers, 'asOf' | 'timeZone' | 'name'> = {
    makes,
    dateFormats,
    numbers: isOnlyPeople ? { decimal: '.', thousands: undefined } : await numbersAsked(asker, columns),
    units: isOnlyPeople ? {} : await unitsAsked(asker, columns, facts),
    crops: isOnlyPeople ? null : await cropsAsked(asker, columns, facts.crops),
    price:
      makes === 'delivery' && (has('price') || has('unit_price'))
        ? await priceAsked(asker, has('price'))
        : null,
    country: has('phone') ? await countryAsked(asker, columns, facts.country) : '',
    lawfulBasis: await basisAsked(asker),
  }
  const answers: Answers = {
    ...asked,
    price: asked.price !== null && (await mayPricesBeKept(asker, asked.lawfulBasis)) ? asked.price : null,
    asOf: await asker.value(
      'On which day did the sheet describe these people?',
      (text) => dayIn(text, facts),
      { text: facts.today },
    ),
    timeZone: facts.timeZone,
    name: await nameAsked(asker, facts.name),
  }
  return guessedMap(layout, columns, answers)
}

async function confirmColumns(
  asker: Asking,
  guessed: readonly GuessedColumn[],
): Promise<{ readonly columns: readonly GuessedColumn[]; readonly makes: Makes }> {
  let columns = guessed
  for (;;) {
    asker.tell(
      `\n${table(
        ['', 'Column', 'Is', 'For example'],
        columns.map(({ name, meaning, cells }, i) => [
          i + 1,
          name === '' ? '(no heading)' : name,
          MEANINGS[meaning],
          (cells[0] ?? '').slice(0, 30),
        ]),
      )}`,
    )
    const wrong = await asker.value(
      'Is that right? (y, or the number of a column that is something else)',
      (text) => {
        if (/^y(es)?$/i.test(text)) return null
        if (columns[Number(text) - 1] !== undefined) return Number(text) - 1
        throw new Error(`Please answer with y, or a number from 1 to ${columns.length}.`)
      },
      { text: 'y' },
    )
    if (wrong !== null) {
      columns = await changed(asker, columns, wrong)
      continue
    }
    const lacks = lacking(columns)
    const makes = await makesAsked(asker, lacks)
    const needed = makes === 'people' ? lacks.filter((meaning) => meaning === 'name') : lacks
    if (needed.length === 0) return { columns, makes }
    asker.tell(
      `No column is ${needed.map((meaning) => MEANINGS[meaning]).join(', or ')}. Choose the column that is.`,
    )
  }
}

/** One column has each meaning, but for remarks: another that had it becomes one. */
async function changed(
  asker: Asking,
  columns: readonly GuessedColumn[],
  wrong: number,
): Promise<GuessedColumn[]> {
  const choices = Object.entries(MEANINGS).map(([word, shown]) => ({ word, shown }))
  const meaning = (await asker.choice(`"${columns[wrong]?.name}" is`, choices)) as Meaning
  const isMany = meaning === 'note' || meaning === 'nothing'
  return columns.map((column, i) => {
    if (i === wrong) return { ...column, meaning }
    return column.meaning === meaning && !isMany ? { ...column, meaning: 'note' as const } : column
  })
}

export function lacking(columns: readonly GuessedColumn[]): Meaning[] {
  const has = (meaning: Meaning) => columns.some((column) => column.meaning === meaning)
  const lacks: Meaning[] = []
  if (!has('name')) lacks.push('name')
  if (!has('date')) lacks.push('date')
  if (!has('weight') && !has('gross')) lacks.push('weight')
  return lacks
}

export async function makesAsked(asker: Asking, lacks: readonly Meaning[]): Promise<Makes> {
  const isList = lacks.includes('date') && lacks.includes('weight')
  const choices = [
    { word: 'delivery', shown: 'a delivery of a farmer to the cooperative' },
    { word: 'harvest', shown: 'a harvest of a farmer' },
    { word: 'people', shown: 'a person, and nothing else: a list of members' },
  ]
  return (await asker.choice('What is a row?', choices, { text: isList ? '3' : '1' })) as Makes
}

async function datesAsked(asker: Asking, columns: readonly GuessedColumn[]): Promise<readonly string[]> {
  const column = columns.find(({ meaning }) => meaning === 'date')
  const dates = column?.dates ?? datesOf(column?.cells ?? [])
  if (column === undefined || dates === null) {
    const text = await asker.text(`How is a day written in "${column?.name}"? For example D/M/YYYY`)
    return [text]
  }
  if (dates.instead === null) return dates.formats
  const choices = [dates.formats, dates.instead].map((formats, i) => ({
    word: String(i),
    shown: formats.join(', '),
  }))
  const which = await asker.choice(
    `"${column.cells[0]}" can be read in two ways, and no cell tells which. D is the day, M the month.`,
    choices,
  )
  return which === '0' ? dates.formats : dates.instead
}

async function numbersAsked(asker: Asking, columns: readonly GuessedColumn[]): Promise<Answers['numbers']> {
  const figures = new Set<Meaning>(['weight', 'gross', 'tare', 'price', 'unit_price'])
  const { style, unclear } = numbersOf(
    columns.filter(({ meaning }) => figures.has(meaning)).flatMap(({ cells }) => cells),
  )
  if (unclear === null) return style
  const sign = unclear.includes(',') ? ',' : '.'
  const choices = [
    { word: 'thousands', shown: unclear.replace(sign, '') },
    { word: 'decimals', shown: `${unclear.replace(sign, '.')}, with decimals` },
  ]
  const is = await asker.choice(`Does "${unclear}" mean`, choices)
  const other = sign === ',' ? '.' : ','
  return is === 'decimals' ? { decimal: sign, thousands: undefined } : { decimal: other, thousands: sign }
}

const REFUSES = '(- refuses its rows)'
const orNone = (read: (text: string) => string) => (text: string) => (text === NOTHING ? null : read(text))

async function unitsAsked(
  asker: Asking,
  columns: readonly GuessedColumn[],
  { units, conversions }: GuessFacts,
): Promise<Answers['units']> {
  const unitCells = columns.find(({ meaning }) => meaning === 'unit')?.cells
  const cells =
    unitCells ?? (isUnitInCells(columns) ? quantityCells(columns).map((cell) => splitUnit(cell).unit) : null)
  const spec = (unit: string) => {
    if (EXACT_KG.has(unit)) return { unit }
    const factors = conversions.filter((row) => row.unit === unit && row.crop === undefined)
    const [only] = factors
    return factors.length === 1 && only !== undefined ? { unit, conversion: only.id } : { unit }
  }
  const unitOf = (text: string): string => {
    const unit = unitCalled(text, units)
    if (unit !== null) return unit
    throw new Error(`The registry has no unit "${text}"; granary registry list units shows them.`)
  }
  if (cells === null) {
    const column =
      columns.find(({ meaning }) => meaning === 'weight') ??
      columns.find(({ meaning }) => meaning === 'gross')
    const inHeading = unitInHeading(column?.name ?? '', units)
    const unit = inHeading ?? (await asker.value('In which unit is the quantity?', unitOf, { text: 'kg' }))
    return { [unit]: spec(unit) }
  }
  const found: Record<string, Answers['units'][string]> = {}
  for (const word of new Set(cells.map(normalized))) {
    if (word === '') continue
    const unit =
      unitCalled(word, units) ?? (await asker.value(`Which unit is "${word}"? ${REFUSES}`, orNone(unitOf)))
    if (unit !== null) found[word] = spec(unit)
  }
  return found
}

async function cropsAsked(
  asker: Asking,
  columns: readonly GuessedColumn[],
  crops: readonly RegistryName[],
): Promise<Answers['crops']> {
  const cropOf = (text: string): string => {
    const found = cropsCalled(text, crops)
    const [only, another] = found
    if (only !== undefined && another === undefined) return only.id
    throw new Error(
      only === undefined
        ? `The registry has no crop "${text}". granary registry list crops shows them, granary registry add adds one.`
        : `Several crops are called that: ${shortList(found.map(({ id }) => id))}.`,
    )
  }
  const column = columns.find(({ meaning }) => meaning === 'crop')
  if (column === undefined) return asker.value('Which crop is it, in every row?', cropOf)
  const found: Record<string, string> = {}
  for (const word of new Set(column.cells.map(normalized))) {
    const [only, another] = cropsCalled(word, crops)
    const crop =
      only !== undefined && another === undefined
        ? only.id
        : await asker.value(`Which crop is "${word}"? ${REFUSES}`, orNone(cropOf))
    if (crop !== null) found[word] = crop
  }
  return found
}

async function priceAsked(asker: Asking, isWhole: boolean): Promise<PriceAnswer> {
  const currency = await asker.value('In which currency is the price, such as UGX?', (text) => {
    const code = text.toUpperCase()
    if (Intl.supportedValuesOf('currency').includes(code)) return code
    throw new Error(`"${text}" is no currency. Write its three letters, such as UGX or KES.`)
  })
  const { maximumFractionDigits: decimals = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  if (isWhole) return { currency, decimals, per: 'unit' }
  const choices = [
    { word: 'kg', shown: 'of one kilogram' },
    { word: 'unit', shown: 'of one unit, as the quantity is written' },
  ]
  return {
    currency,
    decimals,
    per: (await asker.choice('The price is', choices, { text: '1' })) as PriceAnswer['per'],
  }
}

async function countryAsked(
  asker: Asking,
  columns: readonly GuessedColumn[],
  country: string,
): Promise<string> {
  const cells = columns.find(({ meaning }) => meaning === 'phone')?.cells ?? []
  if (country !== '' || cells.every((cell) => cell.startsWith('+'))) return country
  return asker.value('Of which country are the phone numbers, in two letters such as UG?', (text) => {
    if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase()
    throw new Error('Write two letters, such as UG or KE.')
  })
}

/** Has no default: a person must decide it. */
async function basisAsked(asker: Asking): Promise<Answers['lawfulBasis']> {
  asker.tell('\nOn which ground does the cooperative hold these records? Nobody can guess it.')
  const choices = LAWFUL_BASES.map((word) => ({ word, shown: word.replaceAll('_', ' ') }))
  return (await asker.choice('Lawful basis', choices)) as Answers['lawfulBasis']
}

/**
 * May the prices be kept? Money is special personal data (contract §3), and nobody but the people who know the farmers can say whether they
 * agreed to that. Has no default.
 */
async function mayPricesBeKept(asker: Asking, basis: Answers['lawfulBasis']): Promise<boolean> {
  if (basis === 'special_data_consent') return true
  asker.tell(
    `\nThe sheet has prices. A delivery with a price may be kept only on the ground special data consent, not on ${basis.replaceAll('_', ' ')}.`,
  )
  const choices = [
    {
      word: 'agreed',
      shown: 'yes, every one of them: keep the deliveries with their prices, on special data consent',
    },
    {
      word: 'without',
      shown: `no, or not every one: leave the prices out, and keep the deliveries on ${basis.replaceAll('_', ' ')}`,
    },
  ]
  const said = await asker.choice(
    'Were these farmers asked, and did they agree to their prices being kept?',
    choices,
  )
  return said === 'agreed'
}

const nameAsked = (asker: Asking, name: string): Promise<string> =>
  asker.value(
    'Name of this kind of sheet (never change it after the first import)',
    (text) => {
      if (/^[a-z0-9][a-z0-9-]{0,63}$/.test(text)) return text
      throw new Error('Write lower-case letters, digits and hyphens, such as deliveries-2026.')
    },
    { text: name },
  )

function dayIn(text: string, { today, timeZone }: GuessFacts): string {
  const day = calendarDay(timeZone, text, noonOfDay(timeZone, today) as number)
  if (noonOfDay(timeZone, day) === null) throw new Error(`Write the day as ${today}.`)
  if (day > today) throw new Error('That day is in the future.')
  return day
}
