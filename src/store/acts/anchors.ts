import { must } from '../../base/typed.ts'
import type { Told } from '../../words/fault.ts'
import { fromStored, toStored } from '../../words/stored.ts'
import type { Db } from '../file/open.ts'

/** A root over the whole log at one time, and the checkpoint (signed note) that states it. */
export interface AnchorBatch {
  readonly n: number
  readonly atMs: number
  readonly incarnation: Buffer
  readonly treeSize: number
  readonly root: Buffer
  readonly auditN: number
  readonly auditHash: Buffer
  readonly checkpoint: string
}

export interface Attempt {
  readonly atMs: number
  readonly publisher: string
  /** Null if the attempt failed. */
  readonly receipt: string | null
  /** Null if the attempt succeeded. */
  readonly reason: Told | null
}

type AttemptRow = Omit<Attempt, 'reason'> & { readonly reason: string | null }

const attemptOf = (row: AttemptRow): Attempt => ({
  ...row,
  reason: row.reason === null ? null : fromStored(row.reason),
})

export const BATCH_COLUMNS = `n, at AS atMs, incarnation, tree_size AS treeSize, root, audit_n AS auditN, audit_hash AS auditHash,
  checkpoint`

/** All SQL of anchor keys, batches and attempts to publish them. Add rows only inside a job of the writer. */
export class Anchors {
  readonly #noteAppend: () => void
  readonly #newestKey
  readonly #keyOf
  readonly #insertBatch
  readonly #newest
  readonly #byN
  readonly #before
  readonly #bySize
  readonly #publishedN
  readonly #publishedBefore
  readonly #isPublished
  readonly #insertAttempt
  readonly #attempts
  readonly #publication
  readonly #unpublished
  readonly #failed
  readonly #failures
  readonly #keys
  readonly #receivedAt

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#newestKey = db
      .prepare<[], Buffer>('SELECT public_key FROM anchor_key ORDER BY seq DESC LIMIT 1')
      .pluck()
    this.#keyOf = db
      .prepare<[number], Buffer>('SELECT public_key FROM anchor_key WHERE seq <= ? ORDER BY seq DESC LIMIT 1')
      .pluck()
    this.#insertBatch = db.prepare(
      `INSERT INTO anchor_batch (at, incarnation, tree_size, root, audit_n, audit_hash, checkpoint)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#newest = db.prepare<[], AnchorBatch>(
      `SELECT ${BATCH_COLUMNS} FROM anchor_batch ORDER BY n DESC LIMIT 1`,
    )
    this.#byN = db.prepare<[number], AnchorBatch>(`SELECT ${BATCH_COLUMNS} FROM anchor_batch WHERE n = ?`)
    this.#before = db.prepare<[number, number], AnchorBatch>(
      `SELECT ${BATCH_COLUMNS} FROM anchor_batch WHERE n < ? ORDER BY n DESC LIMIT ?`,
    )
    this.#bySize = db.prepare<[number], AnchorBatch>(
      `SELECT ${BATCH_COLUMNS} FROM anchor_batch WHERE tree_size = ? ORDER BY n`,
    )
    this.#publishedN = db
      .prepare<[], number>(
        'SELECT batch FROM anchor_attempt WHERE receipt IS NOT NULL ORDER BY batch DESC LIMIT 1',
      )
      .pluck()
    this.#publishedBefore = db
      .prepare<[number, number], number>(
        `SELECT DISTINCT batch FROM anchor_attempt WHERE receipt IS NOT NULL AND batch < ?
         ORDER BY batch DESC LIMIT ?`,
      )
      .pluck()
    this.#isPublished = db
      .prepare<[number], number>(
        'SELECT 1 FROM anchor_attempt WHERE receipt IS NOT NULL AND batch = ? LIMIT 1',
      )
      .pluck()
    this.#insertAttempt = db.prepare(
      'INSERT INTO anchor_attempt (batch, at, publisher, receipt, reason) VALUES (?, ?, ?, ?, ?)',
    )
    this.#publication = db.prepare<[number], AttemptRow>(
      `SELECT at AS atMs, publisher, receipt, reason FROM anchor_attempt
       WHERE batch = ? AND receipt IS NOT NULL ORDER BY n LIMIT 1`,
    )
    this.#attempts = db.prepare<[number], AttemptRow>(
      'SELECT at AS atMs, publisher, receipt, reason FROM anchor_attempt WHERE batch = ? ORDER BY n',
    )
    this.#unpublished = db.prepare<[number], number>('SELECT count(*) FROM anchor_batch WHERE n > ?').pluck()
    this.#failed = db
      .prepare<[number], number>('SELECT count(DISTINCT batch) FROM anchor_attempt WHERE batch > ?')
      .pluck()
    this.#failures = db
      .prepare<[], number>(
        `SELECT count(*) FROM anchor_attempt
         WHERE n > coalesce((SELECT max(n) FROM anchor_attempt WHERE receipt IS NOT NULL), 0)`,
      )
      .pluck()
    this.#keys = db.prepare<[], Buffer>('SELECT public_key FROM anchor_key ORDER BY seq').pluck()
    this.#receivedAt = db.prepare<[number], number>('SELECT received_at FROM entry WHERE seq = ?').pluck()
  }

  /** The public part (32 bytes) of the key that signs checkpoints. */
  newestKey(): Buffer | undefined {
    return this.#newestKey.get()
  }

  /** The public part of the key that signed the root of a tree: the newest that the tree has. */
  keyOf(treeSize: number): Buffer | undefined {
    return this.#keyOf.get(treeSize)
  }

  /** All public keys, oldest first. */
  keys(): Buffer[] {
    return this.#keys.all()
  }

  addBatch(batch: Omit<AnchorBatch, 'n'>): AnchorBatch {
    this.#noteAppend()
    const { lastInsertRowid } = this.#insertBatch.run(
      batch.atMs,
      batch.incarnation,
      batch.treeSize,
      batch.root,
      batch.auditN,
      batch.auditHash,
      batch.checkpoint,
    )
    return { ...batch, n: Number(lastInsertRowid) }
  }

  newest(): AnchorBatch | undefined {
    return this.#newest.get()
  }

  /** Batches before this one, newest first. */
  before(n: number, count: number): AnchorBatch[] {
    return this.#before.all(n, count)
  }

  /** Batches over a tree of this size, oldest first. */
  ofSize(treeSize: number): AnchorBatch[] {
    return this.#bySize.all(treeSize)
  }

  /** The newest published batch. Its tree begins with the tree of every earlier batch. */
  newestPublished(): AnchorBatch | undefined {
    const n = this.#publishedN.get()
    return n === undefined ? undefined : this.#byN.get(n)
  }

  /** Published batches before this one, newest first. */
  publishedBefore(n: number, count: number): AnchorBatch[] {
    return this.#publishedBefore.all(n, count).map((batch) => must(this.#byN.get(batch)))
  }

  isPublished(n: number): boolean {
    return this.#isPublished.get(n) !== undefined
  }

  /** The first successful attempt to publish a batch. */
  publication(batch: number): Attempt | undefined {
    const row = this.#publication.get(batch)
    return row === undefined ? undefined : attemptOf(row)
  }

  addAttempt(batch: number, { atMs, publisher, receipt, reason }: Attempt): void {
    this.#noteAppend()
    this.#insertAttempt.run(batch, atMs, publisher, receipt, reason === null ? null : toStored(reason))
  }

  /** All attempts to publish a batch, oldest first. */
  attempts(batch: number): Attempt[] {
    return this.#attempts.all(batch).map(attemptOf)
  }

  /** The number of failed attempts since the last success, over all batches. */
  failuresInARow(): number {
    return must(this.#failures.get())
  }

  /** Batches after the newest published one: `pending` were never tried, `failed` were tried in vain. */
  unpublished(): { readonly pending: number; readonly failed: number } {
    const n = this.#publishedN.get() ?? 0
    const failed = must(this.#failed.get(n))
    return { pending: must(this.#unpublished.get(n)) - failed, failed }
  }

  /** The time at which an entry was received; undefined if there is no such entry. */
  receivedAtMs(seq: number): number | undefined {
    return this.#receivedAt.get(seq)
  }
}
