import { must } from '../../base/typed.ts'
import { sheetValue } from '../../text/csv.ts'
import { withRemedy } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { type RawRow, readTable, type Table } from './csv.ts'
import { dateBy, dateFormats, monthNames } from './dates.ts'
import { ImportFault, shown } from './fault.ts'
import type { Dialect } from './map-shape.ts'
import type { MergedFigure } from './merged.ts'
import { OWN_COLUMNS, ownDelimiter } from './own-columns.ts'

/** Reads sheets and rejects files. */

export type Across = NonNullable<Dialect['across']>

/** Reads a sheet or a rejects file. @throws {ImportFault} if the rows cannot be separated */
export function readSheet(text: string, dialect?: Dialect): Table {
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
  const isDay = areDays(header, formats)
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

const areDays = (header: readonly string[], formats: Across['formats']): boolean[] => {
  const readers = dateFormats(formats, { months: monthNames(), century: 2000 })
  return header.map((name) => readers.some((reader) => dateBy(reader, name) !== null))
}

/** Returns figures of merged cells in the columns of `downwards`: of a cell, with the heading of its day. */
export function figuresDownwards(
  text: string,
  { across, ...dialect }: Dialect & { readonly across: Across },
  figures: readonly MergedFigure[],
): MergedFigure[] {
  const { header } = readTable(text, dialect)
  const isDay = areDays(header, across.formats)
  const fixed = (columns: readonly boolean[]) => columns.filter((is) => !is).length
  return figures.map((one) =>
    isDay[one.column] === true
      ? { ...one, column: fixed(isDay) + 1, day: must(header[one.column]) }
      : { ...one, column: fixed(isDay.slice(0, one.column)) },
  )
}

/** Returns the place of each column. @throws {ImportFault} if one of those read is missing, or there twice */
export function indexOf({ header, delimiter }: Table, columns: readonly string[]): Map<string, number> {
  const index = new Map<string, number>()
  const twice = new Set<string>()
  header.forEach((name, i) => {
    if (index.has(name)) twice.add(name)
    else index.set(name, i)
  })
  const repeated = [...columns, ...OWN_COLUMNS].filter((column) => twice.has(column))
  if (repeated.length > 0)
    throw new ImportFault(...withRemedy('import.file.columnTwice', { columns: { examples: repeated } }))
  const missing = columns.filter((column) => !index.has(column))
  if (missing.length > 0) throw new ImportFault(...missingColumns(missing, header, delimiter))
  return index
}

function missingColumns(
  missing: readonly string[],
  header: readonly string[],
  delimiter: string,
): [what: Message, remedy: Message] {
  const what = message('import.file.lacksColumns', { count: missing.length, columns: { examples: missing } })
  const other = [',', ';', '\t', '|'].find((sign) => sign !== delimiter && header[0]?.includes(sign))
  if (header.length === 1 && other !== undefined)
    return [
      what,
      message('import.file.delimiter.remedy', {
        sign: other,
        setting: `"csv": { "delimiter": "${other}" }`,
      }),
    ]
  const present = header
    .filter((name) => name !== '')
    .map(shown)
    .slice(0, 40)
  return [what, message('import.file.lacksColumns.remedy', { present: { examples: present } })]
}
