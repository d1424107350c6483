import type { ListKey, StreamRow } from '../../store/log/records.ts'

export type { ListKey }

/**
 * Merges sorted streams of list rows. Every list starts from what the requester owns or was granted, so the
 * work does not grow with withheld records (contract §7).
 */

export type Order = 'newest' | 'oldest'

export interface Range {
  readonly order: Order
  /** Events from `fromMs` (inclusive) to `toMs` (exclusive), in milliseconds. */
  readonly fromMs: number
  readonly toMs: number
  /** Continue after this place. */
  readonly after: ListKey | null
}

/**
 * A place instead of a row: everything up to it was walked, and nothing beyond it was fetched, because the
 * slice has done enough. A walk that continues from here misses nothing.
 */
export interface Halt extends ListKey {
  readonly seq: null
}

export type StreamStep = StreamRow | Halt

/** Returns a negative number if `a` comes before `b` in the list. */
export function compareKeys(order: Order, a: ListKey, b: ListKey): number {
  const ascending = a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  return order === 'newest' ? -ascending : ascending
}

export interface Stream {
  /** Returns the same step until `take`; null at the end. Nothing follows a halt. */
  peek(): StreamStep | null
  /** Moves past the row that `peek` returned, and rows already fetched behind it. @returns these, at most `most` */
  take(most: number): readonly StreamRow[]
}

/** All streams merged into one order. A record in several streams appears once, with its roles joined. */
export class Merged implements Stream {
  readonly #order: Order
  #streams: Stream[]
  #current: StreamStep | null = null

  constructor(order: Order, streams: Stream[]) {
    this.#order = order
    this.#streams = streams
  }

  peek(): StreamStep | null {
    this.#current ??= this.#first()
    return this.#current
  }

  take(most: number): readonly StreamRow[] {
    const row = this.#current as StreamRow
    this.#current = null
    const [only] = this.#streams
    return only !== undefined && this.#streams.length === 1 ? only.take(most) : [row]
  }

  /** Returns the first step of all streams. Moves past it, unless it is that of a single stream. */
  #first(): StreamStep | null {
    let first: StreamStep | null = null
    const live: Stream[] = []
    for (const stream of this.#streams) {
      const step = stream.peek()
      if (!step) continue
      live.push(stream)
      if (!first || this.#isBefore(step, first)) first = step
    }
    this.#streams = live
    if (first === null || first.seq === null || live.length === 1) return first
    let role = 0
    for (const stream of live) {
      for (let row = stream.peek(); row !== null && isOf(row, first.seq); row = stream.peek()) {
        role |= row.role
        stream.take(1)
      }
    }
    return { ...first, role }
  }

  /** Whether a step comes before another. A row at a halt's own place counts as walked. */
  #isBefore(step: StreamStep, other: StreamStep): boolean {
    const order = compareKeys(this.#order, step, other)
    return order < 0 || (order === 0 && other.seq === null)
  }
}

const isOf = (step: StreamStep, seq: number): step is StreamRow => step.seq === seq

/** Returns the next rows of a stream, at most `most`, and where the stream halted before that, if it did. */
export function nextRows(stream: Stream, most: number): { rows: StreamRow[]; haltedAt: ListKey | null } {
  const rows: StreamRow[] = []
  while (rows.length < most) {
    const step = stream.peek()
    if (step === null) break
    if (step.seq === null) return { rows, haltedAt: step }
    rows.push(...stream.take(most - rows.length))
  }
  return { rows, haltedAt: null }
}
