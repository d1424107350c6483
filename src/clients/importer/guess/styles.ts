import { must } from '../../../base/typed.ts'
import { dateBy, dateFormats, monthNames } from '../../sheets/dates.ts'
import type { NumberStyle } from '../../sheets/weights.ts'

/** Finds how numbers and dates are written, as far as the cells show it. */

export interface GuessedNumbers {
  readonly style: NumberStyle
  /** A cell that can be read in two ways, if no other cell shows which is right; null if there is none. */
  readonly unclear: string | null
}

const NUMBER = /^[\d][\d.,' \u00a0\u2009\u202f]*(?=\s*[\p{L}.]*$)/u

/** Returns the number at the start of a cell such as `60 kg`; null if there is none. */
export const numberIn = (cell: string): string | null => NUMBER.exec(cell)?.[0].trim() ?? null

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
}

/**
 * Returns whether a format has the day before the month after the year, as no program writes a date of its
 * own.
 */
export const isTurned = (format: string): boolean => /^YYYY\W?D/.test(format)

const PATTERNS = ['/', '-', '.']
  .flatMap((sign) => [
    `D${sign}M${sign}YYYY`,
    `M${sign}D${sign}YYYY`,
    `YYYY${sign}M${sign}D`,
    `D${sign}MMMM${sign}YYYY`,
    `D${sign}M${sign}YY`,
    `M${sign}D${sign}YY`,
    `D${sign}MMMM${sign}YY`,
  ])
  .concat(['D MMMM YYYY', 'D MMMM YY', 'MMMM D, YYYY', 'MMMM Do, YYYY', 'Do MMMM YYYY', 'MMMM D YYYY'])
  .flatMap((pattern) => [pattern, `${pattern} HH:mm`, `${pattern} HH:mm:ss`])

/** The century for formats with YY, which need one. */
export const CENTURY = 2000
const MOST_FORMATS = 3
const ENOUGH_TO_TELL = 200
const LIKE_A_DAY = /^(?=.{6,60}$)\D*\d/s

export function datesOf(cells: readonly string[]): GuessedDates | null {
  const distinct = [...new Set(cells)]
  const known = dateFormats(PATTERNS, { months: monthNames(), century: CENTURY })
  // Trying every format on every cell of a wide sheet would take minutes.
  const some = distinct.slice(0, ENOUGH_TO_TELL).filter((cell) => LIKE_A_DAY.test(cell))
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
  return { formats: chosen, readCount, instead: instead ?? turned(chosen, distinct), isRead }
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
