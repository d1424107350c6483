import { type DateParts, dateBy, dateFormats, monthNames } from '../../sheets/dates.ts'
import { CENTURY } from './styles.ts'

/** Tells whether days may be of another calendar, though they are written as ours or nearly so. */

const NUMERIC = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/
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
  const written = cells.map((cell) => NUMERIC.exec(cell)).filter((match) => match !== null)
  const signs = [...new Set(written.map(([, , sign]) => sign))]
  const formats = signs.map((sign) => `D${sign}M${sign}EEEE`)
  const days = read(formats, written)
  const isPast = ({ year, month, day }: DateParts) =>
    `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` <= today
  const past = days.filter((day) => day !== null && isPast(day)).length
  if (past === 0 || past < cells.length * SHARE || past < days.filter((day) => day !== null).length)
    return null
  const years = new Set(written.map(([, , , , year]) => Number(today.slice(0, 4)) - Number(year)))
  const ours = read(
    signs.map((sign) => `D${sign}M${sign}YYYY`),
    written,
  )
  const isOnlyTheirs = written.some(([, , , month], i) => {
    const isSwapped = Number(month) > 12 && written.some(([, , , other]) => Number(other) > 13)
    return days[i] != null && ours[i] === null && !isSwapped
  })
  return isOnlyTheirs || country === 'ET' || [...years].every((years) => BEHIND.includes(years))
    ? formats
    : null
}

function read(formats: readonly string[], cells: readonly RegExpExecArray[]): (DateParts | null)[] {
  const readers = dateFormats(formats, { months: monthNames(), century: CENTURY })
  return cells.map(([cell]) => readers.map((one) => dateBy(one, cell)).find((day) => day !== null) ?? null)
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
