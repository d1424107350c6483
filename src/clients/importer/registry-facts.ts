import type { ConversionFacts } from '../../domain/derived/world.ts'
import { definitionalFactor } from '../../domain/registry.ts'

export type CodeKind = 'conversions' | 'crops' | 'units' | 'regions'

/**
 * What an import must know of the registry. `Registry` has this shape; `registryFacts` makes it from rows.
 */
export interface RegistryFacts {
  has(kind: CodeKind, id: string): boolean
  conversion(id: string): ConversionFacts | undefined
  /** What the unit is by definition. */
  definitional(unit: string): ConversionFacts | undefined
}

/** From rows as the registry lists them, for a command that asks a running server. */
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
