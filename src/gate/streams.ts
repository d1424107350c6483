import type { ListKey, Records, StreamRow } from '../store/records.ts'

export type { ListKey }

/**
 * Sorted streams of list rows, merged. Every list starts from what the requester owns or was granted, so the
 * work never grows with records that are withheld (contract §7).
 */

export type Order = 'newest' | 'oldest'

export interface Range {
  readonly order: Order
  /** Inclusive, exclusive; milliseconds. */
  readonly fromMs: number
  readonly toMs: number
  /** Continue after this place. */
  readonly after: ListKey | null
}

const FIRST_ID = ''
const ID_DIGITS = 32

function startOf(range: Range): ListKey {
  if (range.after) return range.after
  return range.order === 'newest'
    ? { occurredAt: range.toMs, id: FIRST_ID }
    : { occurredAt: range.fromMs, id: FIRST_ID }
}

/** Before: negative. In the order of the list. */
export function compareKeys(order: Order, a: ListKey, b: ListKey): number {
  const ascending = a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  return order === 'newest' ? -ascending : ascending
}

export interface Stream {
  peek(): StreamRow | null
  advance(): void
}

/** One party's records of one type, fetched in chunks. */
export class PartyStream implements Stream {
  readonly #records: Records
  readonly #party: number
  readonly #type: number
  readonly #range: Range
  readonly #roles: number
  readonly #own: boolean
  readonly #chunk: number
  #place: ListKey
  #rows: StreamRow[] = []
  #index = 0
  #ended = false

  /**
   * @param roles only rows in which the party has one of these roles
   * @param own the party is the requester: its roles are told; otherwise they are nobody's business here
   */
  constructor(
    records: Records,
    party: number,
    type: number,
    range: Range,
    roles: number,
    own: boolean,
    chunk: number,
  ) {
    this.#records = records
    this.#party = party
    this.#type = type
    this.#range = range
    this.#roles = roles
    this.#own = own
    this.#chunk = chunk
    this.#place = startOf(range)
  }

  peek(): StreamRow | null {
    for (;;) {
      const row = this.#rows[this.#index]
      if (row) return row
      if (this.#ended) return null
      this.#fetch()
    }
  }

  advance(): void {
    this.#index++
  }

  /** Moves to the first row that is not before this key. */
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
        this.#fetch()
      }
    }
  }

  #fetch(): void {
    const { order, fromMs, toMs } = this.#range
    const rows = this.#records.stream(
      this.#party,
      this.#type,
      order,
      this.#place,
      order === 'newest' ? fromMs : toMs,
      this.#chunk,
    )
    this.#index = 0
    this.#ended = rows.length < this.#chunk
    const last = rows[rows.length - 1]
    if (last) this.#place = last
    this.#rows = rows
      .filter((row) => row.role & this.#roles)
      .map((row) => (this.#own ? row : { ...row, role: 0 }))
  }
}

/** A place right before the key, so that a fetch beyond it begins with the key itself. */
function justBefore(order: Order, key: ListKey): ListKey {
  const id =
    order === 'newest'
      ? `${key.id}FF`
      : (BigInt(`0x${key.id}`) - 1n).toString(16).toUpperCase().padStart(ID_DIGITS, '0')
  return { occurredAt: key.occurredAt, id }
}

/** Rows that are in both streams: each leaps to where the other stands, so neither is walked for nothing. */
export class Both implements Stream {
  readonly #order: Order
  readonly #base: PartyStream
  readonly #other: PartyStream

  constructor(order: Order, base: PartyStream, other: PartyStream) {
    this.#order = order
    this.#base = base
    this.#other = other
  }

  peek(): StreamRow | null {
    for (;;) {
      const a = this.#base.peek()
      if (!a) return null
      this.#other.seek(a)
      const b = this.#other.peek()
      if (!b) return null
      if (compareKeys(this.#order, a, b) === 0) return a
      this.#base.seek(b)
    }
  }

  advance(): void {
    this.#base.advance()
  }
}

/** All streams in one order. A record that stands in several comes once, its roles joined. */
export class Merged implements Stream {
  readonly #order: Order
  #streams: Stream[]
  #current: StreamRow | null | undefined

  constructor(order: Order, streams: Stream[]) {
    this.#order = order
    this.#streams = streams
  }

  peek(): StreamRow | null {
    if (this.#current === undefined) this.#current = this.#take()
    return this.#current
  }

  advance(): void {
    this.#current = undefined
  }

  #take(): StreamRow | null {
    let first: StreamRow | null = null
    const live: Stream[] = []
    for (const stream of this.#streams) {
      const row = stream.peek()
      if (!row) continue
      live.push(stream)
      if (!first || compareKeys(this.#order, row, first) < 0) first = row
    }
    this.#streams = live
    if (!first) return null
    let role = 0
    for (const stream of live) {
      for (let row = stream.peek(); row && row.seq === first.seq; row = stream.peek()) {
        role |= row.role
        stream.advance()
      }
    }
    return { ...first, role }
  }
}
