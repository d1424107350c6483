import type { Db } from '../open.ts'

/** The tables that follow from records alone, walked in the order of their keys, a short statement at a time. */

export type LinkRow = [target: string, relation: number, source: number]
export type MentionRow = [target: string, relation: number, party: number, source: number]
export type InvolvementRow = [
  party: number,
  type: number,
  occurredAt: number,
  id: string,
  role: number,
  seq: number,
]
export type ChangeRow = [party: number, type: number, at: number, seq: number]
export type PartyStatementRow = [party: number, assertedBy: number, seq: number]
export type MemberNumberRow = [memberNo: string, seq: number, party: number]
export type CitationRow = [sha256: string, assertedBy: number, seq: number]
export type NatureChangeRow = [seq: number, party: number]

const ROWS_AT_ONCE = 2_048
/** Below every number and every id. */
const LEAST = -Number.MAX_SAFE_INTEGER

interface Walk {
  readonly columns: string
  readonly table: string
  /** Its primary key, as `columns` gives it: places in a row. */
  readonly key: readonly (readonly [column: string, place: number, value: string])[]
}

const number = (column: string, place: number) => [column, place, '?'] as const
const bytes = (column: string, place: number) => [column, place, 'unhex(?)'] as const

const WALKS = {
  link: {
    table: 'link',
    columns: 'hex(target), relation, source',
    key: [bytes('target', 0), number('relation', 1), number('source', 2)],
  },
  mention: {
    table: 'mention',
    columns: 'hex(target), relation, party, source',
    key: [bytes('target', 0), number('relation', 1), number('party', 2), number('source', 3)],
  },
  involvement: {
    table: 'involvement',
    columns: 'party, type, occurred_at, hex(id), role, seq',
    key: [number('party', 0), number('type', 1), number('occurred_at', 2), bytes('id', 3), number('role', 4)],
  },
  change: {
    table: 'change',
    columns: 'party, type, at, seq',
    key: [number('party', 0), number('type', 1), number('at', 2), number('seq', 3)],
  },
  party_statement: {
    table: 'party_statement',
    columns: 'party, asserted_by, seq',
    key: [number('party', 0), number('asserted_by', 1), number('seq', 2)],
  },
  member_number: {
    table: 'member_number',
    columns: 'member_no, seq, party',
    key: [['member_no', 0, '?'], number('seq', 1)],
  },
  evidence_citation: {
    table: 'evidence_citation',
    columns: 'hex(sha256), asserted_by, seq',
    key: [bytes('sha256', 0), number('asserted_by', 1), number('seq', 2)],
  },
  nature_change: {
    table: 'nature_change',
    columns: 'seq, party',
    key: [number('seq', 0), number('party', 1)],
  },
} as const satisfies Readonly<Record<string, Walk>>

export type DerivedTable = keyof typeof WALKS
export const DERIVED_TABLES = Object.keys(WALKS) as DerivedTable[]

interface Rows {
  link: LinkRow
  mention: MentionRow
  involvement: InvolvementRow
  change: ChangeRow
  party_statement: PartyStatementRow
  member_number: MemberNumberRow
  evidence_citation: CitationRow
  nature_change: NatureChangeRow
}

/** Every row of a table, in slices; between two of them nothing is held open. */
export function* derivedRows<T extends DerivedTable>(db: Db, table: T): Generator<readonly Rows[T][]> {
  const { columns, key } = WALKS[table] as Walk
  const order = key.map(([column]) => column).join(', ')
  const values = key.map(([, , value]) => value).join(', ')
  const next = db
    .prepare<(string | number)[], Rows[T]>(
      `SELECT ${columns} FROM ${table} WHERE (${order}) > (${values}) ORDER BY ${order} LIMIT ${ROWS_AT_ONCE}`,
    )
    .raw()
  let place: (string | number)[] = key.map(([column, , value]) =>
    value === '?' && column !== 'member_no' ? LEAST : '',
  )
  for (;;) {
    const rows = next.all(...place)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_AT_ONCE) return
    place = key.map(([, at]) => (last as (string | number)[])[at] as string | number)
  }
}

/** Does this row stand in `mention` now? */
export function isMentionThere(db: Db, [target, relation, party, source]: MentionRow): boolean {
  return (
    db
      .prepare<[string, number, number, number]>(
        'SELECT 1 FROM mention WHERE target = unhex(?) AND relation = ? AND party = ? AND source = ?',
      )
      .get(target, relation, party, source) !== undefined
  )
}

/** Does this row stand in `change` now? */
export const isChangeThere = (db: Db, row: ChangeRow): boolean =>
  db
    .prepare<ChangeRow>('SELECT 1 FROM change WHERE party = ? AND type = ? AND at = ? AND seq = ?')
    .get(...row) !== undefined

/** What stands in `involvement` of a party and a record now, each row's role. */
export function involvementRoles(db: Db, [party, type, occurredAt, id]: InvolvementRow): number[] {
  return db
    .prepare<[number, number, number, string], number>(
      'SELECT role FROM involvement WHERE party = ? AND type = ? AND occurred_at = ? AND id = unhex(?)',
    )
    .pluck()
    .all(party, type, occurredAt, id)
}
