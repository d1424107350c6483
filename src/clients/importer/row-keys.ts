import { type CompiledMap, columnName } from './compiled-map.ts'

/**
 * Who a row is: what its key columns say or, where the map names none, all that the map reads. What the map does not read, and
 * how things are written, plays no part; nor does the order of columns and rows.
 * @returns null for a row that says nothing there
 */
export function rowKeys(
  map: CompiledMap,
  index: ReadonlyMap<string, number>,
): (cells: readonly string[]) => string | null {
  const meaning = (column: string, cells: readonly string[]) =>
    map.meaning(column, cells[index.get(column) ?? -1] ?? '')
  const columns = map.spec.key?.map(columnName)
  if (columns !== undefined)
    return (cells) => {
      const parts = columns.map((column) => meaning(column, cells))
      return parts.includes('') ? null : JSON.stringify(parts)
    }
  const read = map.readColumns.toSorted()
  return (cells) => {
    const said = read.map((column) => [column, meaning(column, cells)]).filter(([, text]) => text !== '')
    return said.length === 0 ? null : JSON.stringify(said)
  }
}
