import { type EntryRow, type LogRows, SEAL_BYTES } from '../../store/inspect/log-rows.ts'

/** An entry of the log, and the position of its salt and digest in `seals`. */
export interface Entry {
  readonly row: EntryRow
  readonly seals: Buffer
  readonly at: number
}

const NO_SEAL = Buffer.alloc(0)

/** The entries of a slice of the log, by number. */
export function readSlice(rows: LogRows, from: number, through: number): (Entry | undefined)[] {
  const found = new Array<Entry | undefined>(through - from + 1)
  const all = rows.entries(from, through)
  const seals = rows.seals(from, through)
  const isWhole = seals?.length === all.length * SEAL_BYTES
  for (const [i, row] of all.entries())
    found[row[0] - from] = isWhole
      ? { row, seals, at: i * SEAL_BYTES }
      : { row, seals: rows.seal(row[0]) ?? NO_SEAL, at: 0 }
  return found
}

const DASH = 45
/** Digits have this bit already. */
const SMALL_LETTER = 0x20

/** @param hex upper case */
export function isSameId(hex: string, id: unknown): boolean {
  if (typeof id !== 'string' || id.length !== 36) return false
  let at = 0
  for (let i = 0; i < 36; i++) {
    const code = id.charCodeAt(i)
    if (code !== DASH && code !== (hex.charCodeAt(at++) | SMALL_LETTER)) return false
  }
  return at === 32
}

/** An object, or null. */
export function parsedBody(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
