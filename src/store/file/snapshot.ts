import Database from 'better-sqlite3'
import { must } from '../../base/typed.ts'
import { leafHash, nodeHash } from '../../domain/merkle.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { Appliance } from '../acts/appliance.ts'
import { type Db, marksOf } from './open.ts'

/** Facts about a copy of the database, computed from its entries and not from stored hashes. */
export interface Snapshot {
  readonly schema: number
  /** 16 bytes. */
  readonly incarnation: Buffer
  readonly treeSize: number
  /** Root over all entries of the log (RFC 9162), 32 bytes. */
  readonly treeRoot: Buffer
  readonly auditN: number
  /** 32 bytes. */
  readonly auditHash: Buffer
  /** Every stored picture, once each. */
  readonly evidence: readonly { readonly sha256: string; readonly bytes: number }[]
}

const NO_HASH = Buffer.alloc(32)

/**
 * Reads the facts about a copy of the database.
 * @param file a copy that no other process has open
 * @throws {OperatorFault} if an entry of the log is missing
 */
export function readSnapshot(file: string): Snapshot {
  return reading(file, (db) => {
    const audit = db
      .prepare<[], [number, Buffer]>('SELECT last_n, hash FROM audit ORDER BY last_n DESC LIMIT 1')
      .raw()
      .get()
    const tree = treeOf(db)
    return {
      schema: Number(db.pragma('user_version', { simple: true })),
      incarnation:
        db.prepare<[], Buffer>('SELECT incarnation FROM appliance ORDER BY seq DESC LIMIT 1').pluck().get() ??
        Buffer.alloc(16),
      treeSize: tree.size,
      treeRoot: tree.root,
      auditN: audit?.[0] ?? 0,
      auditHash: audit?.[1] ?? NO_HASH,
      evidence: db
        .prepare<[], { sha256: string; bytes: number }>(
          `SELECT lower(hex(stored_sha256)) AS sha256, max(stored_bytes) AS bytes FROM evidence
           GROUP BY stored_sha256 ORDER BY min(seq)`,
        )
        .all(),
    }
  })
}

/**
 * Returns the root over the first entries of a life of the store, while other processes may write to the
 * file.
 * @param incarnation the name of the life, 32 hex digits
 * @returns null if the file does not know the life or has fewer entries of it: a life that ended with a restore
 * may have continued elsewhere
 */
export function rootOverFirst(file: string, size: number, incarnation: string): Buffer | null {
  return reading(file, (db) => {
    const began = db.prepare<[Buffer], number>('SELECT seq FROM appliance WHERE incarnation = ?').pluck()
    const beganAt = began.get(Buffer.from(incarnation, 'hex'))
    if (beganAt === undefined) return null
    const next = db.prepare<[number], number | null>('SELECT min(seq) FROM appliance WHERE seq > ?').pluck()
    const endsBefore = next.get(beganAt)
    if (endsBefore != null && endsBefore <= size) return null
    const tree = treeOf(db, size)
    return tree.size === size ? tree.root : null
  })
}

/**
 * Returns the lives of the store in a file to which other processes may write.
 * @throws {OperatorFault} if the file is not ours, or cannot be read as a database
 */
export function livesOf(file: string): ReturnType<Appliance['lives']> {
  marksOf(file)
  return reading(file, (db) => new Appliance(db).lives())
}

/** Returns the first fault that SQLite finds in a file (`quick_check`); null if there is none. */
export function damageOf(file: string): string | null {
  return reading(file, (db) => {
    const found = String(db.pragma('quick_check(1)', { simple: true }))
    return found === 'ok' ? null : found
  })
}

function reading<T>(file: string, read: (db: Db) => T): T {
  const db = new Database(file, { readonly: true })
  try {
    db.pragma('trusted_schema = OFF')
    return db.transaction(() => read(db))()
  } finally {
    db.close()
  }
}

/** Computes size and root in one pass, with one hash in memory for each power of two. */
function treeOf(db: Db, limit = -1): { readonly size: number; readonly root: Buffer } {
  const entries = db.prepare<[number], { seq: number; salt: Buffer; digest: Buffer }>(
    'SELECT seq, salt, digest FROM entry ORDER BY seq LIMIT ?',
  )
  const whole: Buffer[] = []
  let size = 0
  for (const { seq, salt, digest } of entries.iterate(limit)) {
    size++
    if (seq !== size) throw new OperatorFault(...withRemedy('store.noEntry', { entry: size }))
    let subtree = leafHash(salt, digest)
    for (let ended = size; ended % 2 === 0; ended /= 2) subtree = nodeHash(must(whole.pop()), subtree)
    whole.push(subtree)
  }
  const root = whole.reduceRight<Buffer | null>(
    (right, left) => (right === null ? left : nodeHash(left, right)),
    null,
  )
  return { size, root: root ?? NO_HASH }
}
