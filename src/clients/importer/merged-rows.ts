import { given } from '../../base/typed.ts'
import { columnName, type RawRow, type Table } from '../sheets/csv.ts'
import { eachPart } from '../sheets/map-shape.ts'
import type { MergedFigure } from '../sheets/merged.ts'
import { ImportMap } from './map.ts'
import type { MapPart } from './map-values.ts'

/** What figures of merged cells are to the rows that they cover. */

export interface MergedRows {
  readonly rows: readonly RawRow[]
  /** Where the merged cells are, by row and column, of figures that may be the sum of several rows. */
  readonly unclear: ReadonlyMap<number, ReadonlyMap<string, string>>
}

/**
 * A figure that tells whose a row is, or of which day, such as a member number, holds for each row. A weight or a price
 * may be that of all rows together. In a note, it stays with the first row.
 */
export function mergedRows(
  { header, rows }: Pick<Table, 'header' | 'rows'>,
  spec: ImportMap,
  merged: readonly MergedFigure[],
): MergedRows {
  const unclear = new Map<number, Map<string, string>>()
  if (merged.length === 0) return { rows, unclear }
  const { parties, members, dates, crop } = spec
  const ofAll = new Set(columnsIn(given({ parties, members, dates, crop })))
  const read = new Set(columnsIn(withoutNotes(spec)))
  const inRows = Map.groupBy(merged, ({ row }) => row)
  const made = rows.map((raw) => {
    const cells = [...raw.cells]
    for (const { column, figure, at } of inRows.get(raw.row) ?? []) {
      const name = header[column] ?? ''
      if (ofAll.has(name)) cells[column] = String(figure)
      else if (read.has(name))
        unclear.set(raw.row, (unclear.get(raw.row) ?? new Map<string, string>()).set(name, at))
    }
    return { ...raw, cells }
  })
  return { rows: made, unclear }
}

/** Returns the columns that a part of the map reads. */
function columnsIn(spec: Partial<ImportMap>): string[] {
  const columns: string[] = []
  eachPart<MapPart>(ImportMap, spec, ({ is }, column) => {
    if (is === 'column') columns.push(columnName(String(column)))
  })
  return columns
}

/** Records may be nested, and have notes at each level. */
function withoutNotes(spec: ImportMap): Partial<ImportMap> {
  return JSON.parse(JSON.stringify(spec, (member, value) => (member === 'note' ? undefined : value)))
}
