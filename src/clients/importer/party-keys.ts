import { cellKey, numberForms } from '../../domain/folding.ts'
import { meaningOf } from '../sheets/meaning.ts'
import type { PartySpec } from './map.ts'
import type { SheetRow } from './row.ts'

/** The keys by which a sheet's parties differ, and the ids that follow from these. */

/**
 * Returns the ids of the parties that the row names, by the sheet's own keys. For a row whose faults are not
 * used.
 */
export function ownParties(row: SheetRow): string[] {
  return Object.values(row.map.spec.parties ?? {}).flatMap((spec) => {
    const name = row.reader.value(spec.name)
    return name ? (partyIds(row, spec, name) ?? []) : []
  })
}

/**
 * Returns the party's id, which follows from its folded key. If an earlier sheet introduced the party by a
 * key that was not folded, or by another spelling of the name, returns that id.
 * @returns several ids if earlier sheets made several parties; null after a fault
 */
export function partyIds(row: SheetRow, spec: PartySpec, name: string): [string, ...string[]] | null {
  const { map, context } = row
  const { known, ids } = context
  const kind = map.kindOf(spec, name)
  const parts = keyOf(row, spec, name)
  if (parts === null) return null
  const idOf = (key: readonly string[]) => ids.party(map.partyBook, kind, key)
  const id = idOf(parts.map(cellKey))
  if (!known.hasImported) return [id]
  const written = idOf(parts)
  if (known.wasMade(written)) return [written]
  const earlier = new Set(
    [id, ...earlierKeys(row, spec, name, parts).map(idOf)].filter((one) => known.wasMade(one)),
  )
  const [first = id, ...others] = earlier
  const keptOf = (one: string) => known.byId(one)?.same_as ?? one
  return others.every((one) => keptOf(one) === keptOf(first)) ? [first] : [first, ...others]
}

/**
 * Returns keys that earlier sheets may have had for a party: other spellings of its name, or zeros before its
 * number.
 */
function earlierKeys(
  { map, context }: SheetRow,
  spec: PartySpec,
  name: string,
  parts: readonly string[],
): string[][] {
  if (!isKeyedByName(spec)) {
    const [number = '', ...others] = parts
    return others.length > 0 ? [] : numberForms(number).map((form) => [form])
  }
  const at = spec.keyed_by?.indexOf(spec.name.column ?? '') ?? 0
  const knownNames = new Set(context.known.named(name).map((one) => one.name))
  const spellings = new Set([...knownNames].map((one) => meaningOf(one, map.numbers)))
  return [...spellings].map((spelling) => parts.with(at, spelling))
}

/** Returns the parts of the party's key. A part may be empty only if the name is another part. */
function keyOf({ map, reader }: SheetRow, spec: PartySpec, name: string): string[] | null {
  const hasName = isKeyedByName(spec)
  const parts = spec.keyed_by?.map((column) => (hasName ? reader.text(column) : reader.needed(column))) ?? [
    name,
  ]
  const found = parts.filter((part) => part !== null)
  return found.length < parts.length ? null : found.map((part) => meaningOf(part, map.numbers))
}

export const isKeyedByName = ({ keyed_by, name }: PartySpec): boolean =>
  keyed_by === undefined || (name.column !== undefined && keyed_by.includes(name.column))
