import { EXACT_KG, factorsAmong } from '../../../domain/factors.ts'
import type { ConversionRow } from '../../../domain/registry.ts'
import type { Says } from './entry.ts'

/** Kilograms of what was weighed or counted (contract §2, §5). */

/** A row of the registry's conversions, as far as the phone reads it. */
export type Factor = Readonly<Omit<ConversionRow, 'source' | 'weighings'>>

/** To the milligram, as the service rounds. */
const rounded = (kg: number): number => Math.round(kg * 1e6) / 1e6

/** Returns the factor that the office would use: the strongest that is valid then, for the crop itself; null without one. */
export function factorFor(rows: readonly Factor[], unit: string, crop: string, atMs: number): Factor | null {
  const isValid = ({ valid_from, valid_to }: Factor) =>
    (valid_from === undefined || Date.parse(valid_from) <= atMs) &&
    (valid_to === undefined || atMs < Date.parse(valid_to))
  const byWeighings = [...rows].sort((a, b) => b.weighings_count - a.weighings_count)
  return factorsAmong(byWeighings, unit, crop).find(isValid) ?? null
}

export interface Mass {
  readonly kg: number
  /** The members to send with the record; none for a unit that is exact by itself. */
  readonly members: { readonly normalized_kg?: number; readonly conversion_id?: string }
}

/** Returns the kilograms of a quantity; null if no factor is known, and then the record states the quantity alone. */
export function massOf(value: number, unit: string, factor: Factor | null): Mass | null {
  const exact = EXACT_KG.get(unit)
  if (exact !== undefined) return { kg: rounded(value * exact), members: {} }
  if (factor === null) return null
  const kg = rounded(value * factor.factor)
  return { kg, members: { normalized_kg: kg, conversion_id: factor.id } }
}

/** Returns the kilograms that a record states; null if it states none. */
export function kgSaid({ quantity, normalized_kg }: Says): number | null {
  if (typeof normalized_kg === 'number') return normalized_kg
  const { value, unit = '' } = (quantity ?? {}) as { readonly value?: number; readonly unit?: string }
  return typeof value === 'number' ? (massOf(value, unit, null)?.kg ?? null) : null
}
