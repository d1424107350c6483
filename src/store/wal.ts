import { statSync } from 'node:fs'
import type { Db } from './open.ts'
import type { Writer } from './writer.ts'

/** When the write-ahead log is too long, and what is then done about it. */
export interface WalLimits {
  /** Bytes from which on it is too long. */
  readonly longBytes: number
  /** It is looked at no oftener than this. */
  readonly lookMs: number
  /** So long nothing is written, at most, while others are waited for; and how often they are asked meanwhile. */
  readonly pauseMs: number
  readonly pollMs: number
  /** After a pause that was for nothing there is none for so long. */
  readonly restMs: number
}

/**
 * SQLite begins the log anew only at a moment when nobody reads in it, and while others write such a moment may never
 * come: 300 MB more every two minutes were seen at a hundred records a second. A second without writing once in two
 * minutes is what keeps the disk from filling, and only where another program reads without end.
 */
const LIMITS: WalLimits = {
  longBytes: 256 * 1024 * 1024,
  lookMs: 1_000,
  pauseMs: 1_000,
  pollMs: 10,
  restMs: 120_000,
}

/**
 * Keeps the write-ahead log from growing for ever while other programs read the database in turns. Alone on its file the
 * service never needs it: SQLite begins the log anew by itself after every 1,000 pages.
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

  /** To be called after a commit. Costs nothing but a look at the file, once a second. */
  committed(): void {
    const now = performance.now()
    if (now < this.#lookAtMs) return
    const { lookMs, longBytes } = this.#limits
    this.#lookAtMs = now + lookMs
    if (this.#bytes <= longBytes) return
    this.#lookAtMs = Number.POSITIVE_INFINITY
    // Whoever was committed is answered first.
    setImmediate(() => this.#shorten())
  }

  /** None where it cannot be told: a disk that does not answer shows at the next commit, and must not end the service. */
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

  /** @returns whether everything stands in the database itself, so that the next commit begins the log anew */
  #beginAnew(): boolean {
    const timeoutMs = this.#db.pragma('busy_timeout', { simple: true })
    try {
      this.#db.pragma('busy_timeout = 0')
      const [{ busy }] = this.#db.pragma('wal_checkpoint(RESTART)') as [{ busy: number }]
      return busy === 0
    } catch {
      // What keeps the database from being written shows at the next commit, which somebody waits for.
      return false
    } finally {
      this.#db.pragma(`busy_timeout = ${timeoutMs}`)
    }
  }
}
