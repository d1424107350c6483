import { must } from '../../../base/typed.ts'
import { dateBy, dateFormats, monthNames, startsWithWeekday } from '../../sheets/dates.ts'
import type { Figures } from '../../sheets/prices.ts'
import { amountOf, type NumberStyle, product, splitUnit } from '../../sheets/weights.ts'

/** Finds how numbers and dates are written, as far as the cells show it. */

export interface GuessedNumbers {
  readonly style: NumberStyle
  /** A cell that can be read in two ways, if no other cell shows which is right; null if there is none. */
  readonly unclear: string | null
}

const NUMBER = /^[\d][\d.,' \u00a0\u2009\u202f]*(?=\s*[\p{L}.]*$)/u

/** Returns the number at the start of a cell such as `60 kg`; null if there is none. */
export const numberIn = (cell: string): string | null =>
  cell.length > LONGEST_NUMBER ? null : (NUMBER.exec(cell)?.[0].trim() ?? null)

/** With a unit after it. */
const LONGEST_NUMBER = 60

export function numbersOf(cells: readonly string[]): GuessedNumbers {
  const numbers = cells.map(numberIn).filter((text) => text !== null)
  const has = (pattern: RegExp) => numbers.some((text) => pattern.test(text))
  const example = (pattern: RegExp) => numbers.find((text) => pattern.test(text)) ?? null
  const thousands = has(/^\d{1,3}([ \u00a0\u2009\u202f]\d{3})+/)
    ? ' '
    : has(/^\d{1,3}('\d{3})+/)
      ? "'"
      : undefined
  const byComma = has(/^\d{1,3}(,\d{3})+(\.\d+)?$/)
  const byPoint = has(/^\d{1,3}(\.\d{3})+(,\d+)?$/)
  // A comma that is not followed by exactly three digits is the decimal sign. In another cell, 1,250 may
  // still be one thousand two hundred and fifty.
  if (has(/,(\d{1,2}|\d{4,})$/))
    return {
      style: { decimal: ',', thousands: thousands ?? (byPoint ? '.' : undefined) },
      unclear: has(/\d[^,\d]\d{3},\d+$/) ? null : example(/^[1-9]\d{0,2},\d{3}$/),
    }
  if (has(/\.(\d{1,2}|\d{4,})$/))
    return {
      style: { decimal: '.', thousands: thousands ?? (byComma ? ',' : undefined) },
      unclear: has(/\d[^.\d]\d{3}\.\d+$/) ? null : example(/^[1-9]\d{0,2}\.\d{3}$/),
    }
  if (byComma)
    return {
      style: { decimal: '.', thousands: ',' },
      unclear: has(/^\d{1,3}(,\d{3}){2,}/) ? null : example(/^\d{1,3},\d{3}$/),
    }
  if (byPoint) return { style: { decimal: '.', thousands }, unclear: example(/^\d{1,3}\.\d{3}$/) }
  return { style: { decimal: '.', thousands }, unclear: null }
}

export interface GuessedDates {
  /** The formats that together can read the most cells. */
  readonly formats: readonly string[]
  readonly readCount: number
  /**
   * Other formats that read the same number of cells, but as other days; null if there are none. The cells do
   * not show which are right.
   */
  readonly instead: readonly string[] | null
  /** Whether the formats read a cell. */
  readonly isRead: (cell: string) => boolean
  /** Whether the cells have times, which are all midnight: a program wrote days as times. */
  readonly isOfDays: boolean
}

/**
 * Returns whether a format has the day before the month after the year, as no program writes a date of its
 * own.
 */
export const isTurned = (format: string): boolean => /^YYYY\W?D/.test(format)

const NUMERIC = ['/', '-', '.'].flatMap((sign) => [
  `D${sign}M${sign}YYYY`,
  `M${sign}D${sign}YYYY`,
  `YYYY${sign}M${sign}D`,
  `D${sign}MMMM${sign}YYYY`,
  `D${sign}M${sign}YY`,
  `M${sign}D${sign}YY`,
  `D${sign}MMMM${sign}YY`,
])
const NAMED = ['D MMMM YYYY', 'D MMMM YY', 'MMMM D, YYYY', 'MMMM Do, YYYY', 'Do MMMM YYYY', 'MMMM D YYYY']
const BUDDHIST = ['D/M/BBBB', 'D-M-BBBB', 'D.M.BBBB', 'BBBB-M-D', 'D MMMM BBBB']
const ZONE = /\d(?:Z|\s*[+-]\d\d:?\d\d|\s*(?:UTC|GMT|EAT|CAT|WAT))$/i

/**
 * Returns the patterns that may read the cells.
 * @param isHeaded whether the heading says that the column is of days: only then digits alone can be one
 */
function patternsFor(cells: readonly string[], isHeaded: boolean): string[] {
  const has = (pattern: RegExp) => cells.some((cell) => pattern.test(cell))
  const clocks = ['HH:mm', 'HH:mm:ss', ...(has(/\d:\d\d:\d\d\.\d/) ? ['HH:mm:ss.SSS'] : [])]
  const halves = has(/[ap]\.?m\.?$/i) ? ['HH:mm A', 'HH:mm:ss A'] : []
  const zoned = (all: readonly string[]) => (has(ZONE) ? [...all, ...all.map((one) => `${one} Z`)] : [...all])
  const times = ['', ...zoned([...clocks, ...halves]).map((time) => ` ${time}`)]
  const days = [...NUMERIC, ...NAMED]
  const weekdays = cells.some(startsWithWeekday) ? days.flatMap((day) => [`dddd ${day}`, `dddd, ${day}`]) : []
  return [
    ...[...days, ...weekdays].flatMap((day) => times.map((time) => `${day}${time}`)),
    ...(has(/\dT\d/) ? zoned(clocks).map((time) => `YYYY-M-DT${time}`) : []),
    ...(has(/^\d{1,2} \p{L}/u) ? ['D MMMM EEEE'] : []),
    ...(isHeaded ? ['YYYYMMDD', ...BUDDHIST] : []),
  ]
}

/** The century for formats with YY, which need one. */
export const CENTURY = 2000
const MOST_FORMATS = 3
const ENOUGH_TO_TELL = 200
const LIKE_A_DAY = /^(?=.{6,60}$)\D*\d/s

/** @param isHeaded whether the heading says that these are days */
export function datesOf(cells: readonly string[], isHeaded = false): GuessedDates | null {
  const distinct = [...new Set(cells)]
  const known = dateFormats(patternsFor(distinct, isHeaded), { months: monthNames(), century: CENTURY })
  // Trying every format on every cell of a wide sheet would take minutes.
  const some = distinct.slice(0, ENOUGH_TO_TELL).filter((cell) => isHeaded || LIKE_A_DAY.test(cell))
  if (!some.some((cell) => known.some((format) => dateBy(format, cell) !== null))) return null
  const formats = known.map((format) => ({
    pattern: format.pattern,
    reads: new Set(distinct.filter((cell) => dateBy(format, cell) !== null)),
  }))
  const chosen: string[] = []
  let instead: readonly string[] | null = null
  let left = new Set(distinct)
  while (chosen.length < MOST_FORMATS) {
    const counts = formats.map(({ pattern, reads }) =>
      chosen.includes(swap(pattern) ?? '') ? 0 : [...reads].filter((cell) => left.has(cell)).length,
    )
    const most = Math.max(...counts)
    if (most === 0) break
    const best = must(formats[counts.indexOf(most)])
    const swapped = swap(best.pattern)
    if (swapped !== null && counts[formats.findIndex(({ pattern }) => pattern === swapped)] === most)
      instead = [...(instead ?? chosen), swapped]
    else if (instead !== null) instead = [...instead, best.pattern]
    chosen.push(best.pattern)
    left = left.difference(best.reads)
  }
  const readCount = cells.filter((cell) => !left.has(cell)).length
  if (readCount === 0) return null
  const isRead = (cell: string) => !left.has(cell)
  const isOfDays = chosen.every((format) => format.includes('HH:mm')) && distinct.every(isMidnight)
  return { formats: chosen, readCount, instead: instead ?? turned(chosen, distinct), isOfDays, isRead }
}

/** Returns whether a time is midnight, in no stated zone. */
const isMidnight = (cell: string): boolean => /[\sT]0?0:00(:00(\.0+)?)?$/.test(cell)

/** Whether a format counts years as another calendar does. Only a person can say that this is meant. */
export const isOfOtherCalendar = (format: string): boolean => /BBBB|EEEE/.test(format)

/** Cells of a column of days that none of its formats reads, which a person must see. */
export interface UnreadDays {
  readonly count: number
  /** The first two different ones. */
  readonly examples: readonly string[]
}

export function unreadDays(cells: readonly string[], formats: readonly string[]): UnreadDays {
  const readers = dateFormats(formats, { months: monthNames(), century: CENTURY })
  const unread = cells.filter((cell) => readers.every((reader) => dateBy(reader, cell) === null))
  return { count: unread.length, examples: [...new Set(unread)].slice(0, 2) }
}

/**
 * Returns formats that swap day and month. A spreadsheet program that is set to the other order reads
 * 3/4/2026 as a date of its own, and leaves 13/4/2026 as text. So if day and month could be swapped in all
 * its dates and in no text, they may be swapped in all of them.
 */
function turned(chosen: readonly string[], cells: readonly string[]): readonly string[] | null {
  const own = cells.map((cell) => /^\d{4}-(\d\d?)-(\d\d?)/.exec(cell)).filter((match) => match !== null)
  const typed = cells
    .map((cell) => /^(\d\d?)([/.-])(\d\d?)\2\d{2,4}/.exec(cell))
    .filter((match) => match !== null)
  const mayBeTurned = ([first, second]: readonly (string | undefined)[]) =>
    Number(first) <= 12 && Number(second) <= 12
  const mayAll = own.every(([, month, day]) => mayBeTurned([month, day]))
  const mayNone = !typed.some(([, first, , second]) => mayBeTurned([first, second]))
  if (
    !mayAll ||
    !mayNone ||
    typed.length === 0 ||
    own.every(([, month, day]) => Number(month) === Number(day))
  )
    return null
  return chosen.map((format) => format.replace(/^YYYY-M-D/, 'YYYY-D-M'))
}

/** Returns the format with day and month swapped; null if they cannot be mistaken for each other. */
function swap(pattern: string): string | null {
  const swapped = pattern.replace(/^([DM])(.)([DM])(?=.)/, '$3$2$1')
  return swapped === pattern || pattern.includes('MM') ? null : swapped
}

/** Returns the figure of each row in the style that the column itself shows; null where there is none. */
export function figuresIn({ cells, inRows }: ColumnCells): Figures {
  const { style } = numbersOf(cells)
  return inRows.map((cell) => {
    const amount = amountOf(splitUnit(cell).number, style)
    return 'fault' in amount ? null : product(amount)
  })
}

interface ColumnCells {
  /** One for each row. */
  readonly inRows: readonly string[]
  /** Those that are not empty. */
  readonly cells: readonly string[]
}
