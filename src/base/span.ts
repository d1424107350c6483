import { isOneOf, keysOf } from './typed.ts'

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Returns the milliseconds of a period such as 30m, 24h or 7d; 0 for any other text. */
export function spanMs(text: string): number {
  const [, number, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  return isOneOf(keysOf(UNITS_MS), unit) ? Number(number) * UNITS_MS[unit] : 0
}
