import { formatInstant, parseInstant } from '../domain/time.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import type { Words } from '../words/words.ts'
import { calendarDay, endOfDay, startOfDay } from './day.ts'

/** Parses words from a command line. Every error shows the right form. */

/**
 * Reads a day (`2026-12-31` or `31/12/2026`), which means its end in the time zone, or an RFC 3339 timestamp.
 * @returns RFC 3339
 */
export const endOf = (text: string, flag: string, words: Words): string =>
  instantText(text, flag, endOfDay(words.calendar.timeZone, calendarDay(words, text)))

/**
 * Reads the exclusive end of a period: a last day, which means the start of the next day, or an RFC 3339
 * timestamp.
 * @returns RFC 3339
 */
export const beyond = (text: string, flag: string, words: Words): string => {
  const last = endOfDay(words.calendar.timeZone, calendarDay(words, text))
  // The end of a day is its last second.
  return instantText(text, flag, last === null ? null : last + 1_000)
}

/** Reads a day, which means its start in the time zone, or an RFC 3339 timestamp. @returns RFC 3339 */
export const beginningOf = (text: string, flag: string, words: Words): string =>
  instantText(text, flag, startOfDay(words.calendar.timeZone, calendarDay(words, text)))

function instantText(text: string, flag: string, day: number | null): string {
  if (day !== null) return formatInstant(day)
  if (parseInstant(text) !== null) return text
  throw new OperatorFault(...withRemedy('command.badDate', { flag, text }), 2)
}

export function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
