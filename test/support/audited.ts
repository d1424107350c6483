import type { Db } from '../../src/store/file/open.ts'

/** An entry of the audit log. */
export interface Audited {
  readonly n: number
  readonly at: number
  readonly credential: number | null
  readonly action: string
  readonly purpose: string | null
  readonly outcome: string
  readonly detail: Readonly<Record<string, unknown>> | null
  /** Seqs of the records concerned. */
  readonly records: readonly number[]
}

type Packed = [number | null, string, string | null, string, Record<string, unknown> | null, number[]]

/** The entries of a row, by what `schema.sql` says of it alone. */
export const auditedIn = (row: { first_n: number; at: number; entries: string }): Audited[] =>
  (JSON.parse(row.entries) as Packed[]).map(([credential, action, purpose, outcome, detail, steps], i) => ({
    n: row.first_n + i,
    at: row.at,
    credential,
    action,
    purpose,
    outcome,
    detail,
    records: steps.map((_, j) => steps.slice(0, j + 1).reduce((sum, step) => sum + step, 0)),
  }))

/** Every entry of the audit log in order. */
export const audited = (db: Pick<Db, 'prepare'>): Audited[] =>
  (
    db.prepare('SELECT first_n, at, entries FROM audit ORDER BY last_n').all() as Parameters<
      typeof auditedIn
    >[0][]
  ).flatMap(auditedIn)
