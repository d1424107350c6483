import type { Says } from './entry.ts'

/** Kilograms of what was weighed or counted (contract §2, §5). */

/** A row of the registry's conversions. */
export interface Factor {
  readonly id: string
  readonly kind: string
  readonly unit: string
  readonly crop?: string
  readonly to_crop?: string
  readonly region?: string
  readonly factor: number
  readonly valid_from?: string
  readonly valid_to?: string
  readonly weighings_count: number
  readonly supersedes?: string
}

const STRONGEST_FIRST = ['definitional', 'measured', 'published_standard', 'assumed_default']
const EXACT: Readonly<Record<string, number>> = { kg: 1, g: 0.001, t: 1000 }

/** To the milligram, as the service rounds. */
const rounded = (kg: number): number => Math.round(kg * 1e6) / 1e6

/** Returns the factor that the office would use: the strongest that is valid then, for the crop itself; null without one. */
export function factorFor(rows: readonly Factor[], unit: string, crop: string, atMs: number): Factor | null {
  const replaced = new Set(rows.map(({ supersedes }) => supersedes))
  const strength = ({ kind }: Factor) => STRONGEST_FIRST.indexOf(kind)
  const fitting = rows.filter(
    (row) =>
      row.unit === unit &&
      !replaced.has(row.id) &&
      (row.crop === undefined || row.crop === crop) &&
      row.to_crop === undefined &&
      (row.valid_from === undefined || Date.parse(row.valid_from) <= atMs) &&
      (row.valid_to === undefined || atMs < Date.parse(row.valid_to)),
  )
  fitting.sort((a, b) => strength(a) - strength(b) || b.weighings_count - a.weighings_count)
  return fitting[0] ?? null
}

export interface Mass {
  readonly kg: number
  /** The members to send with the record; none for a unit that is exact by itself. */
  readonly members: { readonly normalized_kg?: number; readonly conversion_id?: string }
}

/** Returns the kilograms of a quantity; null if no factor is known, and then the record states the quantity alone. */
export function massOf(value: number, unit: string, factor: Factor | null): Mass | null {
  const exact = EXACT[unit]
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
