import type { ListKey, StreamRow } from '../../store/records.ts'

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

export type Step = StreamRow | Halt

/** Returns a negative number if `a` comes before `b` in the list. */
export function compareKeys(order: Order, a: ListKey, b: ListKey): number {
  const ascending = a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  return order === 'newest' ? -ascending : ascending
}

export interface Stream {
  /** Returns the same step until `advance`; null at the end. Nothing follows a halt. */
  peek(): Step | null
  advance(): void
}

/** All streams merged into one order. A record in several streams appears once, with its roles joined. */
export class Merged implements Stream {
  readonly #order: Order
  #streams: Stream[]
  #current: Step | null | undefined

  constructor(order: Order, streams: Stream[]) {
    this.#order = order
    this.#streams = streams
  }

  peek(): Step | null {
    if (this.#current === undefined) this.#current = this.#take()
    return this.#current
  }

  advance(): void {
    this.#current = undefined
  }

  #take(): Step | null {
    let first: Step | null = null
    const live: Stream[] = []
    for (const stream of this.#streams) {
      const step = stream.peek()
      if (!step) continue
      live.push(stream)
      if (!first || this.#isBefore(step, first)) first = step
    }
    this.#streams = live
    if (first === null || first.seq === null) return first
    const [only] = live
    if (only !== undefined && live.length === 1) {
      only.advance()
      return first
    }
    let role = 0
    for (const stream of live) {
      for (let row = stream.peek(); row !== null && isOf(row, first.seq); row = stream.peek()) {
        role |= row.role
        stream.advance()
      }
    }
    return { ...first, role }
  }

  /** Whether a step comes before another. A row at a halt's own place counts as walked. */
  #isBefore(step: Step, other: Step): boolean {
    const order = compareKeys(this.#order, step, other)
    return order < 0 || (order === 0 && other.seq === null)
  }
}

const isOf = (step: Step, seq: number): step is StreamRow => step.seq === seq

/** Returns the next rows of a stream, at most `most`, and where the stream halted before that, if it did. */
export function nextRows(stream: Stream, most: number): { rows: StreamRow[]; haltedAt: ListKey | null } {
  const rows: StreamRow[] = []
  while (rows.length < most) {
    const step = stream.peek()
    if (step === null) break
    if (step.seq === null) return { rows, haltedAt: step }
    rows.push(step)
    stream.advance()
  }
  return { rows, haltedAt: null }
}
