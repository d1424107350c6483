import type { Calendar } from '../sheets/calendar.ts'
import type { MergedFigure } from '../sheets/merged.ts'
import type { CompiledMap } from './compiled-map.ts'
import type { ImportIds } from './identity.ts'
import type { KnownParties } from './known-parties.ts'
import type { RegistryFacts } from './registry-facts.ts'
import type { RowReader } from './row-reader.ts'
import type { LookupTables } from './tables.ts'

/** What the rows of a file are read with, besides the map. */
export interface RowContext {
  /** The cooperative, which asserts all records. */
  readonly cooperative: string
  readonly ids: ImportIds
  readonly known: KnownParties
  readonly calendar: Calendar
  readonly registry: RegistryFacts
  /** The second sheets of the map. */
  readonly tables: LookupTables
  /** Whether a known party with the same telephone and a similar name counts as the same party. */
  readonly acceptMatches: boolean
  /**
   * Reads a phone number of the map's country, and throws if it is not one. Null if only the international
   * form is read.
   */
  readonly phone: ((text: string) => string) | null
  /** Parties that the sheet itself names, which differ by its own keys. */
  readonly ownParties: ReadonlySet<string>
  /** Figures of merged cells of the text. */
  readonly merged?: readonly MergedFigure[] | undefined
}

/** One row, for everything that reads a part of it. */
export interface SheetRow {
  readonly map: CompiledMap
  readonly context: RowContext
  /** Reads its cells, and collects its faults. */
  readonly reader: RowReader
}

/** The column of each member of a record. */
export type MemberColumns = Record<string, string>

/** What a row may lack although a total needs it. */
export const LACKS = ['kg', 'day', 'number'] as const
export type Lack = (typeof LACKS)[number]
