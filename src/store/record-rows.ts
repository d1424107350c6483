import { idBytes } from '../domain/id.ts'
import { type Behind, isWrittenBehind } from './behind.ts'
import type { Db } from './open.ts'
import { BYTES, RECORD_TABLES, type RecordTable } from './record-tables.ts'

/** Cells of a row in the order of its table's columns; ids and hashes are text. */
export type Cell = number | string
export type Tell = (table: RecordTable, cells: readonly Cell[]) => void

type Add = (cells: readonly Cell[]) => void

/** Adds rows that follow from records. Call inside a job of the writer. */
export class RecordRows {
  readonly #add: Readonly<Record<RecordTable, Add>>
  /** A record's id is written into several rows in succession. */
  #last: { readonly text: string; readonly bytes: Buffer } | null = null

  constructor(db: Db, behind: Behind) {
    const adder = (table: RecordTable): Add => {
      const { columns } = RECORD_TABLES[table]
      const isBytes = columns.map((column) => BYTES.has(column))
      const values = (cells: readonly Cell[]) =>
        cells.map((cell, i) => (isBytes[i] ? this.#bytes(cell as string) : cell))
      if (isWrittenBehind(table)) return (cells) => behind.add(table, ...(values(cells) as number[]))
      const insert = db.prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      )
      return (cells) => insert.run(...values(cells))
    }
    this.#add = Object.fromEntries(
      (Object.keys(RECORD_TABLES) as RecordTable[]).map((table) => [table, adder(table)]),
    ) as Record<RecordTable, Add>
  }

  readonly add: Tell = (table, cells) => this.#add[table](cells)

  #bytes(text: string): Buffer {
    if (this.#last?.text !== text) this.#last = { text, bytes: idBytes(text) }
    return (this.#last as { readonly bytes: Buffer }).bytes
  }
}
