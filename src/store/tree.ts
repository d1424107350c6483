import { hash } from 'node:crypto'
import { HASH_BYTES, nodeHash, type Subtrees } from '../domain/merkle.ts'
import { OperatorFault } from '../problem.ts'
import type { Db } from './open.ts'

/** Subtrees of 2^5 leaves and more are kept; a proof reads at most twice 31 entries to make the smaller ones again. */
const LEAST_LEVEL = 5
const CHUNK = 2 ** LEAST_LEVEL
/** Chunks that one transaction adds while an older folder is brought up to date. */
const CHUNKS_AT_ONCE = 256

interface LeafRow {
  readonly seq: number
  readonly salt: Buffer
  readonly digest: Buffer
}

/** 0x00, salt, digest (contract §14, RFC 9162 §2.1.1). Reused: nothing of it is kept. */
const leaf = Buffer.alloc(1 + 2 * HASH_BYTES)

export function leafOf(salt: Buffer, digest: Buffer): Buffer {
  salt.copy(leaf, 1)
  digest.copy(leaf, 1 + HASH_BYTES)
  return hash('sha256', leaf, 'buffer')
}

/**
 * The Merkle tree over the log: entry number `seq` is leaf `seq - 1`. Each whole subtree of 32 leaves and more is written
 * in the commit of its last leaf, so the tree is never behind the log, and an append costs two hashes.
 */
export class Tree {
  readonly #noteAppend: () => void
  readonly #insert
  readonly #stored
  readonly #chunks
  readonly #leaves
  readonly #inTransaction: (work: () => void) => void
  /** Of the leaves after the last whole chunk; null when they are to be read again. */
  #tail: Buffer[] | null = null
  #wholeChunks = 0
  /** A proof asks for most leaves of one chunk, in several small subtrees. */
  #lastRead: { readonly first: number; readonly leaves: readonly Buffer[] } = { first: 0, leaves: [] }

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#insert = db.prepare('INSERT INTO subtree (level, n, hash) VALUES (?, ?, ?)')
    this.#stored = db
      .prepare<[number, number], Buffer>('SELECT hash FROM subtree WHERE level = ? AND n = ?')
      .pluck()
    this.#chunks = db
      .prepare<[number], number>(
        'SELECT coalesce((SELECT n + 1 FROM subtree WHERE level = ? ORDER BY n DESC LIMIT 1), 0)',
      )
      .pluck()
    this.#leaves = db.prepare<{ from: number; to: number }, LeafRow>(
      `SELECT seq, salt, digest FROM observation WHERE seq BETWEEN :from AND :to
       UNION ALL SELECT seq, salt, digest FROM act WHERE seq BETWEEN :from AND :to
       UNION ALL SELECT seq, salt, digest FROM inference WHERE seq BETWEEN :from AND :to`,
    )
    this.#inTransaction = (work) => db.transaction(work)()
  }

  /** Whole subtrees of the log as it stands, for roots and proofs. Those of level 5 and up are read, others made. */
  readonly subtrees: Subtrees = (level, n) => {
    if (level < LEAST_LEVEL) return folded(this.#leavesOfChunk(n * 2 ** level, 2 ** level))
    const stored = this.#stored.get(level, n)
    if (!stored) throw new RangeError(`subtree ${n} of level ${level} is not whole`)
    return stored
  }

  /** What makes an entry of the log a leaf; undefined when there is none of this number. */
  leaf(seq: number): { readonly salt: Buffer; readonly digest: Buffer } | undefined {
    return this.#leaves.get({ from: seq, to: seq })
  }

  /** Adds the next leaf, before its row is written. Inside the job that appends it. */
  add(seq: number, salt: Buffer, digest: Buffer): void {
    const tail = this.#tailBefore(seq)
    tail.push(leafOf(salt, digest))
    if (tail.length < CHUNK) return
    this.#store(this.#wholeChunks, tail)
    this.#wholeChunks++
    this.#tail = []
  }

  /**
   * Adds what a log of an older version has no subtrees of; some seconds for every million entries, once.
   * @param size entries of the log
   * @throws {OperatorFault} when entries are missing
   */
  catchUp(size: number, progress: (leaves: number) => void): void {
    let chunk = this.#chunks.get(LEAST_LEVEL) as number
    if (chunk * CHUNK > size) throw shortened(size, chunk * CHUNK)
    const whole = Math.floor(size / CHUNK)
    while (chunk < whole) {
      const until = Math.min(whole, chunk + CHUNKS_AT_ONCE)
      this.#inTransaction(() => {
        const leaves = this.#leafHashes(chunk * CHUNK, (until - chunk) * CHUNK)
        for (; chunk < until; chunk++) this.#store(chunk, leaves.splice(0, CHUNK))
      })
      progress(chunk * CHUNK)
    }
    this.#tail = null
  }

  /** After a rollback. */
  forget(): void {
    this.#tail = null
    this.#lastRead = { first: 0, leaves: [] }
  }

  #tailBefore(seq: number): Buffer[] {
    if (this.#tail !== null) return this.#tail
    this.#wholeChunks = this.#chunks.get(LEAST_LEVEL) as number
    const start = this.#wholeChunks * CHUNK
    this.#tail = this.#leafHashes(start, seq - 1 - start)
    return this.#tail
  }

  /** A chunk that is whole now, and every subtree that becomes whole with it. */
  #store(chunk: number, leaves: readonly Buffer[]): void {
    this.#noteAppend()
    let subtree = folded(leaves)
    let [level, n] = [LEAST_LEVEL, chunk]
    this.#insert.run(level, n, subtree)
    while (n % 2 === 1) {
      subtree = nodeHash(this.#stored.get(level, n - 1) as Buffer, subtree)
      level++
      n = (n - 1) / 2
      this.#insert.run(level, n, subtree)
    }
  }

  /** Leaves that stand in one chunk. */
  #leavesOfChunk(from: number, count: number): readonly Buffer[] {
    const first = from - (from % CHUNK)
    const until = from + count
    if (this.#lastRead.first !== first || this.#lastRead.leaves.length < until - first) {
      // Up to the end of the chunk, or of the log.
      const rows = this.#leaves.all({ from: first + 1, to: first + CHUNK })
      const leaves = new Array<Buffer>(rows.length)
      for (const { seq, salt, digest } of rows) leaves[seq - 1 - first] = leafOf(salt, digest)
      if (leaves.length < until - first || leaves.includes(undefined as never)) throw missing(from + 1, until)
      this.#lastRead = { first, leaves }
    }
    return this.#lastRead.leaves.slice(from - first, until - first)
  }

  #leafHashes(first: number, count: number): Buffer[] {
    if (count === 0) return []
    const hashes = new Array<Buffer>(count)
    let found = 0
    for (const { seq, salt, digest } of this.#leaves.iterate({ from: first + 1, to: first + count })) {
      hashes[seq - 1 - first] = leafOf(salt, digest)
      found++
    }
    if (found !== count) throw missing(first + 1, first + count)
    return hashes
  }
}

/** The root over a power of two of leaves. */
function folded(leaves: readonly Buffer[]): Buffer {
  let row = leaves
  while (row.length > 1) {
    const above: Buffer[] = []
    for (let i = 0; i < row.length; i += 2) above.push(nodeHash(row[i] as Buffer, row[i + 1] as Buffer))
    row = above
  }
  return row[0] as Buffer
}

const REMEDY =
  'Do not use this file for lending decisions. Run "granary verify" to see what was done, restore the last backup into a new folder, and keep this one for whoever investigates.'

const missing = (from: number, to: number) =>
  new OperatorFault(`Between ${from} and ${to}, an entry of the log is missing.`, REMEDY)

const shortened = (size: number, known: number) =>
  new OperatorFault(
    `The log has ${size} entries, and its tree knows ${known}: the newest were removed by hand.`,
    REMEDY,
  )
