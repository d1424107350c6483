/** Maximum time of one slice of a long job, before other jobs have their turn. */
const SLICE_MS = 5
/** Maximum bytes of JSON that a slice processes: parsing and rendering a mebibyte takes about as long. */
const SLICE_BYTES = 1 << 20
/** Maximum rows that a slice examines. */
const SLICE_ROWS = 1_000

/** Rows prepared together: loading their surroundings takes a constant number of queries. */
const FIRST_ROWS = 16
const MOST_ROWS = 128
const FEWEST_ROWS = 4
/** Target time for one group of rows: a slice can end only between two groups. */
const GROUP_MS = 1.5

export interface ShareLimits {
  readonly ms?: number
  readonly bytes?: number
  readonly rows?: number
}

/**
 * What one slice of a long job may spend: time, bytes and rows, whichever runs out first. A slice does at
 * least one row, however long that takes. One instance serves slice after slice and learns from each how long
 * rows take.
 */
export class Share {
  readonly #limits: Required<ShareLimits>
  readonly #now: () => number
  #beganAtMs = 0
  /** When the share last read the clock. */
  #readAtMs = 0
  #groupBeganAtMs = 0
  #endsAtMs = 0
  #bytes = 0
  #rows = 0
  #rowsAtOnce = FIRST_ROWS

  /** @param now a clock that only goes forward, in milliseconds */
  constructor(limits: ShareLimits = {}, now: () => number = performance.now.bind(performance)) {
    this.#limits = { ms: SLICE_MS, bytes: SLICE_BYTES, rows: SLICE_ROWS, ...limits }
    this.#now = now
    this.renew()
  }

  /** Starts the next slice. */
  renew(): void {
    const now = this.#now()
    // The time between two slices does not count towards a group that continues in this one.
    this.#groupBeganAtMs += now - this.#readAtMs
    this.#readAtMs = now
    this.#beganAtMs = now
    this.#endsAtMs = this.#beganAtMs + this.#limits.ms
    this.#bytes = this.#limits.bytes
    this.#rows = this.#limits.rows
  }

  /**
   * Extends the slice. Call it when the preparation for the first row is done: the slice then has at least as
   * long again for its rows. With many grants the preparation is long, and slices would otherwise spend
   * nearly all their time on it.
   */
  noteBeginning(): void {
    const now = this.#now()
    this.#endsAtMs = now + Math.max(this.#limits.ms, now - this.#beganAtMs)
  }

  get isSpent(): boolean {
    if (this.#bytes <= 0 || this.#rows <= 0) return true
    this.#readAtMs = this.#now()
    return this.#readAtMs >= this.#endsAtMs
  }

  /** Number of rows to prepare together. */
  get rowsAtOnce(): number {
    return this.#rowsAtOnce
  }

  /** Starts a group of rows. */
  beginGroup(): void {
    this.#groupBeganAtMs = this.#now()
    this.#readAtMs = this.#groupBeganAtMs
  }

  /** @param bytes of JSON; the number of characters is near enough */
  spend(rows: number, bytes: number): void {
    this.#rows -= rows
    this.#bytes -= bytes
  }

  /** Notes how long the last group took, without the time between two slices, and adapts the next group. */
  noteGroup(rows: number): void {
    this.#readAtMs = this.#now()
    const ms = this.#readAtMs - this.#groupBeganAtMs
    if (ms < GROUP_MS / 2 && rows >= this.#rowsAtOnce)
      this.#rowsAtOnce = Math.min(MOST_ROWS, 2 * this.#rowsAtOnce)
    else if (ms > GROUP_MS) this.#rowsAtOnce = Math.max(FEWEST_ROWS, Math.floor((rows * GROUP_MS) / ms))
  }
}
