import { isObject } from '../../../base/typed.ts'
import {
  type ColumnMember,
  cellOf,
  type FileCell,
  type FileColumn,
  type Scalar,
} from '../../../records/export/columns.ts'

/** A record comes from another machine: a value of another type than its column, which no appliance sends, is null in the file. */

/** The columns of the cells that `fittingCells` returns, which are by name. */
export const fittingColumns = (columns: readonly FileColumn[]): FileColumn[] =>
  columns.map((column) => ({ ...column, path: [column.name] }))

export const fittingCells = (
  columns: readonly FileColumn[],
  record: object,
): Readonly<Record<string, FileCell>> =>
  Object.fromEntries(columns.map((column) => [column.name, fittingCell(column, record)]))

function fittingCell(column: FileColumn, record: object): FileCell {
  try {
    const cell = cellOf(column, record)
    return cell === null || fits(column, cell) ? cell : null
  } catch {
    return null
  }
}

function fits({ kind, element }: FileColumn, cell: FileCell): boolean {
  if (kind !== 'list') return fitsScalar(kind, cell)
  if (!Array.isArray(cell) || element === undefined) return false
  return cell.every((one) =>
    typeof element === 'string' ? fitsScalar(element, one) : fitsMembers(element, one),
  )
}

const fitsMembers = (members: readonly ColumnMember[], value: unknown): boolean =>
  isObject(value) && members.every(({ name, kind }) => value[name] === null || fitsScalar(kind, value[name]))

function fitsScalar(kind: Scalar, value: unknown): boolean {
  if (kind === 'json') return true
  if (kind === 'instant') return value instanceof Date && !Number.isNaN(value.getTime())
  if (kind === 'integer') return typeof value === 'bigint' && Number.isSafeInteger(Number(value))
  return typeof value === { text: 'string', number: 'number', boolean: 'boolean' }[kind]
}
