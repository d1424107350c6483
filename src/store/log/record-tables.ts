import { keysOf } from '../../base/typed.ts'

/**
 * The tables whose rows follow from records. The first `key` columns are the primary key. `of` is the index
 * of the column with the entry that a row belongs to: the record it is about or, for a change, the record
 * that caused the change.
 */
export const RECORD_TABLES = {
  link: { columns: ['target', 'relation', 'source'], key: 3, of: 2 },
  mention: { columns: ['target', 'relation', 'party', 'source'], key: 4, of: 3 },
  record_party: { columns: ['party', 'type', 'occurred_at', 'id', 'role', 'seq'], key: 5, of: 5 },
  stated_about: { columns: ['party', 'type', 'stated_by', 'occurred_at', 'id', 'seq'], key: 5, of: 5 },
  change: { columns: ['party', 'type', 'at', 'seq', 'occurred_at'], key: 4, of: 2 },
  party_statement: { columns: ['party', 'asserted_by', 'seq'], key: 3, of: 2 },
  member_number: { columns: ['member_no', 'seq', 'party'], key: 2, of: 1 },
  nature_change: { columns: ['seq', 'party'], key: 2, of: 0 },
  plot_cell: {
    columns: ['party', 'cell', 'source', 'west', 'south', 'east', 'north', 'size'],
    key: 3,
    of: 2,
  },
  plot_other_id: { columns: ['other_id', 'seq'], key: 2, of: 1 },
  evidence_citation: { columns: ['sha256', 'asserted_by', 'seq'], key: 3, of: 2 },
} as const satisfies Readonly<
  Record<string, { readonly columns: readonly string[]; readonly key: number; readonly of: number }>
>

export type RecordTable = keyof typeof RECORD_TABLES
export const RECORD_TABLE_NAMES = keysOf(RECORD_TABLES)

/** A cell of a row; ids and hashes are text. */
export type RowCell = number | string

/** The columns that store raw bytes. */
export const BYTES: ReadonlySet<string> = new Set(['target', 'id', 'sha256'])

/** Returns SQL for the value of a cell, which is to be bound. */
export const cellOf = (column: string): string => (BYTES.has(column) ? "unhex(?, '-')" : '?')

/** Roles of a party in a record, summed in `record_party.role`. */
export const ROLE = { subject: 1, asserter: 2, principal: 4, receiver: 8 } as const
