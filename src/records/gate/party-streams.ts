import type { ListKey, Records, StreamRow } from '../../store/log/records.ts'
import type { Share } from './share.ts'
import { compareKeys, type Halt, type Order, type Range, type Stream, type StreamStep } from './streams.ts'

/** Streams of the rows of one party, and of the rows that two parties share, within the limits of a slice. */

/** Cost of a fetch, in rows, in addition to the rows it returns. */
const ROWS_A_FETCH_COSTS = 8

/**
 * Rows that all streams of one slice together may still fetch. Discarded rows count too: otherwise two long
 * lists with little in common, or a party that is seldom a subject of what it asserted, would be walked to
 * the end while everyone waits. The first fetch of each stream is free, so that every slice makes progress.
 */
export class Effort {
  readonly #share: Pick<Share, 'isSpent'>
  #rows: number

  /** @param share of the slice; when it is spent, so is the effort */
  constructor(rows: number, share: Pick<Share, 'isSpent'> = { isSpent: false }) {
    this.#rows = rows
    this.#share = share
  }

  get isSpent(): boolean {
    return this.#rows <= 0 || this.#share.isSpent
  }

  spend(rows: number): void {
    this.#rows -= rows + ROWS_A_FETCH_COSTS
  }
}

const FIRST_ID = ''
const ID_DIGITS = 32

function startOf(range: Range): ListKey {
  if (range.after) return range.after
  return range.order === 'newest'
    ? { occurredAt: range.toMs, id: FIRST_ID }
    : { occurredAt: range.fromMs, id: FIRST_ID }
}

/** The rows that a stream returns. */
export interface Whose {
  readonly party: number
  readonly type: number
  /** Only rows in which the party has one of these roles. */
  readonly roles: number
  /** Whether the party is the requester, who may know its roles. For others, roles are left out. */
  readonly own: boolean
  /** No rows in which the party has one of these roles. */
  readonly without?: number
  /** Only rows in which it has one of these; the others are not even fetched. */
  readonly having?: number
  /** Only records about the party that are this one's word: `Pair` in the store. */
  readonly by?: number
}

/** Rows of the first fetch of a stream that skips ahead: most of what lies between is not wanted. */
const FEWEST_ROWS = 8

/**
 * One party's records of one type, fetched in chunks. The chunks of a stream that is told to skip ahead begin small
 * and double while most of their rows are used.
 */
export class PartyStream implements Stream {
  readonly #records: Records
  readonly #effort: Effort
  readonly #whose: Whose
  readonly #range: Range
  readonly #most: number
  #chunk: number
  #place: ListKey
  #rows: StreamRow[] = []
  #index = 0
  /** Rows of the last fetch that were looked at, not skipped. */
  #used = 0
  #lastUsed = -1
  #hasFetched = false
  #ended = false

  /** @param most rows of a fetch */
  constructor(
    records: Records,
    effort: Effort,
    whose: Whose,
    range: Range,
    most: number,
    { isSkipping = false } = {},
  ) {
    this.#records = records
    this.#effort = effort
    this.#whose = whose
    this.#range = range
    this.#most = most
    this.#chunk = isSkipping ? Math.min(most, FEWEST_ROWS) : most
    this.#place = startOf(range)
  }

  peek(): StreamStep | null {
    for (;;) {
      const row = this.#rows[this.#index]
      if (row) {
        if (this.#index !== this.#lastUsed) this.#used++
        this.#lastUsed = this.#index
        return row
      }
      if (this.#ended) return null
      if (!this.#mayFetch) return halt(this.#place)
      this.#fetch()
    }
  }

  take(most: number): readonly StreamRow[] {
    const rows = this.#rows.slice(this.#index, this.#index + most)
    // The first was counted when it was looked at.
    this.#used += rows.length - 1
    this.#index += rows.length
    return rows
  }

  /** Moves to the first row at or after this key, or to a halt. */
  seek(key: ListKey): void {
    for (;;) {
      const row = this.#rows[this.#index]
      if (row) {
        if (compareKeys(this.#range.order, row, key) >= 0) return
        this.#index++
      } else if (this.#ended) return
      else {
        const before = justBefore(this.#range.order, key)
        if (compareKeys(this.#range.order, this.#place, before) < 0) this.#place = before
        if (!this.#mayFetch) return
        this.#fetch()
      }
    }
  }

  get #mayFetch(): boolean {
    return !this.#hasFetched || !this.#effort.isSpent
  }

  #fetch(): void {
    const { order, fromMs, toMs } = this.#range
    const { party, type, roles, own, without, having, by } = this.#whose
    if (this.#hasFetched)
      this.#chunk = Math.min(this.#most, 2 * this.#used >= this.#rows.length ? 2 * this.#chunk : FEWEST_ROWS)
    const limitAt = order === 'newest' ? fromMs : toMs
    const asked = [type, order, this.#place, limitAt, this.#chunk] as const
    const rows =
      by === undefined
        ? this.#records.stream(party, ...asked, without, having)
        : this.#records.stated.stream({ party, by }, ...asked)
    if (this.#hasFetched) this.#effort.spend(rows.length)
    this.#hasFetched = true
    this.#index = 0
    this.#used = 0
    this.#lastUsed = -1
    this.#ended = rows.length < this.#chunk
    const last = rows[rows.length - 1]
    if (last) this.#place = last
    this.#rows = []
    for (const row of rows) {
      if ((row.role & roles) === 0) continue
      this.#rows.push(own ? row : { occurredAt: row.occurredAt, id: row.id, seq: row.seq, role: 0 })
    }
  }
}

const halt = ({ occurredAt, id }: ListKey): Halt => ({ occurredAt, id, seq: null })

/** Returns a place just before the key, so that a fetch after it begins with the key itself. */
function justBefore(order: Order, key: ListKey): ListKey {
  const id =
    order === 'newest'
      ? `${key.id}FF`
      : (BigInt(`0x${key.id}`) - 1n).toString(16).toUpperCase().padStart(ID_DIGITS, '0')
  return { occurredAt: key.occurredAt, id }
}

/** The rows in both streams. Each stream skips ahead to the other's place, so neither is walked in vain. */
export class Both implements Stream {
  readonly #order: Order
  readonly #base: PartyStream
  readonly #other: PartyStream

  constructor(order: Order, base: PartyStream, other: PartyStream) {
    this.#order = order
    this.#base = base
    this.#other = other
  }

  peek(): StreamStep | null {
    for (;;) {
      const a = this.#base.peek()
      if (a === null || a.seq === null) return a
      this.#other.seek(a)
      const b = this.#other.peek()
      if (b === null || b.seq === null) return b
      if (compareKeys(this.#order, a, b) === 0) return a
      this.#base.seek(b)
    }
  }

  take(): readonly StreamRow[] {
    return this.#base.take(1)
  }
}
