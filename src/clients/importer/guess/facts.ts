import type { ConversionFacts } from '../../../domain/derived/world.ts'
import type { LawfulBasis } from '../../../domain/shapes.ts'
import type { IsMember } from '../../sheets/numbering.ts'
import type { ImportMap } from '../map.ts'
import type { GuessedColumns, StandIns } from './guessed-map.ts'
import type { Points } from './points.ts'
import type { RegistryName } from './words.ts'

/** What a proposal depends on besides the sheet, and what its parts are made of. */

export interface ProposalFacts {
  readonly crops: readonly RegistryName[]
  readonly units: readonly RegistryName[]
  readonly conversions: readonly ConversionFacts[]
  readonly timeZone: string
  /** `GRANARY_COUNTRY`; empty if it is not set. */
  readonly country: string
  readonly today: string
  readonly isMember: IsMember
  /** A name for the map, made of the file's name. */
  readonly name: string
}

export interface Parts {
  readonly points: Points
  readonly columns: GuessedColumns
  readonly facts: ProposalFacts
  readonly standIn: StandIns
  /** Whether lines stand above the header. */
  readonly hasTitle: boolean
}

/** What a row makes, once the lawful basis is known. */
export type Content = (basis: LawfulBasis | null) => Partial<ImportMap>
