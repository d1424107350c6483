import { entriesOf, given, must } from '../../../base/typed.ts'
import { type Asking, type Choice, NOTHING, wordAsked } from '../../../cli/ask.ts'
import { calendarDay, noonOfDay } from '../../../cli/day.ts'
import { table } from '../../../cli/print.ts'
import type { ConversionFacts } from '../../../domain/derived/world.ts'
import { LAWFUL_BASES } from '../../../domain/shapes.ts'
import { several } from '../../../words/english.ts'
import type { ImportMap } from '../map.ts'
import { type Answers, guessedMap, type Makes } from './guessed-map.ts'
import type { Layout } from './layout.ts'
import { type GuessedColumn, MANY, MEANINGS, type Meaning, meaningsOf } from './meanings.ts'
import { cropsAsked, priceAsked, unitsAsked, withFactors } from './quantity-questions.ts'
import { datesAsked, numbersAsked } from './reading-questions.ts'
import type { RegistryName } from './words.ts'

/** Proposes a map for a sheet, and asks a person about everything that its cells do not show. */

export interface GuessFacts {
  readonly crops: readonly RegistryName[]
  readonly units: readonly RegistryName[]
  readonly conversions: readonly ConversionFacts[]
  readonly timeZone: string
  /** `GRANARY_COUNTRY`; empty if it is not set. */
  readonly country: string
  readonly today: string
  /** A name for the map, made of the file's name. */
  readonly name: string
}

/** Lets a person confirm or change what the columns are. */
export type Confirm = (
  asker: Asking,
  guessed: readonly GuessedColumn[],
) => Promise<{ readonly columns: readonly GuessedColumn[]; readonly makes: Makes }>

/** @param remarks on the file, in addition to those on its cells */
export async function guess(
  asker: Asking,
  layout: Layout,
  facts: GuessFacts,
  confirm: Confirm = confirmColumns,
  remarks: readonly string[] = [],
): Promise<ImportMap> {
  const lines = (layout.csv.skip_lines ?? 0) + (layout.hasHeader ? 1 : 0)
  asker.hint(
    `${several(layout.rowCount, 'row', 'rows')}, below ${several(lines, 'line', 'lines')} of title and header.` +
      (layout.skip.length === 0
        ? ''
        : ` Totals and remarks in ${layout.skip.map(({ column }) => column).join(' and ')} are skipped.`),
  )
  for (const remark of [...remarks, ...layout.remarks]) asker.hint(remark)
  const { columns, makes } = await confirm(asker, meaningsOf(layout))
  const has = (meaning: Meaning) => columns.some((column) => column.meaning === meaning)
  const isOnlyPeople = makes === 'people'
  const constants = await constantsAsked(asker, columns, makes, facts, lines > 1)
  const dateFormats = isOnlyPeople || !has('date') ? [] : await datesAsked(asker, columns)
  const numbers = isOnlyPeople
    ? { decimal: '.' as const, thousands: undefined }
    : await numbersAsked(asker, columns)
  const units = isOnlyPeople ? {} : await unitsAsked(asker, columns, facts)
  const crops = isOnlyPeople ? null : await cropsAsked(asker, columns, facts.crops)
  const asked: Omit<Answers, 'asOf' | 'timeZone' | 'name'> = {
    makes,
    constants,
    dateFormats,
    numbers,
    units: await withFactors(asker, units, crops, facts.conversions),
    crops,
    price:
      makes === 'delivery' && (has('price') || has('unit_price'))
        ? await priceAsked(asker, has('price'))
        : null,
    country: has('phone') ? await countryAsked(asker, columns, facts.country) : '',
    lawfulBasis: await basisAsked(asker),
  }
  const answers: Answers = {
    ...asked,
    price: asked.price !== null && (await mayStorePrices(asker, asked.lawfulBasis)) ? asked.price : null,
    asOf: await asOfAsked(asker, 'On which day did the sheet describe these people?', facts),
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
    asker.hint(
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
    const needed = neededFor(makes, lacks)
    if (needed.length === 0) return { columns, makes }
    asker.hint(
      `No column is ${needed.map((meaning) => MEANINGS[meaning]).join(', or ')}. Choose the column that is.`,
    )
  }
}

/**
 * Changes a column's meaning. If only one column may have it, another column that had it becomes a remark.
 */
async function changed(
  asker: Asking,
  columns: readonly GuessedColumn[],
  wrong: number,
): Promise<GuessedColumn[]> {
  const choices = entriesOf(MEANINGS).map(([word, shown]) => ({ word, shown }))
  const meaning = await wordAsked(asker, `"${columns[wrong]?.name}" is`, choices)
  return columns.map((column, i) => {
    if (i === wrong) return { ...column, meaning }
    return column.meaning === meaning && !MANY.has(meaning) ? { ...column, meaning: 'note' as const } : column
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

/** Returns the missing meanings that need a column. A day or a farmer may be the same in every row. */
export const neededFor = (makes: Makes, lacks: readonly Meaning[]): Meaning[] =>
  lacks.filter((meaning) => meaning === (makes === 'people' ? 'name' : 'weight'))

export async function makesAsked(asker: Asking, lacks: readonly Meaning[]): Promise<Makes> {
  const isList = lacks.includes('date') && lacks.includes('weight')
  const choices: readonly Choice<Makes>[] = [
    { word: 'delivery', shown: 'a delivery of a farmer to the cooperative' },
    { word: 'harvest', shown: 'a harvest of a farmer' },
    { word: 'people', shown: 'a person, and nothing else: a list of members' },
  ]
  return wordAsked(asker, 'What is a row?', choices, { text: isList ? '3' : '1' })
}

/** Asks for values that are the same in every row and in no column. */
async function constantsAsked(
  asker: Asking,
  columns: readonly GuessedColumn[],
  makes: Makes,
  facts: GuessFacts,
  hasTitle: boolean,
): Promise<Answers['constants']> {
  if (makes === 'people') return {}
  const has = (meaning: Meaning) => columns.some((column) => column.meaning === meaning)
  const day = has('date')
    ? undefined
    : await asker.value('No column is the day. Which day is it, in every row?', (text) => dayIn(text, facts))
  const farmer =
    has('name') || has('member_no')
      ? undefined
      : await asker.value("No column is the farmer's name. Who is it, in every row?", (text) => {
          if (text.trim() !== '' && text.length <= 200) return text
          throw new Error('Write the name.')
        })
  // The book of a single buying centre names it above the rows.
  const isAsked = makes === 'delivery' && hasTitle && !has('place')
  const place = isAsked
    ? await asker.text('Where was it handed over, in every row? (- if unknown)', { text: NOTHING })
    : NOTHING
  return {
    ...given({ day, farmer }),
    ...(place === NOTHING ? {} : { place: place.slice(0, 200) }),
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

/** Asks for the lawful basis. There is no default: a person must decide. */
export async function basisAsked(asker: Asking): Promise<Answers['lawfulBasis']> {
  asker.hint('\nOn which lawful basis does the cooperative store these records? The program cannot guess it.')
  const choices = LAWFUL_BASES.map((word) => ({ word, shown: word.replaceAll('_', ' ') }))
  return wordAsked(asker, 'Lawful basis', choices)
}

/**
 * Asks whether the prices may be stored. Money is special personal data (contract §3), and only people who
 * know the farmers know whether these agreed. There is no default.
 */
async function mayStorePrices(asker: Asking, basis: Answers['lawfulBasis']): Promise<boolean> {
  if (basis === 'special_data_consent') return true
  asker.hint(
    `\nThe sheet has prices. A delivery with a price may be stored only on the basis of special data consent, not of ${basis.replaceAll('_', ' ')}.`,
  )
  const choices = [
    {
      word: 'agreed',
      shown: 'yes, all of them: store the deliveries with their prices, on special data consent',
    },
    {
      word: 'without',
      shown: `no, or not all of them: leave the prices out, and store the deliveries on ${basis.replaceAll('_', ' ')}`,
    },
  ]
  const answer = await asker.choice(
    'Were these farmers asked, and did they agree that their prices are stored?',
    choices,
  )
  return answer === 'agreed'
}

export const nameAsked = (asker: Asking, name: string): Promise<string> =>
  asker.value(
    'Name of this kind of sheet (never change it after the first import)',
    (text) => {
      if (/^[a-z0-9][a-z0-9-]{0,63}$/.test(text)) return text
      throw new Error('Write lower-case letters, digits and hyphens, such as deliveries-2026.')
    },
    { text: name },
  )

export const asOfAsked = (asker: Asking, question: string, facts: GuessFacts): Promise<string> =>
  asker.value(question, (text) => dayIn(text, facts), { text: facts.today })

function dayIn(text: string, { today, timeZone }: GuessFacts): string {
  const day = calendarDay(timeZone, text, must(noonOfDay(timeZone, today)))
  if (noonOfDay(timeZone, day) === null) throw new Error(`Write the day as ${today}.`)
  if (day > today) throw new Error('That day is in the future.')
  return day
}
