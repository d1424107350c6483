import type { Cell, Tell } from '../../store/record-rows.ts'
import { BYTES, RECORD_TABLES, type RecordTable, ROLE } from '../../store/record-tables.ts'

/**
 * Rows that follow from records, whether required by records or stored in tables. Ids and hashes are hexadecimal digits of
 * either case, with dashes or without.
 */
export interface RecordRow {
  readonly table: RecordTable
  readonly cells: readonly Cell[]
}

/** The entry that a row belongs to. */
export const entryOf = ({ table, cells }: RecordRow): number => cells[RECORD_TABLES[table].of] as number

const ROLES = Object.values(ROLE)
const ROLE_AT = RECORD_TABLES.record_party.columns.indexOf('role')

/** Roles may be spread over several rows, but none is in two: each counts as a row of its own. */
export const eachRole =
  (tell: Tell): Tell =>
  (table, cells) => {
    if (table !== 'record_party') tell(table, cells)
    else
      for (const role of ROLES)
        if (((cells[ROLE_AT] as number) & role) !== 0) tell(table, cells.with(ROLE_AT, role))
  }

/** The rows of some entries whose sums differ, in full: those of one side less those of the other. */
export class RowList {
  readonly #isMeant: (seq: number) => boolean
  readonly #step: () => 1 | -1
  readonly #rows = new Map<string, { readonly row: RecordRow; count: number }>()

  /**
   * @param isMeant selects the entries
   * @param step 1 for rows that records require, -1 for rows stored in tables
   */
  constructor(isMeant: (seq: number) => boolean, step: () => 1 | -1) {
    this.#isMeant = isMeant
    this.#step = step
  }

  readonly tell: Tell = (table, told) => {
    const columns: readonly string[] = RECORD_TABLES[table].columns
    const cells = told.map((cell, i) => (BYTES.has(columns[i] as string) ? digits(cell as string) : cell))
    const row: RecordRow = { table, cells }
    if (!this.#isMeant(entryOf(row))) return
    const key = JSON.stringify(row)
    const count = (this.#rows.get(key)?.count ?? 0) + this.#step()
    if (count === 0) this.#rows.delete(key)
    else this.#rows.set(key, { row, count })
  }

  /** Required but missing. */
  get missing(): RecordRow[] {
    return this.#left((count) => count > 0)
  }

  /** Stored but not required. */
  get unasked(): RecordRow[] {
    return this.#left((count) => count < 0)
  }

  #left(isMeant: (count: number) => boolean): RecordRow[] {
    return [...this.#rows.values()].filter(({ count }) => isMeant(count)).map(({ row }) => row)
  }
}

const digits = (text: string): string => text.replaceAll('-', '').toLowerCase()
