import { must } from '../../base/typed.ts'
import type { Db } from '../file/open.ts'
import { neighboursOf, type Posting, type PostingKind, packedOf, unpackPostings } from './postings.ts'

/** A range of entries of the audit log. */
export interface Stretch {
  readonly fromN: number
  readonly beforeN: number
}

/** The limits at which a backward search stops. Rows are read whole, so it may return a few more postings. */
export interface Most {
  readonly rows: number
  readonly postings: number
}

export interface Back {
  /** The postings found, in no order. */
  readonly postings: readonly Posting[]
  /** The search is complete from this entry on. */
  readonly through: number
  readonly rows: number
}

/** The part of the index that is in memory: everything from `firstN` on. */
export interface IndexTail {
  readonly firstN: number
  of(kind: PostingKind, key: number): readonly Posting[]
}

/** Rows read by one query. Few, because often the first row is enough. */
const ROWS_AT_ONCE = 8

/**
 * Searches the audit log's index backwards in steps of limited work. A row also holds neighbouring keys, so
 * without a limit one step could read thousands of rows to find the entries of a party that is seldom read.
 */
export class IndexWalkBack {
  readonly #rows
  readonly #chunkOf

  constructor(db: Db) {
    this.#rows = db
      .prepare<[number, number, number, number, number], [number, Buffer]>(
        `SELECT first_n, entries FROM audit_index WHERE kind = ? AND neighbours = ? AND first_n < ? AND first_n >= ?
         ORDER BY first_n DESC LIMIT ?`,
      )
      .raw()
    this.#chunkOf = db
      .prepare<[number], number>(
        'SELECT first_n FROM audit_chunk WHERE first_n <= ? ORDER BY first_n DESC LIMIT 1',
      )
      .pluck()
  }

  /** Searches one step. @param keys keys that share a row (`neighboursOf`) */
  step(tail: IndexTail, kind: PostingKind, keys: readonly number[], stretch: Stretch, most: Most): Back {
    const { fromN, beforeN } = stretch
    const postings: Posting[] = []
    const add = (some: readonly Posting[]) => {
      for (const posting of some) if (posting.n >= fromN && posting.n < beforeN) postings.push(posting)
    }
    for (const key of keys) add(tail.of(kind, key))
    const row = neighboursOf(must(keys[0]))
    const lowest = this.#chunkOf.get(fromN) ?? 0
    let through = Math.max(fromN, Math.min(beforeN, tail.firstN))
    let rows = 0
    while (through > fromN && rows < most.rows && postings.length < most.postings) {
      const wanted = Math.min(ROWS_AT_ONCE, most.rows - rows)
      const found = this.#rows.all(kind, row, through, lowest, wanted)
      for (const [firstN, bytes] of found) {
        for (const key of keys) add(postingsIn(kind, firstN, packedOf(key, bytes), fromN))
        through = Math.max(fromN, firstN)
        rows++
        if (postings.length >= most.postings) return { postings, through, rows }
      }
      if (found.length < wanted) through = fromN
    }
    return { postings, through, rows }
  }
}

function postingsIn(
  kind: PostingKind,
  firstN: number,
  packed: Uint8Array | undefined,
  fromN: number,
): Posting[] {
  const postings: Posting[] = []
  if (packed !== undefined) {
    const asked = { kind, firstN, packed, afterN: fromN - 1, seq: null }
    unpackPostings(asked, postings, Number.MAX_SAFE_INTEGER)
  }
  return postings
}
