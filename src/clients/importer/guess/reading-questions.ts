import { must } from '../../../base/typed.ts'
import type { Asking } from '../../../cli/ask.ts'
import { type DateFormat, dateFormat, monthNames } from '../dates.ts'
import { amountOf, type NumberStyle, product, splitUnit } from '../weights.ts'
import type { GuessedColumn, Meaning } from './meanings.ts'
import { CENTURY, datesOf, isTurned, numbersOf } from './styles.ts'

/**
 * Asks how days and numbers are written if the cells do not show it. Each choice shows how it reads some
 * cells.
 */

const ROWS_SHOWN = 3
const LONGEST_CELL = 40

export async function datesAsked(
  asker: Asking,
  columns: readonly GuessedColumn[],
): Promise<readonly string[]> {
  const column = columns.find(({ meaning }) => meaning === 'date')
  const dates = column?.dates ?? datesOf(column?.cells ?? [])
  if (column === undefined || dates === null) {
    const text = await asker.text(`How is a day written in "${column?.name}"? For example D/M/YYYY`)
    return [text]
  }
  if (dates.instead === null) return dates.formats
  const readings = [dates.formats, dates.instead].map(dayReader)
  const cells = examples(column.cells, (cell) => readings.map((read) => read(cell)))
  if (dates.instead.some(isTurned))
    asker.hint(
      `"${column.name}" has both dates of the spreadsheet program and dates as text. All of the former have a day up to 12, and none of the latter has: ` +
        'when the dates were typed, the program may have read the day as the month.',
    )
  const choices = [dates.formats, dates.instead].map((formats, i) => ({
    word: String(i),
    shown: `${formats.join(', ')}: ${shownAs(cells, must(readings[i]))}`,
  }))
  const which = await asker.choice(
    `"${cells[0]}" can be read in two ways, and no cell shows which is right. D is the day, M the month.`,
    choices,
  )
  return which === '0' ? dates.formats : dates.instead
}

type Reader = (cell: string) => string | null

function dayReader(formats: readonly string[]): Reader {
  const readers = formats
    .map((format) => dateFormat(format, { months: monthNames(), century: CENTURY }))
    .filter((format): format is DateFormat => typeof format !== 'string')
  return (cell) => {
    for (const reader of readers) {
      const read = reader.read(cell)
      if (read !== null && !('fault' in read))
        return dayInWords(Date.UTC(read.year, read.month - 1, read.day))
    }
    return null
  }
}

/**
 * Made only when the question is asked: it needs megabytes, and the program loads this file at every start.
 */
let format: Intl.DateTimeFormat | undefined
function dayInWords(ms: number): string {
  format ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.format(ms)
}

export async function numbersAsked(asker: Asking, columns: readonly GuessedColumn[]): Promise<NumberStyle> {
  const figures = new Set<Meaning>(['weight', 'gross', 'tare', 'count', 'price', 'unit_price'])
  const all = columns.filter(({ meaning }) => figures.has(meaning)).flatMap(({ cells }) => cells)
  const { style, unclear } = numbersOf(all)
  if (unclear === null) return style
  const sign = unclear.includes(',') ? ',' : '.'
  const decimals: NumberStyle = {
    decimal: sign,
    thousands: style.thousands === sign ? undefined : style.thousands,
  }
  const thousands: NumberStyle = { decimal: sign === ',' ? '.' : ',', thousands: sign }
  const readings = [thousands, decimals].map(numberReader)
  const cells = examples(all, (cell) => readings.map((read) => read(cell)))
  const choices = ['thousands', 'decimals'].map((word, i) => ({
    word,
    shown: `${word === 'decimals' ? 'a decimal' : 'a thousand'}: ${shownAs(cells, must(readings[i]))}`,
  }))
  const meant = await asker.choice(`Does the "${sign}" in "${unclear}" mark`, choices)
  return meant === 'decimals' ? decimals : thousands
}

const numberReader =
  (style: NumberStyle): Reader =>
  (cell) => {
    const amount = amountOf(splitUnit(cell).number, style)
    return 'fault' in amount ? null : String(product(amount))
  }

/** Returns cells that tell the readings apart, first those that each reading can read. */
function examples(
  cells: readonly string[],
  readingsOf: (cell: string) => readonly (string | null)[],
): string[] {
  const distinct = [...new Set(cells)].map((cell) => ({ cell, read: readingsOf(cell) }))
  const differing = distinct.filter(({ read }) => new Set(read).size > 1)
  const isBoth = ({ read }: (typeof distinct)[number]) => !read.includes(null)
  const others = distinct.filter((one) => !differing.includes(one))
  // Includes a cell that one of the readings cannot read: its row would be refused.
  const refused = differing.filter((one) => !isBoth(one))
  const both = differing.filter(isBoth)
  return [...both.slice(0, 1), ...refused.slice(0, 1), ...both.slice(1), ...refused.slice(1), ...others]
    .slice(0, ROWS_SHOWN)
    .map(({ cell }) => cell)
}

const shownAs = (cells: readonly string[], read: Reader): string =>
  cells
    .map((cell) => {
      const meant = read(cell)
      const short = cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL)}…` : cell
      return meant === null ? `"${short}" cannot be read` : `"${short}" is ${meant}`
    })
    .join(', ')
