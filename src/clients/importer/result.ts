import type { Told } from '../../words/fault.ts'
import type { RowFault } from '../sheets/fault.ts'
import type { CellChange } from './changes.ts'
import type { HeldChain } from './held.ts'
import type { Match } from './parties.ts'
import type { Lack } from './row.ts'

/** What an import asks of the service, and what it comes to. */

/** The result of one record. Has a `problem` only if it was rejected. */
export interface AppendResult {
  readonly id: string
  readonly status: 'accepted' | 'replayed' | 'rejected'
  readonly problem?: {
    readonly code?: string
    readonly detail?: string
    readonly errors?: readonly { readonly pointer: string; readonly message: string }[]
  }
}

export interface ImportStore {
  /** Returns the stored records with these ids. Unused ids are left out. */
  held(ids: readonly string[]): Promise<readonly HeldChain[]>
  /**
   * Returns results in the order of the records. A faulty record must not affect another. A dry run does not
   * call this.
   */
  append(records: readonly object[]): Promise<readonly AppendResult[]>
}

export interface ImportProgress {
  readonly rowsDone: number
  readonly rows: number
  readonly written: number
  readonly faulty: number
}

/** The counts of a dry run are those of what would be written. */
export interface RecordCounts {
  readonly written: number
  readonly corrected: number
  readonly there: number
  readonly refused: number
}

/** A party of the sheet that the office had entered. */
export interface MatchedParty {
  /** The first row that names it. */
  readonly row: number
  readonly column: string
  readonly by: Match['by']
  readonly party: string
  readonly name: string
  readonly member_no: string | null
}

export interface ImportResult {
  readonly map: string
  /** Whether the map has a key for rows. */
  readonly hasKey: boolean
  readonly dryRun: boolean
  readonly correct: boolean
  /** Why some rows were not read; null if all were. */
  readonly stopped: Told | null
  readonly rows: {
    readonly total: number
    readonly done: number
    /** Written or, in a dry run, to be written. */
    readonly new: number
    /** Imported before and unchanged. */
    readonly known: number
    /** Imported before and changed since. */
    readonly changed: number
    readonly faulty: number
    /** Rows that the map skips, such as totals and remarks. They are in none of the other figures. */
    readonly leftOut: number
  }
  /**
   * The numbers of rows without kilograms, and of rows at fault because their day or number cannot be read.
   */
  readonly lacking: Readonly<Record<Lack, number>>
  /** The first few new rows. */
  readonly newRows: readonly number[]
  /** By record type, for the types that the file made. */
  readonly records: Readonly<Record<string, RecordCounts>>
  /** The ids of the records written or, in a dry run, to be written. */
  readonly written: readonly string[]
  readonly changes: readonly CellChange[]
  readonly matches: readonly MatchedParty[]
  /** The names of each party that the sheet writes in several ways. */
  readonly spellings: readonly (readonly string[])[]
  readonly faults: readonly RowFault[]
  /** The faulty rows as CSV, to be corrected and imported again; empty if there are none. */
  readonly rejects: string
}
