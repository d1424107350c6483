import { nodeHash } from '../../domain/merkle.ts'
import { message } from '../../words/message.ts'
import type { Examination, Faults } from './faults.ts'

/** From this level up the hashes of complete subtrees are stored. */
const LEAST_STORED_LEVEL = 5

/**
 * Combines the leaves of the log, from the first one on, and compares every complete subtree with its stored
 * hash. If they differ, the stored hash is used from there on, so that one altered entry is one fault and not
 * one on every level.
 */
export class TreeWalk {
  readonly #stored: (level: number, n: number) => Buffer | undefined
  readonly #faults: Faults
  /** By level: a left hash that waits for its right neighbour. */
  readonly #waiting: (Buffer | null)[] = []
  #size = 0

  constructor(stored: (level: number, n: number) => Buffer | undefined, faults: Faults) {
    this.#stored = stored
    this.#faults = faults
  }

  /** Number of leaves added. */
  get size(): number {
    return this.#size
  }

  /** Adds the next leaf; null if it is unknown because its entry is missing. */
  add(leaf: Buffer | null): void {
    let [level, n, top] = [0, this.#size++, leaf]
    for (; n % 2 === 1; n = (n - 1) / 2) {
      const left = this.#waiting[level] ?? null
      top = left === null || top === null ? null : nodeHash(left, top)
      level++
      if (level >= LEAST_STORED_LEVEL) top = this.#compared(level, (n - 1) / 2, top)
    }
    this.#waiting[level] = top
  }

  #compared(level: number, n: number, made: Buffer | null): Buffer | null {
    const stored = this.#stored(level, n)
    const where = message('verify.at.entries', { first: n * 2 ** level + 1, last: (n + 1) * 2 ** level })
    if (stored === undefined) this.#faults.add('subtree_missing', where, message('verify.found.noHash'))
    else if (made !== null && !made.equals(stored))
      this.#faults.add('subtree_differs', where, message('verify.found.otherHash'))
    return stored ?? made
  }
}

/** Finds stored hashes of more subtrees than the log has. */
export function examineSubtrees({ extent: { entries, subtrees }, faults }: Examination): void {
  for (const { level, count, first, last } of subtrees) {
    const whole = Math.floor(entries / 2 ** level)
    if (last < whole && first >= 0 && count <= whole) continue
    faults.add(
      'subtree_too_many',
      message('verify.at.hashes', { size: 2 ** level }),
      last >= whole
        ? message('verify.found.hashesBeyond', { through: (last + 1) * 2 ** level, newest: entries })
        : message('verify.found.hashCount', { count, should: whole }),
    )
  }
}
