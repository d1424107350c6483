import { statSync } from 'node:fs'
import type { Writer } from '../jobs/writer.ts'
import type { Db } from './open.ts'

/** The limits that decide when and how the write-ahead log is shortened. */
export interface WalLimits {
  /** The length above which the log is too long, in bytes. */
  readonly longBytes: number
  /** The minimum time between two checks of its length. */
  readonly lookMs: number
  /** The longest pause in writing while other readers finish, and the interval of checks during the pause. */
  readonly pauseMs: number
  readonly pollMs: number
  /** Minimum wait after a fruitless pause. */
  readonly restMs: number
}

/**
 * SQLite restarts the log only at a moment without readers. If other programs read all the time, there may be
 * no such moment: growth of 300 MB in two minutes was seen at a hundred records a second. Pausing writes for
 * a second every two minutes keeps the disk from filling, and happens only while another program reads
 * continuously.
 */
const LIMITS: WalLimits = {
  longBytes: 256 * 1024 * 1024,
  lookMs: 1_000,
  pauseMs: 1_000,
  pollMs: 10,
  restMs: 120_000,
}

/**
 * Keeps the write-ahead log from growing without bound while other programs read the database. Without such
 * programs, SQLite itself restarts the log every 1,000 pages.
 */
export class WriteAheadLog {
  readonly #db: Db
  readonly #writer: Writer
  readonly #limits: WalLimits
  #lookAtMs = 0

  constructor(db: Db, writer: Writer, limits: Partial<WalLimits> = {}) {
    this.#db = db
    this.#writer = writer
    this.#limits = { ...LIMITS, ...limits }
  }

  /** Checks the length of the log, at most once a second. Call after a commit. */
  committed(): void {
    const now = performance.now()
    if (now < this.#lookAtMs) return
    const { lookMs, longBytes } = this.#limits
    this.#lookAtMs = now + lookMs
    if (this.#bytes <= longBytes) return
    this.#lookAtMs = Number.POSITIVE_INFINITY
    // Later, so that the callers of the last commit are answered first.
    setImmediate(() => this.#shorten())
  }

  /**
   * Length of the log; 0 if unreadable: a failing disk shows at the next commit, and must not end the
   * service.
   */
  get #bytes(): number {
    try {
      return statSync(`${this.#db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0
    } catch {
      return 0
    }
  }

  async #shorten(): Promise<void> {
    const { pauseMs, pollMs, restMs, lookMs } = this.#limits
    const isDone = await this.#writer.pausedUntil(() => this.#restart(), pollMs, pauseMs)
    this.#lookAtMs = performance.now() + (isDone ? lookMs : restMs)
  }

  /**
   * Empties the log into the file.
   * @returns whether that is complete: the next commit then restarts the log
   */
  #restart(): boolean {
    const timeoutMs = this.#db.pragma('busy_timeout', { simple: true })
    try {
      this.#db.pragma('busy_timeout = 0')
      // The first column of the result is 0 if no reader was in the way.
      return this.#db.pragma('wal_checkpoint(RESTART)', { simple: true }) === 0
    } catch {
      // A write error shows again at the next commit, whose caller gets the error.
      return false
    } finally {
      this.#db.pragma(`busy_timeout = ${timeoutMs}`)
    }
  }
}
