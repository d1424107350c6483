import type { Db } from '../open.ts'

/** How far everything went at one moment. What comes later is left for the next time. */
export interface Extent {
  /** Entries of the log: the newest number. */
  readonly entries: number
  readonly auditEntries: number
  readonly parties: number
  /** The newest batch. */
  readonly batches: number
  readonly notifications: number
  /** Stored hashes of the tree, level by level. */
  readonly subtrees: readonly {
    readonly level: number
    readonly count: number
    readonly first: number
    readonly last: number
  }[]
}

/** In one short transaction. */
export function extentOf(db: Db): Extent {
  const newest = (table: string, column: string) =>
    db.prepare<[], number>(`SELECT coalesce(max(${column}), 0) FROM ${table}`).pluck().get() as number
  return db.transaction(() => ({
    entries: Math.max(...['observation', 'inference', 'act'].map((table) => newest(table, 'seq'))),
    auditEntries: newest('audit', 'n'),
    parties: newest('party', 'n'),
    batches: newest('anchor_batch', 'n'),
    notifications: newest('notification', 'n'),
    subtrees: db
      .prepare<[], Extent['subtrees'][number]>(
        'SELECT level, count(*) AS count, min(n) AS first, max(n) AS last FROM subtree GROUP BY level',
      )
      .all(),
  }))()
}
