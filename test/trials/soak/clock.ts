import type { Random } from '../../support/records/gate/random.ts'

/** Clocks of devices, and how instants look that devices write. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 365 * DAY_MS

/** How far a clock that lies is off, at most so many of each. */
const LIES: readonly (readonly [unitMs: number, most: number])[] = [
  [HOUR_MS, 12],
  [DAY_MS, 40],
  [YEAR_MS, 15],
]
/** A clock is set anew once in so many looks at it. */
const LOOKS_BETWEEN_JUMPS = 200

/** An honest clock is off by a minute or two; others by hours, days or years, and they jump. */
export class DeviceClock {
  readonly #random: Random
  readonly #isHonest: boolean
  #offMs: number

  constructor(random: Random, isHonest: boolean) {
    this.#random = random
    this.#isHonest = isHonest
    this.#offMs = this.#anOffset()
  }

  /** Milliseconds since 1970 UTC, as the device believes. */
  nowMs(): number {
    if (this.#random.chance(1 / LOOKS_BETWEEN_JUMPS)) this.#offMs = this.#anOffset()
    return Date.now() + this.#offMs
  }

  #anOffset(): number {
    const [unitMs, most] = this.#isHonest ? ([MINUTE_MS, 2] as const) : this.#random.pick(LIES)
    return Math.round((2 * this.#random.below(1_000_000) - 1_000_000) * 1e-6 * most * unitMs)
  }
}

const ZONES_MINUTES = [0, 0, 180, 120, -300, 345]

/** RFC 3339, in one zone or another, now and then with more digits than are kept. */
export function writtenInstant(ms: number, random: Random): string {
  const zone = random.pick(ZONES_MINUTES)
  const local = new Date(ms + zone * MINUTE_MS).toISOString().slice(0, -1)
  const digits = random.chance(0.1) ? String(random.below(1000)).padStart(3, '0') : ''
  if (zone === 0) return `${local}${digits}Z`
  const two = (n: number) => String(n).padStart(2, '0')
  const size = Math.abs(zone)
  return `${local}${digits}${zone < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
