import { withRemedy } from '../../words/fault.ts'
import { columnName, readTable } from '../sheets/csv.ts'
import { ImportFault } from '../sheets/fault.ts'
import { eachPart } from '../sheets/map-shape.ts'
import { normalized } from '../sheets/meaning.ts'
import { ImportMap } from './map.ts'
import type { MapPart, Value } from './map-values.ts'

/**
 * Reads the second sheets of a map: lists of members or codes in which cells of the imported sheet are looked
 * up.
 */

export interface LookupTable {
  /** @returns undefined if no row has the key; empty for an empty cell */
  find(key: string, column: string): string | undefined
}

export type LookupTables = ReadonlyMap<string, LookupTable>

/**
 * @param textOf returns the CSV text of a table's file
 * @throws {ImportFault} if a table lacks its key or a column that the map reads, or has different rows with
 * the same key
 */
export async function readTables(
  map: ImportMap,
  textOf: (table: { readonly file?: string; readonly sheet?: string }) => Promise<string>,
): Promise<LookupTables> {
  const tables = new Map<string, LookupTable>()
  const columnsRead = columnsOf(map)
  for (const [name, spec] of Object.entries(map.tables ?? {})) {
    const { delimiter } = map.csv ?? {}
    const columns = new Set([columnName(spec.key), ...(columnsRead.get(name) ?? [])])
    const text = await textOf(spec)
    tables.set(name, tableOf(name, text, delimiter === undefined ? {} : { delimiter }, columns))
  }
  return tables
}

/** Returns the columns that the map reads from each table. */
function columnsOf(map: ImportMap): Map<string, Set<string>> {
  const columns = new Map<string, Set<string>>()
  eachPart<MapPart>(ImportMap, map, ({ is }, value) => {
    const { table, take } = is === 'value' ? (value as Value) : {}
    if (table !== undefined && take !== undefined)
      columns.set(table, (columns.get(table) ?? new Set()).add(columnName(take)))
  })
  return columns
}

/** @param columns of which the key is the first */
function tableOf(
  name: string,
  text: string,
  dialect: NonNullable<ImportMap['csv']>,
  columns: ReadonlySet<string>,
): LookupTable {
  const { header, rows } = readTable(text, dialect)
  const index = new Map([...columns].map((column) => [column, header.indexOf(column)]))
  const missing = [...index].filter(([, at]) => at === -1).map(([column]) => column)
  if (missing.length > 0)
    throw new ImportFault(
      ...withRemedy(
        'import.file.tableLacks',
        { table: name, columns: { examples: missing } },
        {
          present: { examples: header.filter(Boolean).slice(0, 40) },
        },
      ),
    )
  const byKey = new Map<string, readonly string[]>()
  for (const { row, cells } of rows) {
    const texts = [...index.values()].map((at) => cells[at]?.trim() ?? '')
    const [word = ''] = texts
    if (word === '') continue
    const before = byKey.get(normalized(word))
    if (before !== undefined && texts.some((text, i) => i > 0 && text !== before[i]))
      throw new ImportFault(...withRemedy('import.file.keyTwice', { table: name, word, row }))
    byKey.set(normalized(word), texts)
  }
  const order = [...index.keys()]
  return { find: (word, column) => byKey.get(normalized(word))?.[order.indexOf(columnName(column))] }
}
