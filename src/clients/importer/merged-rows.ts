import { columnName, type RawRow, type Table } from '../sheets/csv.ts'
import { eachPart } from '../sheets/map-shape.ts'
import type { MergedFigure } from '../sheets/merged.ts'
import { ImportMap } from './map.ts'
import type { MapPart } from './map-values.ts'

/** What figures of merged cells are to the rows that they cover. */

export interface MergedRows {
  readonly rows: readonly RawRow[]
  /**
   * Where the merged cells are, by the cells of a row and column, of figures that may be the sum of several rows. In a register,
   * several rows have the same number.
   */
  readonly unclear: ReadonlyMap<RawRow['cells'], ReadonlyMap<string, string>>
}

/**
 * A figure that tells whose a row is, of which day, what or where, such as a member number, holds for each row. A weight or a
 * price may be that of all rows together. In a note, it stays with the first row.
 */
export function mergedRows(
  { header, rows }: Pick<Table, 'header' | 'rows'>,
  spec: ImportMap,
  merged: readonly MergedFigure[],
): MergedRows {
  const unclear = new Map<RawRow['cells'], Map<string, string>>()
  if (merged.length === 0) return { rows, unclear }
  const { measured, telling, needed } = columnsOf(spec)
  const ofDay = header.indexOf(spec.csv?.across?.day ?? '')
  const inRows = Map.groupBy(merged, ({ row }) => row)
  const made = rows.map((raw) => {
    const cells = [...raw.cells]
    for (const { column, figure, at, isCopy, day } of inRows.get(raw.row) ?? []) {
      if (day !== undefined && day !== raw.cells[ofDay]) continue
      const name = header[column] ?? ''
      if (measured.has(name) || (needed.has(name) && !telling.has(name)))
        unclear.set(cells, (unclear.get(cells) ?? new Map<string, string>()).set(name, at))
      else if (telling.has(name)) cells[column] = String(figure)
      else if (isCopy) cells[column] = ''
    }
    return { ...raw, cells }
  })
  return { rows: made, unclear }
}

/** Columns by what they are to their row; a column may be several of these, and those of notes alone are none. */
interface ReadColumns {
  /** Weights, prices and other measures, which have a sum. */
  readonly measured: ReadonlySet<string>
  /** What tells whose, when, what or where. */
  readonly telling: ReadonlySet<string>
  /** Those that must have text. */
  readonly needed: ReadonlySet<string>
}

function columnsOf(spec: ImportMap): ReadColumns {
  const [measured, telling, needed] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const values: string[] = []
  eachPart<MapPart>(ImportMap, spec, ({ is }, part, pointer) => {
    if (is === 'value') values.push(`${pointer}/`)
    if (is !== 'column' || NOTED.test(pointer)) return
    const isTelling = TELLING.test(pointer) || values.some((value) => pointer.startsWith(value))
    const kind = isTelling ? telling : NEEDED.test(pointer) ? needed : measured
    kind.add(columnName(String(part)))
  })
  return { measured, telling, needed }
}

const NOTED = /\/note\/\d+\/column$/
const NEEDED = /^\/required\/|\/only_if\/\d+$/
/** Days, keys, words for units, and places. */
const TELLING = /^\/dates\/|\/(?:key\/\d+|keyed_by\/\d+|unit_column|(?:geometry|latitude|longitude)\/column)$/
