import { columnName } from '../sheets/csv.ts'
import type { CompiledMap } from './compiled-map.ts'

/**
 * Identifies a row by its key columns or, without a key, by all columns that the map reads. Spelling variants
 * and the order of columns and rows do not matter.
 * @returns null if these cells are empty
 */
export function rowKeys(
  map: CompiledMap,
  index: ReadonlyMap<string, number>,
): (cells: readonly string[]) => string | null {
  const meaning = (column: string, cells: readonly string[]) =>
    map.meaning(column, cells[index.get(column) ?? -1] ?? '')
  // The next sheet of the same kind may have the same rows for another day.
  const days = Object.values(map.spec.dates ?? {}).flatMap(({ constant }) => constant ?? [])
  const columns = map.spec.key?.map(columnName)
  if (columns !== undefined)
    return (cells) => {
      const parts = columns.map((column) => meaning(column, cells))
      return parts.includes('') ? null : rowKey([...parts, ...days])
    }
  const read = map.readColumns.toSorted()
  return (cells) => {
    const filled = read.map((column) => [column, meaning(column, cells)]).filter(([, text]) => text !== '')
    return filled.length === 0 ? null : JSON.stringify([...filled, ...days])
  }
}

/** @param meanings of the key's columns */
export const rowKey = (meanings: readonly string[]): string => JSON.stringify(meanings)
