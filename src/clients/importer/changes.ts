import { membersOf } from '../../base/typed.ts'
import { parseInstant } from '../../domain/time.ts'
import { dayIn } from '../../text/time-zone.ts'
import type { Told } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { columnName } from '../sheets/csv.ts'
import { shown } from '../sheets/fault.ts'
import { meaningOf } from '../sheets/meaning.ts'
import type { CompiledMap } from './compiled-map.ts'
import { kindOf } from './held.ts'
import type { NoteSpec } from './map-values.ts'
import type { PlannedRow } from './plan.ts'
import type { MadeRecord } from './record-maker.ts'

/** Describes what changed in a row since it was imported, cell by cell. */

export interface CellChange {
  readonly row: number
  /** Empty if the map changed, not the sheet. */
  readonly column: string
  /** The stored value in short; empty if there is none, or if it has no short form. */
  readonly was: Told
  /** The cell now. */
  readonly now: string
}

/** What the changes of a sheet are described with. */
export interface ChangeContext {
  readonly map: CompiledMap
  readonly index: ReadonlyMap<string, number>
  readonly timeZone: string
  readonly nameOf: (party: string) => string
}

/** @param members the members that differ from the stored record */
export function changesOf(
  context: ChangeContext,
  row: PlannedRow,
  { columns, note = [] }: MadeRecord,
  members: readonly string[],
  stored: Readonly<Record<string, unknown>>,
): CellChange[] {
  const changes = members.flatMap((member): CellChange[] => {
    if (member === 'note') return noteChanges(context, row, note, String(stored.note ?? ''))
    const column = columnName(columns[member] ?? '')
    const value = shown(shortForm(context, member, stored))
    const was = column === '' ? message('import.was.member', { member: { code: member }, value }) : value
    return [{ row: row.row, column, was, now: shown(cellOf(context, row, column)) }]
  })
  return merged(changes)
}

const cellOf = ({ index }: ChangeContext, { cells }: PlannedRow, column: string): string =>
  cells[index.get(column) ?? -1] ?? ''

/** Returns changes for the cells whose text is missing in a note. A note is made of several cells. */
function noteChanges(context: ChangeContext, row: PlannedRow, spec: NoteSpec, note: string): CellChange[] {
  const { numbers, isEmpty } = context.map
  const parts = note.split('; ')
  const meanings = new Set(parts.map((part) => meaningOf(part, numbers)))
  const changes: CellChange[] = []
  for (const { label, column } of spec) {
    if (column === undefined) continue
    const name = columnName(column)
    const cell = cellOf(context, row, name)
    const beginning = label === undefined ? null : `${label}: `
    const was = beginning === null ? undefined : parts.find((part) => part.startsWith(beginning))
    const isUnchanged = isEmpty(name, cell)
      ? was === undefined
      : meanings.has(meaningOf(`${beginning ?? ''}${cell.trim()}`, numbers))
    if (!isUnchanged)
      changes.push({
        row: row.row,
        column: name,
        was: shown(was?.slice(beginning?.length) ?? ''),
        now: shown(cell),
      })
  }
  if (changes.length > 0) return changes
  return [{ row: row.row, column: '', was: message('import.was.note', { note: shown(note) }), now: '' }]
}

function shortForm(
  { timeZone, nameOf }: ChangeContext,
  member: string,
  stored: Readonly<Record<string, unknown>>,
): string {
  const value = stored[member]
  if (value === undefined) return ''
  const kind = kindOf(stored.type, member)
  if (kind === 'happened' && stored.occurred_at_precision === 'instant') return String(value)
  if (kind === 'happened' || kind === 'day') return dayIn(timeZone, parseInstant(String(value)) ?? 0)
  if (typeof value === 'string') return nameOf(value)
  if (kind === 'quantity') {
    const { value: amount, unit, label } = membersOf(value)
    return `${amount} ${unit}${label === undefined ? '' : ` (${label})`}`
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Merges the changes of members that are read from one cell. Keeps the first, which has the most detail. */
export function merged(changes: readonly CellChange[]): CellChange[] {
  const byCell = new Map<string, CellChange>()
  for (const change of changes) {
    const key = `${change.row}\n${change.column}${change.column === '' ? JSON.stringify(change.was) : ''}`
    if (!byCell.has(key)) byCell.set(key, change)
  }
  return [...byCell.values()]
}
