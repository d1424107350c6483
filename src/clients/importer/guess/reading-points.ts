import { must } from '../../../base/typed.ts'
import { noonOfDay } from '../../../cli/day.ts'
import { AnswerFault } from '../../../words/fault.ts'
import { type Message, message, type Value } from '../../../words/message.ts'
import { dateBy, dateFormat, dateFormats, monthNames } from '../../sheets/dates.ts'
import { amountOf, type NumberStyle, product, splitUnit } from '../../sheets/weights.ts'
import { isHijri, mayBeEthiopian } from './calendars.ts'
import { type GuessedColumn, short, twoOf } from './columns.ts'
import type { ProposalFacts } from './facts.ts'
import type { GuessedColumns } from './guessed-map.ts'
import { FIGURES } from './headings.ts'
import type { Points } from './points.ts'
import { CENTURY, datesOf, isOfOtherCalendar, isTurned, numbersOf } from './styles.ts'

/** How days and numbers are written if the cells do not show it. Each choice shows how it reads some cells. */

const ROWS_SHOWN = 3

/** Returns how the days of a column are written; null if a person has to decide. */
export function formatsOf(
  points: Points,
  column: GuessedColumn,
  facts: Pick<ProposalFacts, 'timeZone' | 'today' | 'country'>,
): readonly string[] | null {
  const { timeZone } = facts
  const dates = column.dates ?? datesOf(column.cells, true)
  const ethiopian = mayBeEthiopian(column.cells, facts)
  if (ethiopian !== null) {
    const isMeant = otherCalendarIn(points, column, ethiopian, timeZone, 'ours')
    if (isMeant !== 'no') return isMeant === null ? null : ethiopian
  }
  if (dates === null) return formatOf(points, column)
  if (dates.formats.some(isOfOtherCalendar)) {
    const isMeant = otherCalendarIn(points, column, dates.formats, timeZone)
    if (isMeant === null) return null
    if (isMeant === 'no') return formatOf(points, column)
  }
  if (dates.instead === null) return dates.formats
  const ways = [dates.formats, dates.instead]
  const readings = ways.map((formats) => dayReader(formats, timeZone))
  const cells = examples(column.cells, readings)
  const about = dates.instead.some(isTurned) ? message('import.guess.turned', { name: column.name }) : null
  const options = ways.map((formats, i) => ({
    word: formats.join(', '),
    shown: message('import.guess.reading', {
      formats: formats.join(', '),
      cells: shownAs(cells, must(readings[i])),
    }),
  }))
  const which = points.choice(
    'days',
    message('import.guess.twoWays', { cell: String(cells[0]) }),
    options,
    null,
    about,
  )
  return ways.find((formats) => formats.join(', ') === which) ?? null
}

/** How a day is written, which a person says. */
const formatOf = (points: Points, column: GuessedColumn): readonly string[] | null =>
  points.text(
    'format',
    message(column.cells.some(isHijri) ? 'import.guess.hijri' : 'import.guess.dayFormat', {
      name: column.name,
      cells: twoOf(column.cells.some(isHijri) ? column.cells.filter(isHijri) : column.cells),
    }),
    (text) => {
      const made = dateFormat(text, { months: monthNames(), century: CENTURY })
      if ('key' in made) throw new AnswerFault(made)
      if (column.cells.every((cell) => dateBy(made, cell) === null))
        throw new AnswerFault(message('import.guess.readsNone'))
      return [text]
    },
  )

/** Whether years are those of another calendar, if the formats read them as such. */
function otherCalendarIn(
  points: Points,
  column: GuessedColumn,
  formats: readonly string[],
  timeZone: string,
  instead: 'ours' | 'otherwise' = 'otherwise',
): 'yes' | 'no' | null {
  const read = dayReader(formats, timeZone)
  const cells = examples(column.cells, [read, dayReader(OURS, timeZone)]).slice(0, 2)
  const asks = formats.some((one) => one.includes('EEEE')) ? 'ethiopian' : 'otherCalendar'
  const shown = message('import.guess.reading', { formats: formats.join(', '), cells: shownAs(cells, read) })
  return points.choice('calendar', message(`import.guess.${asks}`, { cell: cells[0] ?? '' }), [
    { word: 'yes', shown },
    {
      word: 'no',
      shown: message(instead === 'ours' ? 'import.guess.ourCalendar' : 'import.guess.noOtherCalendar'),
    },
  ])
}

const OURS = ['D/M/YYYY', 'D-M-YYYY', 'D.M.YYYY', 'YYYY-M-D']

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

/** Returns how numbers are written; with an undecided sign if a person has to decide. */
export function numbersIn(points: Points, columns: GuessedColumns): NumberStyle & { readonly isOpen?: true } {
  const all = columns.all
    .filter(({ meaning }) => meaning !== null && FIGURES.has(meaning))
    .flatMap(({ cells }) => cells)
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
  const options = (['thousands', 'decimals'] as const).map((word, i) => ({
    word,
    shown: message(`import.guess.${word}`, { cells: shownAs(cells, must(readings[i])) }),
  }))
  const chosen = points.choice('mark', message('import.guess.mark', { sign, cell: unclear }), options)
  if (chosen === null) return { ...thousands, isOpen: true }
  return chosen === 'decimals' ? decimals : thousands
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
    return value === null
      ? message('import.guess.cellUnread', { cell: short(cell) })
      : message('import.guess.cellIs', { cell: short(cell), value })
  }),
})
