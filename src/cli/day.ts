import { parseInstant } from '../domain/time.ts'
import { localInstant } from '../text/time-zone.ts'

/** Calendar days in the appliance's time zone. */

/** The local day of an instant, such as `2026-06-28`. */
export const dayOf = (timeZone: string, ms: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(ms)

/** @returns milliseconds, or null when the text is not a valid day */
export const startOfDay = (timeZone: string, day: string) => at(timeZone, day, [0, 0, 0])
export const noonOfDay = (timeZone: string, day: string) => at(timeZone, day, [12, 0, 0])
export const endOfDay = (timeZone: string, day: string) => at(timeZone, day, [23, 59, 59])

export const looksLikeDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

function at(timeZone: string, day: string, time: readonly [number, number, number]): number | null {
  if (!looksLikeDay(day) || parseInstant(`${day}T00:00:00Z`) === null) return null
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return localInstant(timeZone, year, month, date, ...time)
}
