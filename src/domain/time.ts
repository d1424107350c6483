import { mapped } from '../base/typed.ts'

/** Instants are milliseconds since 1970 UTC inside the program, RFC 3339 outside (contract, introduction). */

// Four-digit years only (RFC 3339 §5.6); a leap second becomes the first instant of the next minute.
const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9})\d*)?(?:([Zz])|([+-])(\d{2}):(\d{2}))$/

/**
 * Reads an RFC 3339 timestamp with any offset. Digits below the millisecond are dropped, not rounded
 * (contract §2).
 * @returns milliseconds since 1970 UTC, or null for an invalid timestamp or date
 */
export function parseInstant(text: string): number | null {
  if (!CANONICAL.test(text)) return parseAny(text)
  const ms = Date.parse(text)
  // `Date.parse` reads 30 February as 2 March.
  const isLateInMonth = text[8] === '3' || (text[8] === '2' && text[9] === '9')
  return isLateInMonth && new Date(ms).getUTCDate() !== Number(text.slice(8, 10)) ? null : ms
}

/** Reads a timestamp that was already checked. @throws {Error} if it is invalid, which is a bug */
export function instantOf(text: string): number {
  const ms = parseInstant(text)
  if (ms === null) throw new Error('A timestamp that was checked is none.')
  return ms
}

/** Returns a valid timestamp as `formatInstant` writes it; most are in that form, with or without milliseconds. */
export function inUtc(text: string): string {
  if (!CANONICAL.test(text)) return formatInstant(instantOf(text))
  return text.length === 24 ? text : `${text.slice(0, -1)}.000Z`
}

/** `2026-06-28T07:15:00.000Z` or `2026-06-28T07:15:00Z`: the usual form, which `Date.parse` reads quickly. */
const CANONICAL =
  /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/

function parseAny(text: string): number | null {
  const m = RFC3339.exec(text)
  if (!m) return null
  const [year, month, day, hour, minute, second] = mapped([m[1], m[2], m[3], m[4], m[5], m[6]], Number)
  const milliseconds = m[7] === undefined ? 0 : Number(m[7].padEnd(3, '0').slice(0, 3))
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 60) return null
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (day < 1 || day > daysInMonth || year < 1) return null
  let offsetMinutes = 0
  if (m[9] !== undefined) {
    const [offsetHour, offsetMinute] = [Number(m[10]), Number(m[11])]
    if (offsetHour > 23 || offsetMinute > 59) return null
    offsetMinutes = (offsetHour * 60 + offsetMinute) * (m[9] === '-' ? -1 : 1)
  }
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, day)
  at.setUTCHours(hour, minute - offsetMinutes, second, milliseconds)
  const ms = at.getTime()
  return ms >= EARLIEST_MS && ms <= LATEST_MS ? ms : null
}

const EARLIEST_MS = Date.UTC(1000, 0, 1)
const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Returns the instant as `2026-06-28T07:15:00.000Z`. */
export function formatInstant(ms: number): string {
  if (ms !== lastFormatted.ms) lastFormatted = { ms, text: new Date(ms).toISOString() }
  return lastFormatted.text
}

/** The last result: all records of a batch have the same time of receipt. */
let lastFormatted = { ms: Number.NaN, text: '' }

/** Returns the last instant before a stated end, in milliseconds: ends are exclusive, so midnight belongs to the day before. */
export const lastInstant = (end: string): number => Date.parse(end) - 1

export const DAY_MS = 86_400_000
