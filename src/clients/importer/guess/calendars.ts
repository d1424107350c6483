import { type DateParts, dateBy, dateFormats, monthNames } from '../../sheets/dates.ts'
import { CENTURY } from './styles.ts'

/** Tells whether days may be of another calendar, though they are written as ours or nearly so. */

const NUMERIC = /^\d{1,2}([/.-])(\d{1,2})\1(\d{4})$/
/** So does a workbook give its days, which a program took for days of ours. */
const YEAR_FIRST = /^(\d{4})-(\d{1,2})-\d{1,2}$/

/** A day of digits alone. */
interface WrittenDay {
  readonly cell: string
  readonly month: number
  readonly year: number
  /** How days of a calendar are written so. @param year its letters for a year */
  readonly formatOf: (year: string) => string
}

function writtenDay(cell: string): WrittenDay[] {
  const [, sign = '', inMiddle, atEnd] = NUMERIC.exec(cell) ?? []
  if (atEnd !== undefined)
    return [
      { cell, month: Number(inMiddle), year: Number(atEnd), formatOf: (year) => `D${sign}M${sign}${year}` },
    ]
  const [, atStart, month] = YEAR_FIRST.exec(cell) ?? []
  if (atStart === undefined) return []
  return [{ cell, month: Number(month), year: Number(atStart), formatOf: (year) => `${year}-M-D` }]
}
/** A share of the days that are read as Ethiopian: others may be mistakes. */
const SHARE = 0.8
/** How many years the Ethiopian calendar is behind. */
const BEHIND = [7, 8]

/**
 * Returns formats that read days of digits alone as Ethiopian, if they may be: one of them is no day of ours, the country
 * is Ethiopia, or all years are as far behind as theirs. A reading in the future is none.
 * @param country empty if it is not set
 */
export function mayBeEthiopian(
  cells: readonly string[],
  { today, country }: { readonly today: string; readonly country: string },
): readonly string[] | null {
  const written = cells.flatMap(writtenDay)
  const formatsOf = (year: string) => [...new Set(written.map(({ formatOf }) => formatOf(year)))]
  const formats = formatsOf('EEEE')
  const days = read(formats, written)
  const isPast = ({ year, month, day }: DateParts) =>
    `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` <= today
  const past = days.filter((day) => day !== null && isPast(day)).length
  if (past === 0 || past < cells.length * SHARE || past < days.filter((day) => day !== null).length)
    return null
  const years = new Set(written.map(({ year }) => Number(today.slice(0, 4)) - year))
  const ours = read(formatsOf('YYYY'), written)
  const isOnlyTheirs = written.some(({ month }, i) => {
    const isSwapped = month > 12 && written.some((other) => other.month > 13)
    return days[i] != null && ours[i] === null && !isSwapped
  })
  return isOnlyTheirs || country === 'ET' || [...years].every((years) => BEHIND.includes(years))
    ? formats
    : null
}

function read(formats: readonly string[], written: readonly WrittenDay[]): (DateParts | null)[] {
  const readers = dateFormats(formats, { months: monthNames(), century: CENTURY })
  return written.map(
    ({ cell }) => readers.map((one) => dateBy(one, cell)).find((day) => day !== null) ?? null,
  )
}

const YEAR = /(?:^|[\s/.-])(\d{4})(?=$|[\s/.-])/
/** Years of the Islamic calendar that people write today. */
const [FIRST_HIJRI, LAST_HIJRI] = [1440, 1460]

/** Whether a day has a year of the Islamic calendar, which no format reads. */
export function isHijri(cell: string): boolean {
  if (cell.length > LONGEST_DAY || !/^\d{1,4}[\s/.-]/.test(cell)) return false
  const parts = cell.split(/[\s/.-]+/)
  const year = Number(YEAR.exec(cell)?.[1])
  return parts.length >= 3 && year >= FIRST_HIJRI && year <= LAST_HIJRI
}

const LONGEST_DAY = 40
