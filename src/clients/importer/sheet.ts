import { must } from '../../base/typed.ts'
import { sheetValue } from '../../text/csv.ts'
import { type RawRow, readTable, type Table } from './csv.ts'
import { type DateFormat, dateFormat, monthNames } from './dates.ts'
import type { ImportMap } from './map.ts'
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
  if (dialect?.across === undefined) return table
  const all = table.rows.map(({ row, cells }) => ({ row, cells }))
  return {
    ...table,
    ...downwards(
      table.header,
      all,
      dialect.across,
      ({ cells }) => cells,
      ({ row }, cells) => ({ row, cells }),
    ),
  }
}

/** Turns a register with a column for each day into rows: one for each day with a cell that is not empty. */
export function downwards<Row, Made = readonly string[]>(
  header: readonly string[],
  rows: readonly Row[],
  { formats, day, amount }: Across,
  cellsOf: (row: Row) => readonly string[],
  made: (row: Row, cells: readonly string[]) => Made = (_, cells) => cells as Made,
): { readonly header: readonly string[]; readonly rows: readonly Made[] } {
  const readers = formats
    .map((format) => dateFormat(format, { months: monthNames(), century: 2000 }))
    .filter((format): format is DateFormat => 'read' in format)
  const isDay = header.map((name) =>
    readers.some((reader) => {
      const read = reader.read(name)
      return read !== null && !('fault' in read)
    }),
  )
  const fixed = <T>(all: readonly T[]) => all.filter((_, i) => isDay[i] !== true)
  return {
    header: [...fixed(header.map((name) => name)), day, amount],
    rows: rows.flatMap((row) => {
      const cells = cellsOf(row)
      const others = fixed(header.map((_, i) => cells[i] ?? ''))
      return header.flatMap((name, i) =>
        isDay[i] && (cells[i] ?? '').trim() !== ''
          ? [made(row, [...others, name, must(cells[i]), ...cells.slice(header.length)])]
          : [],
      )
    }),
  }
}
