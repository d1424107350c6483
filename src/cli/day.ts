import { must } from '../base/typed.ts'
import { DAY_MS } from '../domain/time.ts'
import { dayWritten, isDay } from '../domain/typed.ts'
import { localInstant } from '../text/time-zone.ts'
import { typedWord } from '../words/typed.ts'
import type { Words } from '../words/words.ts'

/** Calendar days in the appliance's time zone. */

/** Returns the local day of an instant, such as `2026-06-28`. */
export const dayOf = (timeZone: string, ms: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(ms)

/** @returns milliseconds, or null when the text is not a valid day */
export const startOfDay = (timeZone: string, day: string) => at(timeZone, day, [0, 0, 0])
export const noonOfDay = (timeZone: string, day: string) => at(timeZone, day, [12, 0, 0])
export const endOfDay = (timeZone: string, day: string) => at(timeZone, day, [23, 59, 59])

/** A day that lies ahead as people type it: the example where one is asked for. */
export const dayAhead = ({ calendar }: Words): string => `31/1/${Number(calendar.today.slice(0, 4)) + 1}`

export const looksLikeDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

function at(timeZone: string, day: string, time: readonly [number, number, number]): number | null {
  if (!isDay(day)) return null
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return localInstant(timeZone, year, month, date, ...time)
}

/**
 * Reads a day as people write it: `28/6/2026`, or `today` and `yesterday` in their language or in English.
 * @param nowMs the service's time unless a form was shown earlier
 * @returns the day as `2026-06-28`; any other text unchanged
 */
export function calendarDay(words: Words, text: string, nowMs: number = words.calendar.nowMs): string {
  const { timeZone } = words.calendar
  const word = typedWord(words, text)
  const today = dayOf(timeZone, nowMs)
  if (word === 'today') return today
  if (word === 'yesterday') return dayOf(timeZone, must(noonOfDay(timeZone, today)) - DAY_MS)
  return dayWritten(text) ?? text
}
