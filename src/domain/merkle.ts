import { sha256, sha256Into } from './sha256.ts'

/**
 * Makes roots, inclusion proofs and consistency proofs of Merkle trees (RFC 9162 §2.1); `merkle-proof.ts`
 * verifies them. Hashes are 32 bytes, leaves are counted from 0. Only complete subtrees are looked up: O(log
 * n) of them for a proof.
 */

/** Returns the hash of the nth subtree of 2^level leaves; called for complete subtrees only. */
export type Subtrees = (level: number, n: number) => Buffer

export const HASH_BYTES = 32
const LEAF = 0
const NODE = 1
const EMPTY = sha256('')

/** §2.1.1: HASH(0x00 || entry). */
export function leafHash(...parts: readonly Uint8Array[]): Buffer {
  return sha256(Buffer.concat([Buffer.of(LEAF), ...parts]))
}

/** A reused buffer; no caller keeps a reference to it. */
const node = Buffer.alloc(1 + 2 * HASH_BYTES, NODE)

/** §2.1.1: HASH(0x01 || left || right). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  node.set(left, 1)
  node.set(right, 1 + HASH_BYTES)
  return sha256(node)
}

/**
 * Returns the root over consecutive hashes, whose number is a power of two. It overwrites them.
 */
export function foldInPlace(hashes: Buffer): Buffer {
  for (let count = hashes.length / HASH_BYTES; count > 1; count /= 2)
    for (let at = 0; at < count * HASH_BYTES; at += 2 * HASH_BYTES) {
      hashes.copy(node, 1, at, at + 2 * HASH_BYTES)
      sha256Into(hashes, at / 2, node)
    }
  return Buffer.from(hashes.subarray(0, HASH_BYTES))
}

/** Returns the exponent of the largest power of two smaller than n, which is at least 2. */
function splitLevel(n: number): number {
  let level = 0
  while (2 ** (level + 1) < n) level++
  return level
}

/** Returns the hash of `count` leaves from `start`, a multiple of the power of two that holds them. */
function rangeHash(start: number, count: number, subtrees: Subtrees): Buffer {
  if (count === 0) return EMPTY
  if (count === 1) return subtrees(0, start)
  const level = splitLevel(count)
  const whole = 2 ** level
  if (count === 2 * whole) return subtrees(level + 1, start / count)
  return nodeHash(subtrees(level, start / whole), rangeHash(start + whole, count - whole, subtrees))
}

/** Returns MTH(D[size]) (§2.1.1), the root over the first `size` leaves. */
export function rootOf(size: number, subtrees: Subtrees): Buffer {
  return rangeHash(0, size, subtrees)
}

/** Returns PATH(index, D[size]) (§2.1.3.1), the sibling hashes from a leaf up to the root. */
export function inclusionPath(index: number, size: number, subtrees: Subtrees): Buffer[] {
  if (index < 0 || index >= size) throw new RangeError(`leaf ${index} of a tree of ${size}`)
  const path: Buffer[] = []
  let [start, count] = [0, size]
  while (count > 1) {
    const left = 2 ** splitLevel(count)
    const goesLeft = index < start + left
    path.push(goesLeft ? rangeHash(start + left, count - left, subtrees) : rangeHash(start, left, subtrees))
    if (!goesLeft) start += left
    count = goesLeft ? left : count - left
  }
  return path.reverse()
}

/** Returns PROOF(from, D[to]) (§2.1.4.1): that a tree of `to` leaves begins with the one of `from`. */
export function consistencyPath(from: number, to: number, subtrees: Subtrees): Buffer[] {
  if (from < 0 || from > to) throw new RangeError(`a tree of ${from} is no beginning of one of ${to}`)
  if (from === 0 || from === to) return []
  const path: Buffer[] = []
  let [start, count] = [0, to]
  // The verifier already knows this subtree's hash, the earlier root, unless the path has turned right.
  let isKnown = true
  while (from - start !== count) {
    const left = 2 ** splitLevel(count)
    const goesLeft = from - start <= left
    path.push(goesLeft ? rangeHash(start + left, count - left, subtrees) : rangeHash(start, left, subtrees))
    if (!goesLeft) {
      start += left
      isKnown = false
    }
    count = goesLeft ? left : count - left
  }
  if (!isKnown) path.push(rangeHash(start, count, subtrees))
  return path.reverse()
}
