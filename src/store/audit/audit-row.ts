import { sha256 } from '../../domain/sha256.ts'
import { OperatorFault } from '../../words/fault.ts'
import { message } from '../../words/message.ts'

/** The format of the audit log on disk: the entries of one commit form one row, a link of the hash chain. */

export interface AuditEntry {
  /** Seq of the credential used; null for the operator, or if none was used. */
  readonly credential: number | null
  readonly action: string
  readonly purpose?: string
  /** `disclosed`, `done`, or the true reason of a refusal. Never shown to the caller. */
  readonly outcome: string
  readonly detail?: object
  /** Seqs of the records concerned. */
  readonly records?: readonly number[]
}

/** An entry as read from the audit log. Entries are numbered from 1 without a gap. */
export interface NumberedEntry extends AuditEntry {
  readonly n: number
  readonly at: number
  readonly records: readonly number[]
}

/** The entries of one commit, packed, with the numbers of the first and the last, and their time. */
export interface PackedEntries {
  readonly firstN: number
  readonly lastN: number
  readonly at: number
  /** A JSON array of the results of `packEntry`. */
  readonly entries: string
}

export interface AuditRow extends PackedEntries {
  /** Number of the log's newest entry at that time; 0 if the log was empty. */
  readonly logSize: number
  readonly hash: Buffer
}

export const AUDIT_COLUMNS = 'first_n AS firstN, last_n AS lastN, at, log_size AS logSize, entries, hash'

/** The hash that the first row is chained to. */
export const FIRST_HASH = Buffer.alloc(32)

/** Returns an entry as a JSON array of six members, null if absent. Records are stored as steps of seq. */
export function packEntry({
  credential,
  action,
  purpose,
  outcome,
  detail,
  records = [],
}: AuditEntry): string {
  const steps: number[] = []
  let before = 0
  for (const seq of records) {
    steps.push(seq - before)
    before = seq
  }
  return JSON.stringify([credential, action, purpose ?? null, outcome, detail ?? null, steps])
}

/** Returns the entries of a row. @throws {OperatorFault} if they are not in the format of `packEntry` */
export function unpackEntries({ firstN, lastN, at, entries }: PackedEntries): NumberedEntry[] {
  const packed = parsed(entries)
  if (!Array.isArray(packed) || packed.length !== lastN - firstN + 1) throw unreadable(firstN, lastN)
  return packed.map((entry: unknown, i) => {
    if (!isPacked(entry)) throw unreadable(firstN, lastN)
    const [credential, action, purpose, outcome, detail, steps] = entry
    let seq = 0
    return {
      n: firstN + i,
      at,
      credential,
      action,
      ...(purpose === null ? {} : { purpose }),
      outcome,
      ...(detail === null ? {} : { detail }),
      records: steps.map((step) => {
        seq += step
        return seq
      }),
    }
  })
}

/**
 * Returns the SHA-256 of the previous hash and the row as JSON: an array of the row's first and last number,
 * its time, the log's size at that time, and its entries as stored.
 */
export function auditHash(previous: Buffer, row: Omit<AuditRow, 'hash'>): Buffer {
  const text = `[${row.firstN},${row.lastN},${row.at},${row.logSize},${row.entries}]`
  return sha256(Buffer.concat([previous, Buffer.from(text)]))
}

type Packed = [
  credential: number | null,
  action: string,
  purpose: string | null,
  outcome: string,
  detail: object | null,
  steps: number[],
]

function isPacked(entry: unknown): entry is Packed {
  if (!Array.isArray(entry) || entry.length !== 6) return false
  const [credential, action, purpose, outcome, detail, steps]: readonly unknown[] = entry
  return (
    (credential === null || Number.isSafeInteger(credential)) &&
    typeof action === 'string' &&
    (purpose === null || typeof purpose === 'string') &&
    typeof outcome === 'string' &&
    typeof detail === 'object' &&
    Array.isArray(steps) &&
    steps.every(Number.isSafeInteger)
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const unreadable = (firstN: number, lastN: number): OperatorFault =>
  new OperatorFault(
    message('store.auditUnreadable', { first: firstN, last: lastN }),
    message('store.noEntry.remedy'),
  )
