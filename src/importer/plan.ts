import { type CompiledMap, columnName } from './compiled-map.ts'
import type { RawRow, Table } from './csv.ts'
import { ImportFault, MapFault, type RowFault, shown } from './fault.ts'
import { contentKey, IMPORT_ID_PATTERN, importId } from './identity.ts'
import type { ReadParty } from './parties.ts'
import type { RowContext } from './row-parts.ts'
import { RowReader } from './row-reader.ts'
import { type MadeRecord, RowMaker } from './rows.ts'
import { IDENTITY_COLUMN, OWN_COLUMNS, readSheet } from './sheet.ts'

/** A whole file as what each row becomes. Pure: nothing is written, and the order of the rows plays no part. */

export interface PlannedRow {
  readonly row: number
  /** Who the row is; the ids of its records follow from it. */
  readonly identity: string
  /** None where there are faults: a row goes in whole or not at all. */
  readonly records: readonly MadeRecord[]
  readonly faults: readonly RowFault[]
  /** The row's cells as they stand in the file. */
  readonly cells: readonly string[]
}

export interface ImportPlan {
  readonly table: Table
  /** Rows that are not blank. */
  readonly rowCount: number
  /** Works the rows out one by one, so that a large file is never held as records. */
  rows(): Iterable<PlannedRow>
}

/**
 * @param text the file, decoded
 * @throws {ImportFault} when the file has no rows that could be told apart, or not the columns of the map
 * @throws {MapFault} when the map says that it describes a day to come
 */
export function planImport(text: string, map: CompiledMap, context: RowContext): ImportPlan {
  if (map.asOfMs > context.nowMs) throw new MapFault([{ pointer: '/as_of', message: 'lies in the future' }])
  const table = readSheet(text, map.spec.csv)
  const index = indexOf(table, map)
  const identities = identitiesOf(table, map)
  const maker = new RowMaker(map, context, index)
  const contradictions = contradictionsIn(table, map, (raw, i) => read(raw, i).parties)

  function read(raw: RawRow, i: number) {
    const wrong = widthFault(raw, table.header.length) ?? identities.faults.get(i)
    if (wrong !== undefined) return { records: [], faults: [wrong], parties: [] as ReadParty[] }
    return maker.read(raw.row, identities.ids[i] as string, raw.cells)
  }

  return {
    table,
    rowCount: table.rows.length,
    *rows() {
      for (const [i, raw] of table.rows.entries()) {
        const { records, faults, parties } = read(raw, i)
        const against = contradictions(raw, parties)
        const all = [...faults, ...against]
        yield {
          row: raw.row,
          identity: identities.ids[i] as string,
          records: all.length > 0 ? [] : records,
          faults: all,
          cells: raw.cells,
        }
      }
    },
  }
}

/**
 * The member numbers that rows name and the appliance must be asked for; each once.
 * @throws {ImportFault} as `planImport`
 */
export function memberNumbersIn(text: string, map: CompiledMap): readonly string[] {
  const specs = Object.values(map.spec.members ?? {})
  if (specs.length === 0) return []
  const table = readSheet(text, map.spec.csv)
  const index = indexOf(table, map)
  const numbers = new Set<string>()
  for (const { row, cells } of table.rows) {
    const reader = new RowReader(map, index, row, cells)
    for (const { member_no } of specs) {
      const number = reader.value(member_no)
      if (number) numbers.add(number)
    }
  }
  return [...numbers]
}

function indexOf({ header, delimiter }: Table, map: CompiledMap): Map<string, number> {
  const index = new Map<string, number>()
  const twice = new Set<string>()
  header.forEach((name, i) => {
    if (index.has(name)) twice.add(name)
    else index.set(name, i)
  })
  const doubled = [...map.columns, ...OWN_COLUMNS].filter((column) => twice.has(column))
  if (doubled.length > 0)
    throw new ImportFault(
      `The header has the same column twice: ${doubled.join(', ')}.`,
      'Give each column that the map reads a name of its own.',
    )
  const missing = map.columns.filter((column) => !index.has(column))
  if (missing.length > 0) throw new ImportFault(...missingColumns(missing, header, delimiter))
  return index
}

function missingColumns(
  missing: readonly string[],
  header: readonly string[],
  delimiter: string,
): [message: string, remedy: string] {
  const message = `The file lacks ${missing.length === 1 ? 'a column' : 'columns'} of the map: ${missing.join(', ')}.`
  const other = [',', ';', '\t', '|'].find((sign) => sign !== delimiter && header[0]?.includes(sign))
  if (header.length === 1 && other !== undefined)
    return [
      message,
      `Its cells seem to be separated by "${other}"; say so in the map: "csv": { "delimiter": "${other}" }.`,
    ]
  const there = header
    .filter((name) => name !== '')
    .map(shown)
    .slice(0, 40)
  return [message, `Correct the names in the map or in the header, which has: ${there.join(', ')}.`]
}

function widthFault({ row, cells }: RawRow, width: number): RowFault | undefined {
  const isLonger = cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')
  if (!isLonger && cells.length >= width) return undefined
  return {
    row,
    column: '',
    value: shown(cells.slice(0, 4).join(' ')),
    message: `has ${isLonger ? 'more' : 'fewer'} cells than the header`,
    remedy:
      'Quote a cell that holds the sign between cells or a line break, and give empty cells their sign.',
  }
}

interface Identities {
  /** By the place of the row among those that are not blank. */
  readonly ids: readonly string[]
  readonly faults: ReadonlyMap<number, RowFault>
}

/** A rejects file says who a row is; any other row is what it says, and the how-manieth to say so. */
function identitiesOf({ header, rows }: Table, map: CompiledMap): Identities {
  const at = header.indexOf(IDENTITY_COLUMN)
  const own = new Set(OWN_COLUMNS)
  const occurrences = new Map<string, number>()
  const seen = new Set<string>()
  const faults = new Map<number, RowFault>()
  const ids = rows.map(({ row, cells }, i) => {
    const given = (at === -1 ? '' : (cells[at] ?? '')).trim()
    const wrong = (message: string, remedy: string) =>
      faults.set(i, { row, column: IDENTITY_COLUMN, value: shown(given), message, remedy })
    if (given !== '') {
      if (!IMPORT_ID_PATTERN.test(given))
        wrong('was changed', 'Put it back as it was; without it the row could be written twice.')
      else if (seen.has(given))
        wrong('stands in another row, too', 'Empty this cell in the row that was added.')
      seen.add(given)
      return given
    }
    const named = cells.map((cell, c) => [header[c] ?? '', cell] as const)
    const key = contentKey(named.filter(([column]) => !own.has(column)))
    const occurrence = occurrences.get(key) ?? 0
    occurrences.set(key, occurrence + 1)
    return importId(map.spec.name, key, occurrence)
  })
  return { ids, faults }
}

/**
 * Rows that say different things of one party: its telephone, region or member number. Nobody can tell which is
 * right, so every row of the party is named, whichever came first.
 */
function contradictionsIn(
  table: Table,
  map: CompiledMap,
  partiesOf: (raw: RawRow, i: number) => readonly ReadParty[],
): (raw: RawRow, parties: readonly ReadParty[]) => RowFault[] {
  const hasParticulars = Object.values(map.spec.parties ?? {}).some(
    ({ phone, region, member_no }) => phone ?? region ?? member_no,
  )
  if (!hasParticulars) return () => []
  const first = new Map<string, string>()
  const contradicted = new Set<string>()
  table.rows.forEach((raw, i) => {
    for (const { id, particulars, statement } of partiesOf(raw, i)) {
      if (statement === null) continue
      const known = first.get(id)
      if (known === undefined) first.set(id, particulars)
      else if (known !== particulars) contradicted.add(id)
    }
  })
  if (contradicted.size === 0) return () => []
  return ({ row, cells }, parties) =>
    parties
      .filter(({ id }) => contradicted.has(id))
      .map(({ column }) => ({
        row,
        column,
        value: shown(cells[table.header.indexOf(columnName(column))] ?? ''),
        message: 'has another telephone, region or member number in another row',
        remedy: 'Make the rows agree, or tell the two parties apart by their names or keyed_by in the map.',
      }))
}
