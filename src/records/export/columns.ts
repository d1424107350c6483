import type { TSchema } from '@sinclair/typebox'
import { membersOf, must } from '../../base/typed.ts'

/**
 * The columns of a record type, made from the schema of its records as returned, so that a new member of a
 * record becomes a column by itself.
 *
 * A single value is a column with its own type. An object becomes one column for each of its members, with
 * both names: `quantity_value`, `derived_standing`. A list stays a list, of values or of objects with single
 * values. Only values without a schema of their own, such as a GeoJSON geometry, are JSON text.
 */

export type Scalar = 'text' | 'instant' | 'number' | 'integer' | 'boolean' | 'json'

export interface FileColumn {
  readonly name: string
  /** Where the value is in the record. */
  readonly path: readonly string[]
  readonly kind: Scalar | 'list'
  /** For a list: the kind of its elements, or the members of each element. */
  readonly element?: Scalar | readonly ColumnMember[]
}

export interface ColumnMember {
  readonly name: string
  readonly kind: Scalar
}

/** The members of a JSON schema that matter here. */
interface Shape {
  readonly type?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: unknown
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
}

/** Returns the columns of a record type. @param schema the schema of its records as returned */
export function columnsOf(schema: TSchema): FileColumn[] {
  return columnsUnder(schema as Shape, [])
}

function columnsUnder({ properties = {} }: Shape, path: readonly string[]): FileColumn[] {
  return Object.entries(properties).flatMap(([member, nullable]): FileColumn[] => {
    const shape = withoutNull(nullable)
    const at = [...path, member]
    if (isClosed(shape)) return columnsUnder(shape, at)
    const name = at.join('_')
    const element = shape.type === 'array' && shape.items !== undefined ? elementOf(shape.items) : null
    return element === null
      ? [{ name, path: at, kind: scalarOf(shape) }]
      : [{ name, path: at, kind: 'list', element }]
  })
}

/** Returns the kind of a list's elements, or the members of each; null if no list column can hold them. */
function elementOf(items: Shape): Scalar | ColumnMember[] | null {
  if (!isClosed(items)) {
    const kind = scalarOf(items)
    return kind === 'json' ? null : kind
  }
  const members = Object.entries(items.properties ?? {}).map(([name, shape]) => ({
    name,
    kind: scalarOf(withoutNull(shape)),
  }))
  return members.some(({ kind }) => kind === 'json') ? null : members
}

/** Whether all members of an object are known. */
const isClosed = ({ type, properties, additionalProperties }: Shape): boolean =>
  type === 'object' && properties !== undefined && additionalProperties === false

function withoutNull(shape: Shape): Shape {
  const others = shape.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return others.length === 1 ? must(others[0]) : shape
}

function scalarOf({ type, format }: Shape): Scalar {
  if (type === 'string') return format === 'date-time' ? 'instant' : 'text'
  if (type === 'number' || type === 'integer' || type === 'boolean') return type
  return 'json'
}

/** A value as a file holds it. */
export type FileCell = string | number | bigint | boolean | Date | object | null

/** Returns the value of a column in a record. */
export function cellOf({ path, kind, element }: FileColumn, record: object): FileCell {
  let value: unknown = record
  for (const member of path) {
    if (value === null || value === undefined) return null
    value = membersOf(value)[member]
  }
  if (value === null || value === undefined) return null
  if (kind !== 'list') return cell(kind, value)
  if (typeof element === 'string') return (value as unknown[]).map((one) => cell(element, one))
  return (value as Readonly<Record<string, unknown>>[]).map((one) =>
    Object.fromEntries(
      must(element).map(({ name, kind: of }) => [
        name,
        one[name] === null || one[name] === undefined ? null : cell(of, one[name]),
      ]),
    ),
  )
}

function cell(kind: Scalar, value: unknown): FileCell {
  if (kind === 'instant') return new Date(value as string)
  if (kind === 'integer') return BigInt(value as number)
  return value as FileCell
}
