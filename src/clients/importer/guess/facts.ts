import type { ConversionFacts } from '../../../domain/derived/world.ts'
import type { RegistryName } from './words.ts'

/** What a proposal depends on besides the sheet. */
export interface ProposalFacts {
  readonly crops: readonly RegistryName[]
  readonly units: readonly RegistryName[]
  readonly conversions: readonly ConversionFacts[]
  readonly timeZone: string
  /** `GRANARY_COUNTRY`; empty if it is not set. */
  readonly country: string
  readonly today: string
  /** A name for the map, made of the file's name. */
  readonly name: string
}
