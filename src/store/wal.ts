import { statSync } from 'node:fs'
import type { Db } from './open.ts'
import type { Writer } from './writer.ts'

/** When the write-ahead log is too long, and how it is shortened. */
export interface WalLimits {
  /** Length from which it is too long, in bytes. */
  readonly longBytes: number
  /** Shortest time between two looks at it. */
  readonly lookMs: number
  /** Longest pause in writing while other readers finish, and how often that is checked. */
  readonly pauseMs: number
  readonly pollMs: number
  /** Minimum wait after a fruitless pause. */
  readonly restMs: number
}

/**
 * SQLite restarts the log only at a moment when nobody reads it, and with other readers such a moment may never come: growth
 * of 300 MB in two minutes was seen at a hundred records a second. A second without writing every two minutes keeps the disk
 * from filling, and is needed only while another program reads continuously.
 */
const LIMITS: WalLimits = {
  longBytes: 256 * 1024 * 1024,
  lookMs: 1_000,
  pauseMs: 1_000,
  pollMs: 10,
  restMs: 120_000,
}

/**
 * Keeps the write-ahead log from growing without bound while other programs read the database. Without such programs SQLite
 * restarts the log by itself after every 1,000 pages.
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

  /** Call it after a commit. It checks the file once a second. */
  committed(): void {
    const now = performance.now()
    if (now < this.#lookAtMs) return
    const { lookMs, longBytes } = this.#limits
    this.#lookAtMs = now + lookMs
    if (this.#bytes <= longBytes) return
    this.#lookAtMs = Number.POSITIVE_INFINITY
    // Callers of the last commit are answered first.
    setImmediate(() => this.#shorten())
  }

  /** 0 if the size cannot be read: a failing disk shows at the next commit, and must not end the service here. */
  get #bytes(): number {
    try {
      return statSync(`${this.#db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0
    } catch {
      return 0
    }
  }

  async #shorten(): Promise<void> {
    const { pauseMs, pollMs, restMs, lookMs } = this.#limits
    const isDone = await this.#writer.pausedUntil(() => this.#beginAnew(), pollMs, pauseMs)
    this.#lookAtMs = performance.now() + (isDone ? lookMs : restMs)
  }

  /** @returns whether the database file is complete, so that the next commit restarts the log */
  #beginAnew(): boolean {
    const timeoutMs = this.#db.pragma('busy_timeout', { simple: true })
    try {
      this.#db.pragma('busy_timeout = 0')
      // Its first column says whether somebody reads it.
      return this.#db.pragma('wal_checkpoint(RESTART)', { simple: true }) === 0
    } catch {
      // A fault in writing shows at the next commit, whose caller is told.
      return false
    } finally {
      this.#db.pragma(`busy_timeout = ${timeoutMs}`)
    }
  }
}
