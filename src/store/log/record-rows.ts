import { ofEach } from '../../base/typed.ts'
import type { Db } from '../file/open.ts'
import { type Behind, type BehindTable, isWrittenBehind } from '../jobs/behind.ts'
import { cellOf, RECORD_TABLE_NAMES, RECORD_TABLES, type RecordTable, type RowCell } from './record-tables.ts'

/** Adds a row. @param cells in the order of the table's columns */
export type Tell = (table: RecordTable, cells: readonly RowCell[]) => void

/** Returns the function that adds rows that follow from records. Call it inside a job of the writer. */
export function rowAdder(db: Db, behind: Behind): Tell {
  const adder = (table: RecordTable) => {
    if (isWrittenBehind(table)) return null
    const { columns } = RECORD_TABLES[table]
    const values = columns.map(cellOf).join(', ')
    return db.prepare<[readonly RowCell[]]>(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values})`)
  }
  const inserts = ofEach(RECORD_TABLE_NAMES, adder)
  return (table, cells) => {
    const insert = inserts[table]
    if (insert === null) behind.add(table as BehindTable, cells)
    else insert.run(cells)
  }
}
