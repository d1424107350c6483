import { must } from '../../base/typed.ts'
import { foldInPlace, HASH_BYTES, nodeHash, type Subtrees } from '../../domain/merkle.ts'
import { sha256Into } from '../../domain/sha256.ts'
import { OperatorFault } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Db } from '../file/open.ts'

/** Subtrees of 2^5 leaves or more are stored; a proof reads at most twice 31 entries for smaller ones. */
const LEAST_LEVEL = 5
const CHUNK = 2 ** LEAST_LEVEL
const CHUNK_BYTES = CHUNK * HASH_BYTES

const NONE = Buffer.alloc(0)

interface LeafRow {
  readonly seq: number
  readonly salt: Buffer
  readonly digest: Buffer
}

/** The bytes of a leaf: 0x00, salt, digest (contract §14, RFC 9162 §2.1.1). The buffer is reused. */
const leaf = Buffer.alloc(1 + 2 * HASH_BYTES)

/** Writes the hash of an entry's leaf into a buffer of hashes. */
function leafInto(target: Buffer, at: number, salt: Buffer, digest: Buffer): void {
  salt.copy(leaf, 1)
  digest.copy(leaf, 1 + HASH_BYTES)
  sha256Into(target, at, leaf)
}

/**
 * The Merkle tree over the log: entry number `seq` is leaf `seq - 1`. Each subtree of 32 leaves or more is
 * written in the commit that completes it, so the tree never lags behind the log, and an append costs two
 * hashes.
 */
export class Tree {
  readonly #noteAppend: () => void
  readonly #insert
  readonly #stored
  readonly #chunks
  readonly #entries
  /** The leaves after the last complete chunk, concatenated. */
  readonly #tail = Buffer.alloc(CHUNK_BYTES)
  /** Number of these leaves; null if they must be read again. */
  #tailLeaves: number | null = null
  #wholeChunks = 0
  /** The chunk read last: a proof needs most leaves of one chunk, in several small subtrees. */
  #lastRead: { readonly first: number; readonly leaves: Buffer } = { first: 0, leaves: NONE }

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
    this.#entries = db.prepare<{ from: number; to: number }, LeafRow>(
      'SELECT seq, salt, digest FROM entry WHERE seq BETWEEN :from AND :to ORDER BY seq',
    )
  }

  /** Returns complete subtrees, for roots and proofs. Levels from 5 up are read, lower ones are computed. */
  readonly subtrees: Subtrees = (level, n) => {
    if (level < LEAST_LEVEL) return foldInPlace(this.#leavesOfChunk(n * 2 ** level, 2 ** level))
    const stored = this.#stored.get(level, n)
    if (!stored) throw new RangeError(`subtree ${n} of level ${level} is not whole`)
    return stored
  }

  /** The salt and digest that make an entry a leaf; undefined if there is no such entry. */
  leaf(seq: number): { readonly salt: Buffer; readonly digest: Buffer } | undefined {
    return this.#entries.get({ from: seq, to: seq })
  }

  /** Adds the next leaf. Call in the job that appends the entry, before its row is written. */
  add(seq: number, salt: Buffer, digest: Buffer): void {
    const before = this.#tailLeaves ?? this.#loadTail(seq)
    leafInto(this.#tail, before * HASH_BYTES, salt, digest)
    this.#tailLeaves = before + 1
    if (this.#tailLeaves < CHUNK) return
    this.#store(this.#wholeChunks, this.#tail)
    this.#wholeChunks++
    this.#tailLeaves = 0
  }

  /**
   * Checks that the tree covers the whole log.
   * @param size the number of entries in the log
   * @throws {OperatorFault} if entries or hashes were removed
   */
  check(size: number): void {
    const chunks = must(this.#chunks.get(LEAST_LEVEL))
    if (chunks !== Math.floor(size / CHUNK)) throw altered(size, chunks * CHUNK)
  }

  /** Call after a rollback. */
  forget(): void {
    this.#tailLeaves = null
    this.#lastRead = { first: 0, leaves: NONE }
  }

  /** @returns the number of leaves of the tail before this entry */
  #loadTail(seq: number): number {
    this.#wholeChunks = must(this.#chunks.get(LEAST_LEVEL))
    const start = this.#wholeChunks * CHUNK
    const leaves = this.#leaves(start, seq - 1 - start)
    leaves.copy(this.#tail)
    return leaves.length / HASH_BYTES
  }

  /** Stores a completed chunk and every subtree completed with it. */
  #store(chunk: number, leaves: Buffer): void {
    this.#noteAppend()
    let subtree = foldInPlace(leaves)
    let [level, n] = [LEAST_LEVEL, chunk]
    this.#insert.run(level, n, subtree)
    while (n % 2 === 1) {
      subtree = nodeHash(must(this.#stored.get(level, n - 1)), subtree)
      level++
      n = (n - 1) / 2
      this.#insert.run(level, n, subtree)
    }
  }

  /** Returns leaves of one chunk, as a copy that the caller may change. */
  #leavesOfChunk(from: number, count: number): Buffer {
    const first = from - (from % CHUNK)
    const [start, end] = [(from - first) * HASH_BYTES, (from - first + count) * HASH_BYTES]
    if (this.#lastRead.first !== first || this.#lastRead.leaves.length < end) {
      // Read to the end of the chunk or of the log.
      const leaves = this.#leavesFrom(first, CHUNK)
      if (leaves.length < end) throw missing(from + 1, from + count)
      this.#lastRead = { first, leaves }
    }
    return Buffer.from(this.#lastRead.leaves.subarray(start, end))
  }

  /** Returns exactly `count` leaves, concatenated. */
  #leaves(first: number, count: number): Buffer {
    const leaves = this.#leavesFrom(first, count)
    if (leaves.length < count * HASH_BYTES) throw missing(first + 1, first + count)
    return leaves
  }

  /** Returns `most` leaves, or fewer at the end of the log. */
  #leavesFrom(first: number, most: number): Buffer {
    const leaves = Buffer.allocUnsafe(most * HASH_BYTES)
    let found = 0
    for (const { seq, salt, digest } of this.#entries.iterate({ from: first + 1, to: first + most })) {
      if (seq !== first + 1 + found) throw missing(first + 1, first + most)
      leafInto(leaves, found * HASH_BYTES, salt, digest)
      found++
    }
    return leaves.subarray(0, found * HASH_BYTES)
  }
}

const REMEDY = message('store.tree.remedy')

const missing = (from: number, to: number) =>
  new OperatorFault(message('store.entryMissing', { from, to }), REMEDY)

const altered = (size: number, known: number) =>
  new OperatorFault(
    message(known > size ? 'store.entriesRemoved' : 'store.hashesRemoved', { size, known }),
    REMEDY,
  )
