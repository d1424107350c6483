import type { Db } from '../open.ts'

/** A key that checkpoints are signed with, from its entry on. */
export interface KeyRow {
  readonly seq: number
  readonly publicKey: Buffer
}

/** A life of the store, from its entry on. */
export interface LifeRow {
  readonly seq: number
  readonly incarnation: Buffer
}

export interface BatchRow {
  readonly n: number
  readonly atMs: number
  readonly incarnation: Buffer
  readonly treeSize: number
  readonly root: Buffer
  readonly auditN: number
  readonly auditHash: Buffer
  readonly checkpoint: string
}

export interface AttemptRow {
  readonly n: number
  readonly batch: number
  readonly atMs: number
  readonly publisher: string
  readonly receipt: string | null
}

/** Roots, keys and attempts to publish, by their numbers. Reads alone. */
export class AnchorRows {
  readonly #keys
  readonly #lives
  readonly #batches
  readonly #attempts
  readonly #newestPublished

  constructor(db: Db) {
    this.#keys = db.prepare<[], KeyRow>('SELECT seq, public_key AS publicKey FROM anchor_key ORDER BY seq')
    this.#lives = db.prepare<[], LifeRow>('SELECT seq, incarnation FROM appliance ORDER BY seq')
    this.#batches = db.prepare<[number, number], BatchRow>(
      `SELECT n, at AS atMs, incarnation, tree_size AS treeSize, root, audit_n AS auditN, audit_hash AS auditHash,
         checkpoint FROM anchor_batch WHERE n BETWEEN ? AND ? ORDER BY n`,
    )
    this.#attempts = db.prepare<[number, number], AttemptRow>(
      'SELECT n, batch, at AS atMs, publisher, receipt FROM anchor_attempt WHERE n > ? ORDER BY n LIMIT ?',
    )
    this.#newestPublished = db
      .prepare<[], string>(
        `SELECT b.checkpoint FROM anchor_attempt a JOIN anchor_batch b ON b.n = a.batch
         WHERE a.receipt IS NOT NULL ORDER BY a.n DESC LIMIT 1`,
      )
      .pluck()
  }

  /** Oldest first. */
  keys(): KeyRow[] {
    return this.#keys.all()
  }

  /** Oldest first. */
  lives(): LifeRow[] {
    return this.#lives.all()
  }

  batches(from: number, through: number): BatchRow[] {
    return this.#batches.all(from, through)
  }

  attempts(afterN: number, count: number): AttemptRow[] {
    return this.#attempts.all(afterN, count)
  }

  /** The newest checkpoint that a publisher gave a receipt for. */
  newestPublished(): string | undefined {
    return this.#newestPublished.get()
  }
}
