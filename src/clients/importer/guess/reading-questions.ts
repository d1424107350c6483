import { must } from '../../../base/typed.ts'
import { noonOfDay } from '../../../cli/day.ts'
import { type Message, message, type Value } from '../../../words/message.ts'
import { dateBy, dateFormat, dateFormats, monthNames } from '../../sheets/dates.ts'
import { amountOf, type NumberStyle, product, splitUnit } from '../../sheets/weights.ts'
import { type Asking, wrongAnswer } from './asking.ts'
import type { GuessedColumns } from './guessed-map.ts'
import { FIGURES, type GuessedColumn } from './meanings.ts'
import {
  CENTURY,
  datesOf,
  type GuessedDates,
  isOfOtherCalendar,
  isTurned,
  numbersOf,
  unreadDays,
} from './styles.ts'

/**
 * Asks how days and numbers are written if the cells do not show it. Each choice shows how it reads some
 * cells.
 */

const ROWS_SHOWN = 3
const LONGEST_CELL = 40

export async function datesAsked(
  asker: Asking,
  column: GuessedColumn,
  timeZone: string,
): Promise<readonly string[]> {
  const dates = column.dates ?? datesOf(column.cells, true)
  const { count, examples: cells } = unreadDays(column.cells, dates?.formats ?? [])
  if (count > 0)
    asker.hint(message('import.guess.unreadDays', { name: column.name, count, cells: { examples: cells } }))
  if (dates === null || !(await isCalendarMeant(asker, column, dates.formats, timeZone)))
    return [await formatAsked(asker, column)]
  return orderAsked(asker, column, dates, timeZone)
}

async function formatAsked(asker: Asking, column: GuessedColumn): Promise<string> {
  return asker.value(message('import.guess.dayFormat', { name: column.name }), (pattern) => {
    const made = dateFormat(pattern, { months: monthNames(), century: CENTURY })
    if (!('read' in made)) throw wrongAnswer(message('view.sentence', { text: made }))
    if (column.cells.some((cell) => dateBy(made, cell) !== null)) return pattern
    throw wrongAnswer(message('import.guess.readsNone'))
  })
}

/** Asks whether years are those of another calendar, if the formats read them as such. */
async function isCalendarMeant(
  asker: Asking,
  column: GuessedColumn,
  formats: readonly string[],
  timeZone: string,
): Promise<boolean> {
  if (!formats.some(isOfOtherCalendar)) return true
  const read = dayReader(formats, timeZone)
  const cells = examples(column.cells, [read])
  const choices = [
    {
      word: 'yes',
      shown: message('import.guess.reading', { formats: formats.join(', '), cells: shownAs(cells, read) }),
    },
    { word: 'no', shown: message('import.guess.noOtherCalendar') },
  ]
  const question = message('import.guess.otherCalendar', { cell: cells[0] ?? '' })
  return (await asker.choice(question, choices)) === 'yes'
}

async function orderAsked(
  asker: Asking,
  column: GuessedColumn,
  dates: GuessedDates,
  timeZone: string,
): Promise<readonly string[]> {
  if (dates.instead === null) return dates.formats
  const readings = [dates.formats, dates.instead].map((formats) => dayReader(formats, timeZone))
  const cells = examples(column.cells, readings)
  if (dates.instead.some(isTurned)) asker.hint(message('import.guess.turned', { name: column.name }))
  const choices = [dates.formats, dates.instead].map((formats, i) => ({
    word: String(i),
    shown: message('import.guess.reading', {
      formats: formats.join(', '),
      cells: shownAs(cells, must(readings[i])),
    }),
  }))
  const which = await asker.choice(message('import.guess.twoWays', { cell: String(cells[0]) }), choices)
  return which === '0' ? dates.formats : dates.instead
}

/** Returns what a cell means, and null if it cannot be read. */
type CellReader = (cell: string) => Value | null

function dayReader(formats: readonly string[], timeZone: string): CellReader {
  const readers = dateFormats(formats, { months: monthNames(), century: CENTURY })
  return (cell) => {
    const read = readers.map((reader) => dateBy(reader, cell)).find((date) => date !== null)
    if (read === undefined) return null
    const noonMs = Date.UTC(read.year, read.month - 1, read.day, 12)
    return { longDay: noonOfDay(timeZone, new Date(noonMs).toISOString().slice(0, 10)) ?? noonMs }
  }
}

export async function numbersAsked(asker: Asking, columns: GuessedColumns): Promise<NumberStyle> {
  const all = columns.all.filter(({ meaning }) => FIGURES.has(meaning)).flatMap(({ cells }) => cells)
  const { style, unclear } = numbersOf(all)
  if (unclear === null) return style
  const sign = unclear.includes(',') ? ',' : '.'
  const decimals: NumberStyle = {
    decimal: sign,
    thousands: style.thousands === sign ? undefined : style.thousands,
  }
  const thousands: NumberStyle = { decimal: sign === ',' ? '.' : ',', thousands: sign }
  const readings = [thousands, decimals].map(numberReader)
  const cells = examples(all, readings)
  const choices = (['thousands', 'decimals'] as const).map((word, i) => ({
    word,
    shown: message(`import.guess.${word}`, { cells: shownAs(cells, must(readings[i])) }),
  }))
  const meant = await asker.choice(message('import.guess.mark', { sign, cell: unclear }), choices)
  return meant === 'decimals' ? decimals : thousands
}

const numberReader =
  (style: NumberStyle): CellReader =>
  (cell) => {
    const amount = amountOf(splitUnit(cell).number, style)
    return 'fault' in amount ? null : { typed: product(amount) }
  }

/** Returns cells that tell the readings apart, first those that each reading can read. */
function examples(cells: readonly string[], readings: readonly CellReader[]): string[] {
  const distinct = [...new Set(cells)].map((cell) => ({
    cell,
    read: readings.map((read) => JSON.stringify(read(cell))),
  }))
  const differing = distinct.filter(({ read }) => new Set(read).size > 1)
  const isBoth = ({ read }: (typeof distinct)[number]) => !read.includes('null')
  const others = distinct.filter((one) => !differing.includes(one))
  // Includes a cell that one of the readings cannot read: its row would be refused.
  const refused = differing.filter((one) => !isBoth(one))
  const both = differing.filter(isBoth)
  return [...both.slice(0, 1), ...refused.slice(0, 1), ...both.slice(1), ...refused.slice(1), ...others]
    .slice(0, ROWS_SHOWN)
    .map(({ cell }) => cell)
}

const shownAs = (cells: readonly string[], read: CellReader): Value => ({
  examples: cells.map((cell): Message => {
    const value = read(cell)
    const short = cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL)}…` : cell
    return value === null
      ? message('import.guess.cellUnread', { cell: short })
      : message('import.guess.cellIs', { cell: short, value })
  }),
})
