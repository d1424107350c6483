import { createHash } from 'node:crypto'
import { canonicalJson } from '../domain/canonical.ts'
import { idText } from '../domain/id.ts'
import type { PartyKind } from '../domain/shapes.ts'

/**
 * Who a row is, whatever its number: importing a file twice, in another order, or in parts gives the same ids, so the
 * service answers that it has the records already.
 */

export const IMPORT_ID_PATTERN = /^row-[0-9a-f]{32}$/

/**
 * The time inside every id made here: the first instant of 2000. A constant, because an id must not move when a cell
 * is mended or a date is read better; the records say themselves when things happened.
 */
export const ID_EPOCH_MS = Date.UTC(2000, 0, 1)

const hash = (value: unknown): Buffer => createHash('sha256').update(JSON.stringify(value), 'utf8').digest()

/**
 * What a row says, whatever the order of its columns and whatever empty columns were added since.
 * @param named its cells beside their columns' names
 */
export function contentKey(named: readonly (readonly [column: string, cell: string])[]): string {
  const filled = named.filter(([, cell]) => cell !== '').map(([column, cell]) => [column, cell] as const)
  filled.sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]))
  return hash(filled).toString('hex')
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** @param occurrence 0 for the first of several rows that say the same */
export function importId(mapName: string, key: string, occurrence: number): string {
  return `row-${hash(['row', mapName, key, occurrence]).toString('hex').slice(0, 32)}`
}

/** UUID version 7 (RFC 9562 §5.7): the constant time, and 74 bits that depend on the parts alone. */
export function derivedId(...parts: readonly string[]): string {
  const bytes = hash(parts).subarray(0, 16)
  bytes.writeUIntBE(ID_EPOCH_MS, 0, 6)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return idText(bytes)
}

/** The record that a row makes in this role. */
export const recordId = (mapName: string, row: string, role: string): string =>
  derivedId('record', mapName, row, role)

/** The party of this key in a book of parties. */
export const partyIdOf = (book: string, kind: PartyKind, key: readonly string[]): string =>
  derivedId('party', book, kind, ...key)

/** A statement about a party: the same words are the same record, whichever row says them first. */
export const statementId = (statement: object): string => derivedId('statement', canonicalJson(statement))

/** A name or word as it is compared: composed letters, lower case, single spaces. */
export function normalized(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}
