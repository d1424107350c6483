import type { Batch } from '../anchors.ts'
import type { Db } from '../open.ts'

/** A key that signs checkpoints from its entry on. */
export interface KeyRow {
  readonly seq: number
  readonly publicKey: Buffer
}

/** A life of the store, from its entry on. */
export interface LifeRow {
  readonly seq: number
  readonly incarnation: Buffer
}

/** A life that began with a restore. */
export interface RestoreRow {
  readonly seq: number
  readonly backup: string
  readonly madeAtMs: number
  /** null if there is no such act. */
  readonly atMs: number | null
}

export type BatchRow = Batch

export interface AttemptRow {
  readonly n: number
  readonly batch: number
  readonly atMs: number
  readonly publisher: string
  readonly receipt: string | null
}

/** Roots, keys and attempts to publish, by number. Read-only. */
export class AnchorRows {
  readonly #keys
  readonly #lives
  readonly #restores
  readonly #batches
  readonly #attempts
  readonly #isPublished

  constructor(db: Db) {
    this.#keys = db.prepare<[], KeyRow>('SELECT seq, public_key AS publicKey FROM anchor_key ORDER BY seq')
    this.#lives = db.prepare<[], LifeRow>('SELECT seq, incarnation FROM appliance ORDER BY seq')
    this.#restores = db.prepare<[], RestoreRow>(
      `SELECT r.appliance AS seq, r.backup, r.made_at AS madeAtMs, a.received_at AS atMs
       FROM restore r LEFT JOIN entry a ON a.seq = r.appliance ORDER BY r.appliance`,
    )
    this.#batches = db.prepare<[number, number], BatchRow>(
      `SELECT n, at AS atMs, incarnation, tree_size AS treeSize, root, audit_n AS auditN, audit_hash AS auditHash,
         checkpoint FROM anchor_batch WHERE n BETWEEN ? AND ? ORDER BY n`,
    )
    this.#attempts = db.prepare<[number, number], AttemptRow>(
      'SELECT n, batch, at AS atMs, publisher, receipt FROM anchor_attempt WHERE n > ? ORDER BY n LIMIT ?',
    )
    this.#isPublished = db
      .prepare<[], number>('SELECT EXISTS (SELECT 1 FROM anchor_attempt WHERE receipt IS NOT NULL)')
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

  /** Oldest first. */
  restores(): RestoreRow[] {
    return this.#restores.all()
  }

  batches(from: number, through: number): BatchRow[] {
    return this.#batches.all(from, through)
  }

  attempts(afterN: number, count: number): AttemptRow[] {
    return this.#attempts.all(afterN, count)
  }

  /** Whether a publisher ever gave a receipt. */
  isPublished(): boolean {
    return this.#isPublished.get() === 1
  }
}
