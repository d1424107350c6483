import { statSync } from 'node:fs'
import type { Db } from './open.ts'
import type { Writer } from './writer.ts'

export interface WalLimits {
  /** A longer write-ahead log is too long. */
  readonly longBytes: number
  /** Minimum time between checks. */
  readonly lookMs: number
  /** Longest pause in writing to wait for readers, and the time between attempts in it. */
  readonly pauseMs: number
  readonly pollMs: number
  /** Minimum wait after a fruitless pause. */
  readonly restMs: number
}

/**
 * SQLite restarts the log only when nobody reads from it. If readers overlap, that may never happen while records are
 * written: the log then grew by 300 MB every two minutes at 100 records per second. A pause of one second every two minutes
 * keeps the disk from filling, and happens only while another program reads without end.
 */
const LIMITS: WalLimits = {
  longBytes: 256 * 1024 * 1024,
  lookMs: 1_000,
  pauseMs: 1_000,
  pollMs: 10,
  restMs: 120_000,
}

/**
 * Keeps the write-ahead log from growing forever while other programs read the database in turns. If the service is alone on
 * its file, SQLite restarts the log by itself after every 1,000 pages.
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

  /** Call after a commit. Checks the length of the file at most once a second. */
  committed(): void {
    const now = performance.now()
    if (now < this.#lookAtMs) return
    const { lookMs, longBytes } = this.#limits
    this.#lookAtMs = now + lookMs
    if (this.#bytes <= longBytes) return
    this.#lookAtMs = Number.POSITIVE_INFINITY
    // After the callers of this commit have their answers.
    setImmediate(() => this.#shorten())
  }

  /** 0 if it cannot be read: a failing disk shows at the next commit, and must not end the service. */
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

  /** @returns whether the whole log is in the database, so that the next commit restarts it */
  #beginAnew(): boolean {
    const timeoutMs = this.#db.pragma('busy_timeout', { simple: true })
    try {
      this.#db.pragma('busy_timeout = 0')
      const [{ busy }] = this.#db.pragma('wal_checkpoint(RESTART)') as [{ busy: number }]
      return busy === 0
    } catch {
      // The fault will show at the next commit, which a caller waits for.
      return false
    } finally {
      this.#db.pragma(`busy_timeout = ${timeoutMs}`)
    }
  }
}
