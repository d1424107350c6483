import { Calendar } from '../words/calendar.ts'
import { englishWords } from '../words/words.ts'
import { asShown, type Shown } from './kinds.ts'

/** Formatters for rooms that have no reader's `Words` yet: they write English. */

export { Calendar, type Dated, type Instant } from '../words/calendar.ts'
export { plainFigure } from '../words/figure.ts'
export { isSymbol as isSign, type Money, type Quantity, typedMoney, unitWords } from '../words/words.ts'

export const { kg, amount, count, quantity, percent, money, timeApart } = englishWords()

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
