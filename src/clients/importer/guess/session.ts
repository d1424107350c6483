import { given, ifGiven, must, nonEmpty } from '../../../base/typed.ts'
import { NOTHING } from '../../../cli/ask.ts'
import { calendarDay, noonOfDay } from '../../../cli/day.ts'
import { table } from '../../../cli/print.ts'
import type { ConversionFacts } from '../../../domain/derived/world.ts'
import { LAWFUL_BASES } from '../../../domain/shapes.ts'
import type { Told } from '../../../words/fault.ts'
import { message } from '../../../words/message.ts'
import { englishWords, type Words } from '../../../words/words.ts'
import { normalized } from '../../sheets/meaning.ts'
import { reviewsIn } from '../../sheets/submissions.ts'
import type { ImportMap } from '../map.ts'
import { type Asking, type Choice, wordAsked, wrongAnswer } from './asking.ts'
import {
  type Constants,
  dayOf,
  emptyWords,
  farmerOf,
  GuessedColumns,
  MAKES,
  type Makes,
  memberFor,
  quantityOf,
  recordOf,
} from './guessed-map.ts'
import type { Layout } from './layout.ts'
import { type GuessedColumn, MANY, MEANINGS, type Meaning, meaningsOf, meant } from './meanings.ts'
import { cropAsked, priceAsked, unitsAsked, withFactors } from './quantity-questions.ts'
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
  confirm: Confirm,
  remarks: readonly Told[] = [],
): Promise<ImportMap> {
  const { lines } = layout
  const examined = { rows: layout.rowCount, lines }
  const hasTitle = lines > (layout.csv.header_rows ?? 1)
  asker.hint(
    layout.skip.length === 0
      ? message('import.guess.rows', examined)
      : message('import.guess.rowsSkipping', {
          ...examined,
          columns: { list: layout.skip.map(({ column }) => column) },
        }),
  )
  for (const remark of [...remarks, ...layout.remarks]) asker.hint(remark)
  const { columns: all, makes } = await confirm(asker, meaningsOf(layout))
  const columns = new GuessedColumns(all)
  const skip = [...layout.skip, ...(await reviewsAsked(asker, all))]
  const produce = makes === 'people' ? null : await produceAsked(asker, columns, makes, facts, hasTitle)
  const hasPrice = memberFor(makes, 'price') !== undefined && columns.has('price', 'unit_price')
  const asked = hasPrice ? await priceAsked(asker, columns) : null
  const country = columns.has('phone') ? await countryAsked(asker, columns, facts.country) : ''
  const lawful_basis = await basisAsked(asker)
  const price = asked && (await mayStorePrices(asker, lawful_basis)) ? asked : null
  const as_of = await asOfAsked(asker, message('import.guess.peopleAsOf'), facts)
  const receipt = columns.named('receipt')
  const { constants = {}, ...parts } = produce ?? {}
  return given({
    name: await nameAsked(asker, facts.name),
    key: produce === null ? undefined : ifGiven(receipt, (column) => [column]),
    csv: Object.keys(layout.csv).length === 0 ? undefined : layout.csv,
    lawful_basis,
    as_of,
    time_zone: facts.timeZone,
    country: country || undefined,
    empty: nonEmpty(emptyWords(columns)),
    skip: nonEmpty(skip),
    ...parts,
    ...farmerOf(columns, constants.farmer),
    records: makes === 'people' ? undefined : recordOf(makes, columns, constants, price),
  }) as ImportMap
}

/** Asks which words of a review mark rows that are no records. */
async function reviewsAsked(asker: Asking, columns: readonly GuessedColumn[]): Promise<Layout['skip']> {
  const skip: Layout['skip'] = []
  for (const { column, words } of reviewsIn(columns)) {
    const rejected = words.filter(({ is }) => is === 'rejected')
    const doubtful = words.filter(({ is }) => is !== 'accepted')
    const leaving = [rejected, doubtful].filter(
      (some, i, all) => some.length > 0 && (i === 0 || some.length > (all[0]?.length ?? 0)),
    )
    const choices = [
      ...leaving.map((some, i) => ({
        word: String(i),
        shown: message('import.guess.leaveOut', {
          words: { examples: some.map(({ word }) => word) },
          count: some.reduce((sum, { count }) => sum + count, 0),
        }),
      })),
      { word: NOTHING, shown: message('import.guess.leaveNone') },
    ]
    const usual = { text: rejected.length > 0 ? '1' : String(choices.length) }
    const answer = await asker.choice(message('import.guess.review', { column }), choices, usual)
    const left = leaving[Number(answer)]
    if (left !== undefined) skip.push({ column, words: left.map(({ word }) => normalized(word)) })
  }
  return skip
}

/** Asks what the rows say of produce. */
async function produceAsked(
  asker: Asking,
  columns: GuessedColumns,
  makes: Makes,
  facts: GuessFacts,
  hasTitle: boolean,
) {
  const constants = await constantsAsked(asker, columns, makes, facts, hasTitle)
  const date = columns.of('date')
  const day =
    date === undefined
      ? { constant: constants.day ?? '' }
      : dayOf(date.name, await datesAsked(asker, date, facts.timeZone), date.dates?.isOfDays)
  const { decimal, thousands } = await numbersAsked(asker, columns)
  const words = await unitsAsked(asker, columns, facts)
  const crop = await cropAsked(asker, columns, facts.crops)
  const units = await withFactors(asker, words, crop, facts.conversions)
  return {
    constants,
    decimal: decimal === '.' ? undefined : decimal,
    thousands,
    crop,
    units,
    quantities: { quantity: quantityOf(columns, units) },
    dates: { day },
  }
}

/** Lets a person at a terminal change the columns one by one. */
export const confirmedAtTerminal =
  (words: Words): Confirm =>
  (asker, guessed) =>
    confirmColumns(words, asker, guessed)

async function confirmColumns(
  { say, tell }: Words,
  asker: Asking,
  guessed: readonly GuessedColumn[],
): Promise<{ readonly columns: readonly GuessedColumn[]; readonly makes: Makes }> {
  let columns = guessed
  for (;;) {
    asker.hint(
      table(
        ['', say('import.column'), say('import.is'), say('import.examples')],
        columns.map(({ name, meaning, cells }, i) => [
          i + 1,
          name === '' ? say('import.noHeading') : name,
          tell(meant(meaning)),
          (cells[0] ?? '').slice(0, 30),
        ]),
      ),
      true,
    )
    const wrong = await asker.value(
      message('import.guess.isRight'),
      (text) => {
        if (/^y(es)?$/i.test(text)) return null
        if (columns[Number(text) - 1] !== undefined) return Number(text) - 1
        throw wrongAnswer(message('import.guess.rightOrNumber', { most: columns.length }))
      },
      { text: 'y' },
    )
    if (wrong !== null) {
      columns = await changed(asker, columns, wrong)
      continue
    }
    const { makes, needed } = await makesAsked(asker, columns)
    if (needed === undefined) return { columns, makes }
    asker.hint(message('import.guess.chooseColumn', { meaning: meant(needed) }))
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
  const choices = MEANINGS.map((word) => ({ word, shown: meant(word) }))
  const name = must(columns[wrong]).name
  const meaning = await wordAsked(asker, message('import.guess.columnIs', { name }), choices)
  return columns.map((column, i) => {
    if (i === wrong) return { ...column, meaning }
    return column.meaning === meaning && !MANY.has(meaning) ? { ...column, meaning: 'note' as const } : column
  })
}

/**
 * Asks what a row is.
 * @returns also the missing meaning that needs a column; a day or a farmer may be the same in every row
 */
export async function makesAsked(
  asker: Asking,
  all: readonly GuessedColumn[],
): Promise<{ readonly makes: Makes; readonly needed: Meaning | undefined }> {
  const columns = new GuessedColumns(all)
  const lacks = (['name', 'date', 'weight'] as const).filter((meaning) =>
    meaning === 'weight' ? columns.quantity === undefined : !columns.has(meaning),
  )
  const isList = lacks.includes('date') && lacks.includes('weight')
  const choices = MAKES.map((word): Choice<Makes> => ({ word, shown: message(`import.guess.row.${word}`) }))
  const usual = { text: isList ? '3' : '1' }
  const makes = await wordAsked(asker, message('import.guess.whatIsARow'), choices, usual)
  return { makes, needed: lacks.find((meaning) => meaning === (makes === 'people' ? 'name' : 'weight')) }
}

/** Asks for values that are the same in every row and in no column. */
async function constantsAsked(
  asker: Asking,
  columns: GuessedColumns,
  makes: Makes,
  facts: GuessFacts,
  hasTitle: boolean,
): Promise<Constants> {
  const day = columns.has('date')
    ? undefined
    : await asker.value(message('import.guess.day'), (text) => dayIn(text, facts))
  const farmer = columns.has('name', 'member_no')
    ? undefined
    : await asker.value(message('import.guess.farmer'), (text) => {
        if (text.trim() !== '' && text.length <= 200) return text
        throw wrongAnswer(message('import.guess.writeName'))
      })
  // The book of a single buying centre names it above the rows.
  const isAsked = memberFor(makes, 'place') !== undefined && hasTitle && !columns.has('place')
  const place = isAsked ? await asker.text(message('import.guess.place'), { text: NOTHING }) : NOTHING
  return given({ day, farmer, place: place === NOTHING ? undefined : place.slice(0, 200) })
}

async function countryAsked(asker: Asking, columns: GuessedColumns, country: string): Promise<string> {
  const cells = columns.of('phone')?.cells ?? []
  if (country !== '' || cells.every((cell) => cell.startsWith('+'))) return country
  return asker.value(message('import.guess.phoneCountry'), countryIn)
}

export function countryIn(text: string): string {
  if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase()
  throw wrongAnswer(message('import.guess.twoLetters'))
}

/** Asks for the lawful basis. There is no default: a person must decide. */
export async function basisAsked(asker: Asking): Promise<ImportMap['lawful_basis']> {
  asker.hint(message('import.guess.onWhichBasis'), true)
  const choices = LAWFUL_BASES.map((word) => ({
    word,
    shown: message('import.guess.word', { word: { code: word } }),
  }))
  return wordAsked(asker, message('import.guess.basis'), choices)
}

/**
 * Asks whether the prices may be stored. Money is special personal data (contract §3), and only people who
 * know the farmers know whether these agreed. There is no default.
 */
async function mayStorePrices(asker: Asking, basis: ImportMap['lawful_basis']): Promise<boolean> {
  if (basis === 'special_data_consent') return true
  asker.hint(message('import.guess.hasPrices', { basis: { code: basis } }), true)
  const choices = [
    { word: 'agreed', shown: message('import.guess.withPrices') },
    { word: 'without', shown: message('import.guess.withoutPrices', { basis: { code: basis } }) },
  ]
  const answer = await asker.choice(message('import.guess.mayStorePrices'), choices)
  return answer === 'agreed'
}

export const nameAsked = (asker: Asking, name: string): Promise<string> =>
  asker.value(
    message('import.guess.mapName'),
    (text) => {
      if (/^[a-z0-9][a-z0-9-]{0,63}$/.test(text)) return text
      throw wrongAnswer(message('import.guess.writeMapName'))
    },
    { text: name },
  )

export const asOfAsked = (asker: Asking, question: Told, facts: GuessFacts): Promise<string> =>
  asker.value(question, (text) => dayIn(text, facts), { text: facts.today })

function dayIn(text: string, { today, timeZone }: GuessFacts): string {
  const day = calendarDay(englishWords(timeZone), text, must(noonOfDay(timeZone, today)))
  if (noonOfDay(timeZone, day) === null) throw wrongAnswer(message('import.guess.writeDay', { today }))
  if (day > today) throw wrongAnswer(message('import.guess.inFuture'))
  return day
}
