import { columnName, type Table } from '../sheets/csv.ts'
import { type CompiledMap, withDates } from './compiled-map.ts'
import { datesOf, isOfOtherCalendar } from './guess/styles.ts'
import type { DateSpec } from './map.ts'

/**
 * Adds date formats for a rejects file in which a spreadsheet program changed the dates. Adds only formats
 * that are clear from the cells; otherwise the rows are at fault again.
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
  // A program takes days of another calendar for days of ours, and writes them as such.
  if (formats.some(isOfOtherCalendar)) return []
  const found = datesOf(cells)
  if (found === null || found.instead !== null) return []
  const added = found.formats
    .filter((format) => !formats.includes(format))
    .filter((format) => /YYYY/.test(format) || (century !== undefined && !isOfOtherCalendar(format)))
  // A program that is set to the other order of day and month swaps them in 3/4 and leaves 13/4 as text. If
  // one of its dates is after the 12th, it did not swap them.
  const mayBeSwapped = formats.some((format) => /^[DM]{1,2}\W[DM]{1,2}\W/.test(format))
  const isClear = cells.some((cell) => Number(/^\d{4}-\d\d?-(\d\d?)/.exec(cell)?.[1]) > 12)
  return mayBeSwapped && !isClear ? added.filter((format) => !/^YYYY/.test(format)) : added
}
