import { formatInstant, parseInstant } from '../domain/time.ts'
import { OperatorFault } from '../words/fault.ts'
import { message } from '../words/message.ts'
import { calendarDay, endOfDay, startOfDay } from './day.ts'

/** Parses words from a command line. Every error says what would be right. */

/** A day (`2026-12-31` or `31/12/2026`, taken as its end in the time zone) or an RFC 3339 timestamp. @returns RFC 3339 */
export const endOf = (text: string, flag: string, timeZone: string): string =>
  instantText(text, flag, endOfDay(timeZone, calendarDay(timeZone, text, Date.now())))

/** A last day (taken until the next begins) or an RFC 3339 timestamp, exclusive. @returns RFC 3339 */
export const beyond = (text: string, flag: string, timeZone: string): string => {
  const last = endOfDay(timeZone, calendarDay(timeZone, text, Date.now()))
  // A day's end is given to the second.
  return instantText(text, flag, last === null ? null : last + 1_000)
}

/** A day (taken as its beginning in the time zone) or an RFC 3339 timestamp. @returns RFC 3339 */
export const beginningOf = (text: string, flag: string, timeZone: string): string =>
  instantText(text, flag, startOfDay(timeZone, calendarDay(timeZone, text, Date.now())))

function instantText(text: string, flag: string, day: number | null): string {
  if (day !== null) return formatInstant(day)
  if (parseInstant(text) !== null) return text
  throw new OperatorFault(message('command.badDate', { flag, text }), message('command.badDate.remedy'), 2)
}

export function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
