import type { ConversionFacts } from '../../domain/derived/world.ts'
import { definitionalFactor } from '../../domain/registry.ts'

export type CodeKind = 'conversions' | 'crops' | 'units' | 'regions'

/**
 * The part of the registry that an import needs. `Registry` has this shape; `registryFacts` makes it of rows.
 */
export interface RegistryFacts {
  has(kind: CodeKind, id: string): boolean
  conversion(id: string): ConversionFacts | undefined
  /** Returns the factor that follows from the unit's definition. */
  definitional(unit: string): ConversionFacts | undefined
}

/** Makes the facts of registry rows, for a command that asks a running service. */
export function registryFacts(rows: {
  readonly conversions: readonly ConversionFacts[]
  readonly crops: readonly { readonly id: string }[]
  readonly units: readonly { readonly id: string }[]
  readonly regions: readonly { readonly id: string }[]
}): RegistryFacts {
  const conversions = new Map(rows.conversions.map((row) => [row.id, row]))
  const ids = (list: readonly { readonly id: string }[]) => new Set(list.map(({ id }) => id))
  const known: Readonly<Record<CodeKind, { has(id: string): boolean }>> = {
    conversions,
    crops: ids(rows.crops),
    units: ids(rows.units),
    regions: ids(rows.regions),
  }
  return {
    has: (kind, id) => known[kind].has(id),
    conversion: (id) => conversions.get(id),
    definitional: (unit) => definitionalFactor(rows.conversions, unit),
  }
}
