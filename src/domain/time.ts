/** Instants are milliseconds since 1970 UTC inside, RFC 3339 outside (contract, introduction). */

// Four-digit years only (RFC 3339 §5.6); a leap second is written as the next minute's first instant.
const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9})\d*)?(?:([Zz])|([+-])(\d{2}):(\d{2}))$/

/**
 * Reads an RFC 3339 timestamp with any offset. Digits below the millisecond are dropped, not rounded (contract §2).
 * @returns milliseconds since 1970 UTC, or null for an invalid timestamp or date
 */
export function parseInstant(text: string): number | null {
  return parseCanonical(text) ?? parseAny(text)
}

/** The same instant as `formatInstant` writes it; most come so. @param text a timestamp that `parseInstant` reads */
export function inUtc(text: string): string {
  return text.length === 24 && parseCanonical(text) !== null
    ? text
    : formatInstant(parseInstant(text) as number)
}

/** `2026-06-28T07:15:00.000Z` or `2026-06-28T07:15:00Z`, as nearly every program writes it; null for any other. */
function parseCanonical(text: string): number | null {
  const { length } = text
  if (length !== 24 && length !== 20) return null
  if (text[4] !== '-' || text[7] !== '-' || text[10] !== 'T') return null
  if (text[13] !== ':' || text[16] !== ':' || text[length - 1] !== 'Z') return null
  if (length === 24 && text[19] !== '.') return null
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 7)
  const day = digits(text, 8, 10)
  const hour = digits(text, 11, 13)
  const minute = digits(text, 14, 16)
  const second = digits(text, 17, 19)
  const millisecond = length === 24 ? digits(text, 20, 23) : 0
  if (!(year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return null
  if (!(hour < 24 && minute < 60 && second < 60 && millisecond >= 0)) return null
  const ms = Date.UTC(year, month - 1, day, hour, minute, second, millisecond)
  return day <= 28 || new Date(ms).getUTCDate() === day ? ms : null
}

/** The number at this place; NaN if there is anything but digits. */
function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - ZERO
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    number = number * 10 + digit
  }
  return number
}

const ZERO = 0x30

function parseAny(text: string): number | null {
  const m = RFC3339.exec(text)
  if (!m) return null
  const [year, month, day, hour, minute, second] = [m[1], m[2], m[3], m[4], m[5], m[6]].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
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

/** `2026-06-28T07:15:00.000Z` */
export function formatInstant(ms: number): string {
  if (ms !== lastFormatted.ms) lastFormatted = { ms, text: new Date(ms).toISOString() }
  return lastFormatted.text
}

/** All records of a batch have the same time of receipt. */
let lastFormatted = { ms: Number.NaN, text: '' }

export const DAY_MS = 86_400_000
