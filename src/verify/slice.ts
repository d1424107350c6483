import {
  type ActRow,
  type InferenceRow,
  type LogRows,
  type LogTable,
  SEAL_BYTES,
} from '../store/inspect/log-rows.ts'
import type { RecordRow } from '../store/stored-record.ts'

/** An entry of the log as it stands, and where in `seals` its salt and digest are. */
export type Entry = (
  | { readonly of: 'records'; readonly row: RecordRow }
  | { readonly of: 'inferences'; readonly row: InferenceRow }
  | { readonly of: 'acts'; readonly row: ActRow }
) & { readonly seals: Buffer; readonly at: number }

const NO_SEAL = Buffer.alloc(0)

/**
 * The entries of a slice of the log, by their place in it.
 * @param onTwice told a number that two tables have
 */
export function readSlice(
  rows: LogRows,
  from: number,
  through: number,
  onTwice: (seq: number) => void,
): (Entry | undefined)[] {
  const found = new Array<Entry | undefined>(through - from + 1)
  const put = (entry: Entry) => {
    const seq = entry.row[0]
    if (found[seq - from] !== undefined) onTwice(seq)
    else found[seq - from] = entry
  }
  const putAll = <R extends readonly [seq: number, ...unknown[]]>(
    table: LogTable,
    all: readonly R[],
    asEntry: (row: R, seals: Buffer, at: number) => Entry,
  ) => {
    const seals = all.length === 0 ? null : rows.seals(table, from, through)
    const isWhole = seals?.length === all.length * SEAL_BYTES
    for (const [i, row] of all.entries())
      put(isWhole ? asEntry(row, seals, i * SEAL_BYTES) : asEntry(row, rows.seal(row[0]) ?? NO_SEAL, 0))
  }
  putAll('observation', rows.observations(from, through), (row, seals, at) => ({
    of: 'records',
    row,
    seals,
    at,
  }))
  putAll('act', rows.acts(from, through), (row, seals, at) => ({ of: 'acts', row, seals, at }))
  putAll('inference', rows.inferences(from, through), (row, seals, at) => ({
    of: 'inferences',
    row,
    seals,
    at,
  }))
  return found
}

export const nounOf = (entry: Entry): string =>
  entry.of === 'records' ? 'record' : entry.of === 'inferences' ? 'prediction' : entry.row[2]

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
