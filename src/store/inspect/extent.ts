import { keysOf, ofEach } from '../../base/typed.ts'
import type { Db } from '../file/open.ts'

const BY_N = { first: 'n', last: 'n', count: 'count(*)' }
/** Tables numbered from 1 without a gap, each with SQL for the first and last number and the row count. */
const NUMBERED = {
  entry: { ...BY_N, first: 'seq', last: 'seq' },
  audit: {
    first: 'first_n',
    last: 'last_n',
    // At most the number of entries that fit into the text of the row: see `furthest`.
    count: 'total(max(0, min(last_n - first_n + 1, octet_length(entries) / 10)))',
  },
  party: BY_N,
  anchor_batch: BY_N,
  notification: BY_N,
  feed_told: BY_N,
  feed_acknowledged: BY_N,
  feed_sent: BY_N,
  feed_sent_state: BY_N,
  message: BY_N,
  message_state: BY_N,
  message_note: BY_N,
  sync_visit: BY_N,
  cursor_key: BY_N,
  backup_run: BY_N,
  anchor_attempt: BY_N,
} as const
export type NumberedTable = keyof typeof NUMBERED

export interface Numbering {
  readonly first: number
  readonly last: number
  readonly count: number
  /** The last number to examine: a row at an absurd number must not cause work for every number below it. */
  readonly newest: number
}

/** If more numbers than this are missing before a row, the row counts as inserted by someone else. */
const MOST_MISSING = 100_000
const furthest = (count: number): number => 2 * count + MOST_MISSING

/** SQL that clamps a number to safe integers: SQLite's numbers can be longer. */
const readable = (number: string): string =>
  `max(-${Number.MAX_SAFE_INTEGER}, min(${Number.MAX_SAFE_INTEGER}, ${number}))`

function numberingOf(db: Db, of: NumberedTable): Numbering {
  const numbered = NUMBERED[of]
  const found = db
    .prepare<[], Omit<Numbering, 'newest'>>(
      `SELECT ${readable(`coalesce(min(${numbered.first}), 1)`)} AS first,
         ${readable(`coalesce(max(${numbered.last}), 0)`)} AS last, ${readable(numbered.count)} AS count FROM ${of}`,
    )
    .get() as Omit<Numbering, 'newest'>
  const beforeThose = db
    .prepare<[number], number>(
      `SELECT coalesce(max(${numbered.last}), 0) FROM ${of} WHERE ${numbered.last} <= ?`,
    )
    .pluck()
  const most = furthest(found.count)
  const newest = found.last <= most ? found.last : (beforeThose.get(most) as number)
  return { ...found, newest: Math.max(0, newest) }
}

/** The extent of the log and its tables at one moment. Later rows are left for the next run. */
export interface Extent {
  readonly numberings: Readonly<Record<NumberedTable, Numbering>>
  /** The newest entry of the log. */
  readonly entries: number
  /** The file should have the rows of all entries up to this one; later ones may be in memory only. */
  readonly written: number
  readonly auditEntries: number
  readonly parties: number
  /** The stored hashes of the tree, by level. */
  readonly subtrees: readonly {
    readonly level: number
    readonly count: number
    readonly first: number
    readonly last: number
  }[]
}

/** Reads the extent in one short transaction. */
export const extentOf = (db: Db): Extent =>
  db.transaction(() => {
    const numberings = ofEach(keysOf(NUMBERED), (of) => numberingOf(db, of))
    return {
      numberings,
      entries: numberings.entry.newest,
      written: db
        .prepare<[], number>(`SELECT ${readable('coalesce(max(seq), 0)')} FROM written_through`)
        .pluck()
        .get() as number,
      auditEntries: numberings.audit.newest,
      parties: numberings.party.newest,
      subtrees: db
        .prepare<[], Extent['subtrees'][number]>(
          `SELECT ${readable('level')} AS level, count(*) AS count, ${readable('min(n)')} AS first,
             ${readable('max(n)')} AS last FROM subtree GROUP BY level`,
        )
        .all(),
    }
  })()
