import { asShown, type Shown } from '../text/kinds.ts'
import { Calendar } from './calendar.ts'
import { englishWords } from './words.ts'

/** Formatters for rooms that have no reader's `Words` yet: they write English. */

export { Calendar, type Dated, type Instant } from './calendar.ts'
export { plainFigure } from './figure.ts'
export type { Money, Quantity } from './values.ts'
export { isSymbol, spelled, typedMoney, unitWords } from './words.ts'

export const {
  say,
  sayIfKnown,
  kg,
  amount,
  count,
  quantity,
  percent,
  money,
  timeApart,
  worded,
  counted,
  singular,
  plural,
  listed,
} = englishWords()

export const several = (value: number, one: string, many: string): Shown =>
  asShown(`${count(value)} ${value === 1 ? one : many}`)

/** Returns a calendar that follows the time zone setting, which may change while the service runs. */
export function calendarOf(config: { readonly timeZone: string }): () => Calendar {
  let made: { readonly of: string; readonly calendar: Calendar } | null = null
  return () => {
    const { timeZone } = config
    if (made?.of !== timeZone) made = { of: timeZone, calendar: new Calendar(timeZone) }
    return made.calendar
  }
}

/** Returns a path quoted for a shell if needed: it may contain spaces. */
export const typed = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
