/**
 * How a mass is rounded where people read it. What is stored, hashed and sent to programs keeps every digit, and so does the
 * page of the record.
 */

/** What a scale at a counter shows: ten grams. */
export const SHOWN_DECIMALS = 2

/**
 * Rounds kilograms to two decimals, halves away from zero, as the digits are written: 1.005 is 1.01. A mass that would be
 * shown as nothing keeps its first digit: 0.0004 stays 0.0004.
 */
export function shownKg(kg: number): number {
  const size = Math.abs(kg)
  // Above this, doubles are whole, and have no decimals to round.
  if (!Number.isFinite(kg) || size >= Number.MAX_SAFE_INTEGER) return kg
  const rounded = shifted(Math.round(shifted(size, SHOWN_DECIMALS)), -SHOWN_DECIMALS)
  const shown = rounded === 0 && size > 0 ? Number(size.toPrecision(1)) : rounded
  return kg < 0 ? -shown + 0 : shown
}

/** Whether what is shown is not what is stored. */
export const isRounded = (kg: number): boolean => shownKg(kg) !== kg

/** Moves the decimal point in the digits, which multiplying by a power of ten would change. */
function shifted(value: number, by: number): number {
  const [digits, power = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(power) + by}`)
}
