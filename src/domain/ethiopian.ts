/**
 * The Ethiopian calendar: twelve months of 30 days, and a thirteenth, Pagume, of 5 or 6. Its year begins in September and
 * is 7 or 8 behind. Source: E. M. Reingold and N. Dershowitz, Calendrical Calculations (4th edition, 2018), chapter 4.
 */

/** 29 August of the year 8 in the Julian calendar, counted in days from 1 January of the year 1 (chapter 4.2). */
const EPOCH = 2_796
/** 1 January 1970, counted likewise. */
const SINCE_1970 = 719_163
const DAY_MS = 86_400_000

/**
 * Returns the beginning of a day in UTC.
 * @param month from 1 (Meskerem) to 13 (Pagume)
 * @returns null if the year has no such day
 */
export function ethiopianDayMs(year: number, month: number, day: number): number | null {
  const days = month < 13 ? 30 : year % 4 === 3 ? 6 : 5
  if (month < 1 || month > 13 || day < 1 || day > days) return null
  const fixed = EPOCH + 365 * (year - 1) + Math.floor(year / 4) + 30 * (month - 1) + day - 1
  return (fixed - SINCE_1970) * DAY_MS
}
