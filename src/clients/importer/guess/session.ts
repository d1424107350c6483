import { given, must } from '../../../base/typed.ts'
import { NOTHING } from '../../../cli/ask.ts'
import { calendarDay, noonOfDay } from '../../../cli/day.ts'
import { table } from '../../../cli/print.ts'
import type { ConversionFacts } from '../../../domain/derived/world.ts'
import { LAWFUL_BASES } from '../../../domain/shapes.ts'
import type { Told } from '../../../words/fault.ts'
import { message } from '../../../words/message.ts'
import type { Words } from '../../../words/words.ts'
import type { ImportMap } from '../map.ts'
import { type Asking, type Choice, wordAsked, wrongAnswer } from './asking.ts'
import { type Answers, guessedMap, MAKES, type Makes } from './guessed-map.ts'
import type { Layout } from './layout.ts'
import { type GuessedColumn, MANY, MEANINGS, type Meaning, meaningsOf, meant } from './meanings.ts'
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
  confirm: Confirm,
  remarks: readonly Told[] = [],
): Promise<ImportMap> {
  const lines = (layout.csv.skip_lines ?? 0) + (layout.hasHeader ? 1 : 0)
  const examined = { rows: layout.rowCount, lines }
  asker.hint(
    layout.skip.length === 0
      ? message('import.guess.rows', examined)
      : message('import.guess.rowsSkipping', {
          ...examined,
          columns: { list: layout.skip.map(({ column }) => column) },
        }),
  )
  for (const remark of [...remarks, ...layout.remarks]) asker.hint(remark)
  const { columns, makes } = await confirm(asker, meaningsOf(layout))
  const has = (meaning: Meaning) => columns.some((column) => column.meaning === meaning)
  const isOnlyPeople = makes === 'people'
  const constants = await constantsAsked(asker, columns, makes, facts, lines > 1)
  const dateFormats = isOnlyPeople || !has('date') ? [] : await datesAsked(asker, columns, facts.timeZone)
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
    asOf: await asOfAsked(asker, message('import.guess.peopleAsOf'), facts),
    timeZone: facts.timeZone,
    name: await nameAsked(asker, facts.name),
  }
  return guessedMap(layout, columns, answers)
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
    const lacks = lacking(columns)
    const makes = await makesAsked(asker, lacks)
    const needed = neededFor(makes, lacks)
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

export function lacking(columns: readonly GuessedColumn[]): Meaning[] {
  const has = (meaning: Meaning) => columns.some((column) => column.meaning === meaning)
  const lacks: Meaning[] = []
  if (!has('name')) lacks.push('name')
  if (!has('date')) lacks.push('date')
  if (!has('weight') && !has('gross')) lacks.push('weight')
  return lacks
}

/** Returns the missing meaning that needs a column. A day or a farmer may be the same in every row. */
export const neededFor = (makes: Makes, lacks: readonly Meaning[]): Meaning | undefined =>
  lacks.find((meaning) => meaning === (makes === 'people' ? 'name' : 'weight'))

export async function makesAsked(asker: Asking, lacks: readonly Meaning[]): Promise<Makes> {
  const isList = lacks.includes('date') && lacks.includes('weight')
  const choices = MAKES.map((word): Choice<Makes> => ({ word, shown: message(`import.guess.row.${word}`) }))
  return wordAsked(asker, message('import.guess.whatIsARow'), choices, { text: isList ? '3' : '1' })
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
    : await asker.value(message('import.guess.day'), (text) => dayIn(text, facts))
  const farmer =
    has('name') || has('member_no')
      ? undefined
      : await asker.value(message('import.guess.farmer'), (text) => {
          if (text.trim() !== '' && text.length <= 200) return text
          throw wrongAnswer(message('import.guess.writeName'))
        })
  // The book of a single buying centre names it above the rows.
  const isAsked = makes === 'delivery' && hasTitle && !has('place')
  const place = isAsked ? await asker.text(message('import.guess.place'), { text: NOTHING }) : NOTHING
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
  return asker.value(message('import.guess.phoneCountry'), (text) => {
    if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase()
    throw wrongAnswer(message('import.guess.twoLetters'))
  })
}

/** Asks for the lawful basis. There is no default: a person must decide. */
export async function basisAsked(asker: Asking): Promise<Answers['lawfulBasis']> {
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
async function mayStorePrices(asker: Asking, basis: Answers['lawfulBasis']): Promise<boolean> {
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
  const day = calendarDay(timeZone, text, must(noonOfDay(timeZone, today)))
  if (noonOfDay(timeZone, day) === null) throw wrongAnswer(message('import.guess.writeDay', { today }))
  if (day > today) throw wrongAnswer(message('import.guess.inFuture'))
  return day
}
