import { type CompiledMap, columnName, withDates } from './compiled-map.ts'
import type { Table } from './csv.ts'
import { datesOf } from './guess/styles.ts'
import type { DateSpec } from './map.ts'

/**
 * The days of a file of rejected rows that a spreadsheet program saved in its own way. They are read only
 * where the cells tell how; else their rows are at fault again.
 */
export function readingReturned(map: CompiledMap, { header, rows }: Table): CompiledMap {
  const dates = Object.entries(map.spec.dates ?? {}).map(([name, spec]): [string, DateSpec] => {
    const at = spec.column === undefined ? -1 : header.indexOf(columnName(spec.column))
    const cells = rows.map(({ cells }) => cells[at]?.trim() ?? '').filter((cell) => cell !== '')
    const isRead = (cell: string) => !('fault' in (map.dates.get(name)?.read(cell) ?? { fault: '' }))
    const { formats = [] } = spec
    const added = addedFormats(
      spec,
      cells.filter((cell) => !isRead(cell)),
    )
    return [name, added.length === 0 ? spec : { ...spec, formats: [...formats, ...added] }]
  })
  return dates.some(([name, spec]) => spec !== map.spec.dates?.[name])
    ? withDates(map, Object.fromEntries(dates))
    : map
}

function addedFormats({ formats = [], century }: DateSpec, cells: readonly string[]): string[] {
  const found = datesOf(cells)
  if (found === null || found.instead !== null) return []
  const added = found.formats
    .filter((format) => !formats.includes(format))
    .filter((format) => /YYYY/.test(format) || century !== undefined)
  // A program set to the other order turns 3/4 round, and leaves 13/4 as text: one of its dates after the
  // 12th shows that it did not.
  const mayBeTurned = formats.some((format) => /^[DM]{1,2}\W[DM]{1,2}\W/.test(format))
  const isProved = cells.some((cell) => Number(/^\d{4}-\d\d?-(\d\d?)/.exec(cell)?.[1]) > 12)
  return mayBeTurned && !isProved ? added.filter((format) => !/^YYYY/.test(format)) : added
}
