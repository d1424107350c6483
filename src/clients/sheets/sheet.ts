import { must } from '../../base/typed.ts'
import { sheetValue } from '../../text/csv.ts'
import type { ImportMap } from '../importer/map.ts'
import { type RawRow, readTable, type Table } from './csv.ts'
import { dateBy, dateFormats, monthNames } from './dates.ts'
import { ownDelimiter } from './own-columns.ts'

/** Reads sheets and rejects files. */

type Dialect = NonNullable<ImportMap['csv']>
export type Across = NonNullable<Dialect['across']>

/** Reads a sheet or a rejects file. @throws {ImportFault} if the rows cannot be separated */
export function readSheet(text: string, dialect?: ImportMap['csv']): Table {
  const own = ownDelimiter(text)
  const table = readTable(text, own === null ? dialect : { delimiter: own })
  if (own !== null) {
    const restored = ({ row, cells }: RawRow): RawRow => ({ row, cells: cells.map(sheetValue) })
    return { ...table, header: table.header.map(sheetValue), rows: table.rows.map(restored) }
  }
  return dialect?.across === undefined ? table : { ...table, ...downwards(table, dialect.across) }
}

/** Turns a register with a column for each day into rows: one for each day with a cell that is not empty. */
export function downwards(
  { header, rows }: Pick<Table, 'header' | 'rows'>,
  { formats, day, amount }: Across,
): Pick<Table, 'header' | 'rows'> {
  const readers = dateFormats(formats, { months: monthNames(), century: 2000 })
  const isDay = header.map((name) => readers.some((reader) => dateBy(reader, name) !== null))
  const fixed = <T>(all: readonly T[]) => all.filter((_, i) => isDay[i] !== true)
  return {
    header: [...fixed(header), day, amount],
    rows: rows.flatMap(({ row, cells }) => {
      const others = fixed(header.map((_, i) => cells[i] ?? ''))
      return header.flatMap((name, i) =>
        isDay[i] && (cells[i] ?? '').trim() !== ''
          ? [{ row, cells: [...others, name, must(cells[i]), ...cells.slice(header.length)] }]
          : [],
      )
    }),
  }
}
