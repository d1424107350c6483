import type { Db } from '../open.ts'

/** The numbers of a table's rows: the first, the last, and how many. */
interface Numbered {
  readonly first: string
  readonly last: string
  readonly count: string
}
const oneByOne = (number: string): Numbered => ({ first: number, last: number, count: 'count(*)' })

/** Tables numbered from 1 without a gap. */
const NUMBERED = {
  entry: oneByOne('seq'),
  audit: {
    first: 'first_n',
    last: 'last_n',
    // At most as many as the text has room for: see `furthest`.
    count: 'total(max(0, min(last_n - first_n + 1, octet_length(entries) / 10)))',
  },
  party: oneByOne('n'),
  anchor_batch: oneByOne('n'),
} as const satisfies Readonly<Record<string, Numbered>>

export interface Numbering {
  readonly of: keyof typeof NUMBERED
  readonly first: number
  readonly last: number
  readonly count: number
  /** The last number examined: a row inserted at an absurd number must not cause work for every number below it. */
  readonly newest: number
}

/** Numbers that may be missing before the remaining rows count as inserted. */
const MOST_MISSING = 100_000
const furthest = (count: number): number => 2 * count + MOST_MISSING

/** Clamps to safe integers: SQLite's numbers can be longer. */
const readable = (number: string): string =>
  `max(-${Number.MAX_SAFE_INTEGER}, min(${Number.MAX_SAFE_INTEGER}, ${number}))`

function numberingOf(db: Db, of: Numbering['of']): Numbering {
  const numbered: Numbered = NUMBERED[of]
  const { first, last, count } = db
    .prepare<[], Pick<Numbering, 'first' | 'last' | 'count'>>(
      `SELECT ${readable(`coalesce(min(${numbered.first}), 1)`)} AS first,
         ${readable(`coalesce(max(${numbered.last}), 0)`)} AS last, ${readable(numbered.count)} AS count FROM ${of}`,
    )
    .get() as Pick<Numbering, 'first' | 'last' | 'count'>
  const beforeThose = db
    .prepare<[number], number>(
      `SELECT coalesce(max(${numbered.last}), 0) FROM ${of} WHERE ${numbered.last} <= ?`,
    )
    .pluck()
  const newest = last <= furthest(count) ? last : (beforeThose.get(furthest(count)) as number)
  return { of, first, last, count, newest: Math.max(0, newest) }
}

/** The extent of everything at one moment. Later rows are left for the next run. */
export interface Extent {
  /** Of the tables numbered from 1 without gaps, as found; the members below give the part to check. */
  readonly numberings: readonly Numbering[]
  /** The newest entry of the log. */
  readonly entries: number
  /** The file should have the rows of all entries up to this one; the service may have later ones in memory. */
  readonly written: number
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

/** Reads in one short transaction. */
export function extentOf(db: Db): Extent {
  return db.transaction(() => {
    const [log, audit, party, batch] = (['entry', 'audit', 'party', 'anchor_batch'] as const).map((of) =>
      numberingOf(db, of),
    ) as [Numbering, Numbering, Numbering, Numbering]
    return {
      numberings: [log, audit, party, batch],
      entries: log.newest,
      written: db
        .prepare<[], number>(`SELECT ${readable('coalesce(max(seq), 0)')} FROM written_through`)
        .pluck()
        .get() as number,
      auditEntries: audit.newest,
      parties: party.newest,
      batches: batch.newest,
      notifications: db.prepare<[], number>('SELECT count(*) FROM notification').pluck().get() as number,
      subtrees: db
        .prepare<[], Extent['subtrees'][number]>(
          `SELECT ${readable('level')} AS level, count(*) AS count, ${readable('min(n)')} AS first,
             ${readable('max(n)')} AS last FROM subtree GROUP BY level`,
        )
        .all(),
    }
  })()
}
