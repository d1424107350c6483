/** How long one slice of a longer work may take before others have their turn. */
const SLICE_MS = 5
/** JSON of the records that it may go through: to parse and to render a mebibyte takes about as long. */
const SLICE_BYTES = 1 << 20
/** Rows that it may look at. */
const SLICE_ROWS = 1_000

/** Rows are prepared together, because their surroundings come in a constant number of queries. */
const FIRST_ROWS = 16
const MOST_ROWS = 128
const FEWEST_ROWS = 4
/** What is prepared together should take about this long: a slice can end only between two such groups. */
const GROUP_MS = 1.5

export interface ShareLimits {
  readonly ms?: number
  readonly bytes?: number
  readonly rows?: number
}

/**
 * What one slice of a long work may spend: time, bytes and rows, whichever is used up first. A slice does at least one row
 * even where that takes longer. The same one serves slice after slice, and learns from each how long rows take.
 */
export class Share {
  readonly #limits: Required<ShareLimits>
  readonly #now: () => number
  #beganAtMs = 0
  #endsAtMs = 0
  #bytes = 0
  #rows = 0
  #rowsAtOnce = FIRST_ROWS

  /** @param now a clock that only goes forward, in milliseconds */
  constructor(limits: ShareLimits = {}, now: () => number = () => performance.now()) {
    this.#limits = { ms: SLICE_MS, bytes: SLICE_BYTES, rows: SLICE_ROWS, ...limits }
    this.#now = now
    this.renew()
  }

  /** The next slice begins. */
  renew(): void {
    this.#beganAtMs = this.#now()
    this.#endsAtMs = this.#beganAtMs + this.#limits.ms
    this.#bytes = this.#limits.bytes
    this.#rows = this.#limits.rows
  }

  /**
   * What a slice must do before its first row is done: it has at least as long again for its rows. Where many have granted
   * something that beginning is long, and else nearly all the time would go into beginnings.
   */
  noteBeginning(): void {
    const now = this.#now()
    this.#endsAtMs = now + Math.max(this.#limits.ms, now - this.#beganAtMs)
  }

  get isSpent(): boolean {
    return this.#bytes <= 0 || this.#rows <= 0 || this.#now() >= this.#endsAtMs
  }

  /** How many rows to prepare together. */
  get rowsAtOnce(): number {
    return this.#rowsAtOnce
  }

  get nowMs(): number {
    return this.#now()
  }

  /** @param bytes of JSON; a text's length in characters will do */
  spend(rows: number, bytes: number): void {
    this.#rows -= rows
    this.#bytes -= bytes
  }

  /** Notes how long a number of rows took to prepare and go through. */
  noteGroup(rows: number, ms: number): void {
    if (ms < GROUP_MS / 2 && rows >= this.#rowsAtOnce)
      this.#rowsAtOnce = Math.min(MOST_ROWS, 2 * this.#rowsAtOnce)
    else if (ms > GROUP_MS) this.#rowsAtOnce = Math.max(FEWEST_ROWS, Math.floor((rows * GROUP_MS) / ms))
  }
}
