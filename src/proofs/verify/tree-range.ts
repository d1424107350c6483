import { HASH_BYTES, nodeHash } from '../../domain/merkle.ts'
import { sha256 } from '../../domain/sha256.ts'

/** Receives each subtree whose stored hash does not follow from its parts. @param stored undefined when there is none */
export type OnSubtree = (level: number, n: number, stored: Buffer | undefined) => void

/** 0x00, salt, digest (RFC 9162 §2.1.1). Reused: nothing of it is kept. */
const leaf = Buffer.alloc(1 + 2 * HASH_BYTES)

/** The leaf of an entry, from the position of its salt and digest. */
export function leafAt(seals: Buffer, at: number): Buffer {
  seals.copy(leaf, 1, at, at + 2 * HASH_BYTES)
  return sha256(leaf)
}

/** From this level up the hashes of complete subtrees are stored. */
export const LEAST_STORED_LEVEL = 5

/**
 * Combines hashes of neighbouring subtrees and compares every complete one above them with its stored hash. If they differ,
 * the stored hash is used from there on, so that one altered entry is one fault and not one on every level.
 */
export class TreeRange {
  readonly #level: number
  readonly #stored: (level: number, n: number) => Buffer | undefined
  readonly #onFault: OnSubtree
  /** By level above the lowest: a left hash that waits for its right neighbour. */
  readonly #waiting: (Buffer | null)[] = []
  #next: number

  /**
   * @param level of the hashes that are added
   * @param first their position in it; all complete subtrees from there on are compared
   */
  constructor(
    level: number,
    first: number,
    stored: (level: number, n: number) => Buffer | undefined,
    onFault: OnSubtree,
  ) {
    this.#level = level
    this.#next = first
    this.#stored = stored
    this.#onFault = onFault
  }

  /** Adds the next hash; null if it is unknown because an entry is missing. */
  add(hash: Buffer | null): void {
    let level = this.#level
    let n = this.#next++
    let top = hash
    while (n % 2 === 1 && this.#waiting[level] !== undefined) {
      const left = this.#waiting[level] as Buffer | null
      top = left === null || top === null ? null : nodeHash(left, top)
      level++
      n = (n - 1) / 2
      if (level >= LEAST_STORED_LEVEL) top = this.#compared(level, n, top)
    }
    this.#waiting[level] = top
  }

  #compared(level: number, n: number, made: Buffer | null): Buffer | null {
    const stored = this.#stored(level, n)
    if (stored === undefined || (made !== null && !made.equals(stored))) this.#onFault(level, n, stored)
    return stored ?? made
  }
}
