import { keysOf, ofEach } from '../base/typed.ts'
import { idBytes } from '../domain/id.ts'
import { type Behind, isWrittenBehind } from './behind.ts'
import type { Db } from './open.ts'
import { BYTES, RECORD_TABLES, type RecordTable } from './record-tables.ts'

/** A cell of a row; ids and hashes are text. */
export type Cell = number | string
/** Adds a row. @param cells in the order of the table's columns */
export type Tell = (table: RecordTable, cells: readonly Cell[]) => void

type Bound = (Cell | Buffer)[]
type Add = (cells: readonly Cell[]) => void

/** Adds rows that follow from records. Call inside a job of the writer. */
export class RecordRows {
  readonly #add: Readonly<Record<RecordTable, Add>>
  /** The last converted id: the id of a record is written into several rows in succession. */
  #last: { readonly text: string; readonly bytes: Buffer } | null = null

  constructor(db: Db, behind: Behind) {
    const adder = (table: RecordTable): Add => {
      const { columns } = RECORD_TABLES[table]
      // No table has two such columns.
      const bytesAt = columns.findIndex((column) => BYTES.has(column))
      const bound = (cells: readonly Cell[]): Bound => {
        const row: Bound = cells.slice()
        if (bytesAt >= 0) row[bytesAt] = this.#bytes(cells[bytesAt] as string)
        return row
      }
      if (isWrittenBehind(table)) return (cells) => behind.add(table, bound(cells) as (number | Buffer)[])
      const insert = db.prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      )
      return (cells) => insert.run(bound(cells))
    }
    this.#add = ofEach(keysOf(RECORD_TABLES), adder)
  }

  readonly add: Tell = (table, cells) => this.#add[table](cells)

  #bytes(text: string): Buffer {
    if (this.#last?.text !== text) this.#last = { text, bytes: idBytes(text) }
    return this.#last.bytes
  }
}
