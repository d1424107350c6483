import type { RegistryKind, RowOf } from '../domain/registry.ts'
import type { GrantableType } from '../domain/types/index.ts'
import conversions from './rows/conversions.json' with { type: 'json' }
import crops from './rows/crops.json' with { type: 'json' }
import flags from './rows/flags.json' with { type: 'json' }
import lawfulBases from './rows/lawful-bases.json' with { type: 'json' }
import purposes from './rows/purposes.json' with { type: 'json' }
import recordTypes from './rows/record-types.json' with { type: 'json' }
import regions from './rows/regions.json' with { type: 'json' }
import units from './rows/units.json' with { type: 'json' }

export type RegistryRows = { readonly [K in RegistryKind]: readonly RowOf<K>[] }

/** Its type makes the compiler require a row for every type. */
const ofTypes: Readonly<Record<GrantableType, object>> = recordTypes

/**
 * The rows shipped with Granary; conversions include their weighings. The casts are safe: tests check every
 * row.
 */
export const embeddedRows: RegistryRows = {
  conversions: conversions as RowOf<'conversions'>[],
  crops: crops,
  units: units as RowOf<'units'>[],
  regions: regions,
  purposes: purposes,
  'lawful-bases': lawfulBases,
  flags: flags,
  'record-types': Object.entries(ofTypes).map(([id, row]) => ({ id, ...row }) as RowOf<'record-types'>),
}

const shipped = new Set(embeddedRows.conversions.map(({ id }) => id))

/** Whether a conversion came with Granary, and so is not from the cooperative's own scales. */
export const isShippedConversion = (id: string): boolean => shipped.has(id)
