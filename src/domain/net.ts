/**
 * The net weight, which a record holds. Gross and tare are how it was found; both are in one unit, because a
 * container has no conversion factor of its own.
 */

interface Measured {
  readonly value: number
  readonly unit: string
}

export type Net = { readonly net: Measured } | { readonly fault: 'units' | 'nothing' }

/** Millionths, so that 90.3 less 4.2 is 86.1. */
const STEPS = 1e6

export function netOf(gross: Measured, tare: Measured): Net {
  if (gross.unit !== tare.unit) return { fault: 'units' }
  const value = Math.round(gross.value * STEPS - tare.value * STEPS) / STEPS
  return value > 0 ? { net: { value, unit: gross.unit } } : { fault: 'nothing' }
}
