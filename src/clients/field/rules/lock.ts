/** The lock of the page (docs/decisions/field.md). */

export const LEAST_DIGITS = 6
export const MOST_WRONG = 10
/** OWASP's figure for PBKDF2 with HMAC-SHA-256. Stored with each lock, so that a later figure needs no new PIN. */
export const ROUNDS = 600_000

/** Locks by itself after the page was out of sight for this long. */
export const HIDDEN_MS = 5 * 60_000

/**
 * Returns whether the page was out of sight too long. Phones suspend timers, so the clock is asked; one that was set back
 * says nothing, and the page locks.
 * @param hiddenAt when it went out of sight; null while it is seen
 */
export const isOverdue = (hiddenAt: number | null, nowMs: number): boolean =>
  hiddenAt !== null && (nowMs < hiddenAt || nowMs - hiddenAt >= HIDDEN_MS)

export type PinFault = 'short' | 'not_digits' | 'simple'

/** Returns why the PIN is refused; null if it is good. */
export function pinFault(pin: string): PinFault | null {
  if (!/^\d*$/.test(pin)) return 'not_digits'
  if (pin.length < LEAST_DIGITS) return 'short'
  const steps = new Set([...pin].slice(1).map((digit, i) => Number(digit) - Number(pin[i])))
  const isRow = steps.size === 1 && [0, 1, -1].includes([...steps][0] ?? 0)
  return isRow ? 'simple' : null
}
