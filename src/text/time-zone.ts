const MINUTE_MS = 60_000
const HALF_A_DAY_MS = 43_200_000
const formatters = new Map<string, Intl.DateTimeFormat>()

export function isTimeZone(zone: string): boolean {
  try {
    formatterOf(zone)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the instant at which clocks in the zone show this time. If they skip it (in some zones summer time
 * starts at midnight), the first instant after; if they show it twice, the first of the two.
 */
export function localInstant(
  zone: string,
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
): number {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
  const before = offsetMs(zone, asUtc - HALF_A_DAY_MS)
  const after = offsetMs(zone, asUtc + HALF_A_DAY_MS)
  for (const offset of [before, after]) {
    if (offsetMs(zone, asUtc - offset) === offset) return asUtc - offset
  }
  return asUtc - before
}

/** Returns the local date in the zone, such as 2026-03-01. */
export const dayIn = (zone: string, ms: number): string =>
  new Date(ms + offsetMs(zone, ms)).toISOString().slice(0, 10)

/** Returns how far local time is ahead of UTC. */
function offsetMs(zone: string, atMs: number): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatterOf(zone).formatToParts(atMs)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  return Math.round((local - atMs) / MINUTE_MS) * MINUTE_MS
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}
