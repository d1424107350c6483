import type { Db } from '../../src/store/open.ts'

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

/** Every entry of the audit log in order, read by what `schema.sql` says of its rows alone. */
export function audited(db: Pick<Db, 'prepare'>): Audited[] {
  const rows = db.prepare('SELECT first_n, at, entries FROM audit ORDER BY last_n').raw().all() as [
    number,
    number,
    string,
  ][]
  return rows.flatMap(([firstN, at, entries]) =>
    (JSON.parse(entries) as Packed[]).map(([credential, action, purpose, outcome, detail, steps], i) => ({
      n: firstN + i,
      at,
      credential,
      action,
      purpose,
      outcome,
      detail,
      records: steps.map((_, j) => steps.slice(0, j + 1).reduce((sum, step) => sum + step, 0)),
    })),
  )
}
