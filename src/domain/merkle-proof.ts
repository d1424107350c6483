import { must } from '../base/typed.ts'
import { HASH_BYTES, nodeHash } from './merkle.ts'

/**
 * Verifies proofs that a Merkle tree has a leaf (RFC 9162 §2.1.3.2), and that one tree continues another (§2.1.4.2). Separate
 * from the code that makes them, so that a mistake there is not repeated here. The input is untrusted.
 *
 * Indexes and sizes are whole numbers up to 2^53 - 1. They are halved by division, because bit operations end
 * at 2^31.
 */

const half = (n: number): number => Math.floor(n / 2)
const isOdd = (n: number): boolean => n % 2 === 1
const isSize = (n: number): boolean => Number.isSafeInteger(n) && n >= 0
const areHashes = (path: readonly Uint8Array[]): boolean => path.every(({ length }) => length === HASH_BYTES)

/**
 * Returns the root of a tree of `size` leaves if `leaf` is the hash of the leaf at `index` and `path` leads
 * up from it (§2.1.3.2). Compare it with a trusted root.
 * @returns null if no tree of that size has a leaf at `index` with a path of that length
 */
export function rootFromInclusion(
  index: number,
  size: number,
  leaf: Buffer,
  path: readonly Buffer[],
): Buffer | null {
  if (!isSize(index) || !isSize(size) || index >= size || !areHashes([leaf, ...path])) return null
  let [fn, sn] = [index, size - 1]
  let root = leaf
  for (const beside of path) {
    if (sn === 0) return null
    if (isOdd(fn) || fn === sn) {
      root = nodeHash(beside, root)
      while (!isOdd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)]
    } else root = nodeHash(root, beside)
    ;[fn, sn] = [half(fn), half(sn)]
  }
  return sn === 0 ? root : null
}

/**
 * Returns whether `path` proves that the tree of `from` leaves with `fromRoot` is the beginning of the tree
 * of `to` leaves with `toRoot` (§2.1.4.2). If both sizes are equal, the path must be empty and the roots
 * equal. For an empty tree (`from` 0) it returns false: an empty tree begins every tree, so nothing is
 * proved.
 */
export function isConsistent(
  from: number,
  to: number,
  fromRoot: Buffer,
  toRoot: Buffer,
  path: readonly Buffer[],
): boolean {
  if (!isSize(from) || !isSize(to) || from > to || !areHashes(path)) return false
  if (from === to) return path.length === 0 && fromRoot.equals(toRoot)
  if (from === 0 || path.length === 0 || !areHashes([fromRoot, toRoot])) return false
  const [first, ...rest] = isPowerOfTwo(from) ? [fromRoot, ...path] : path
  let [fn, sn] = [from - 1, to - 1]
  while (isOdd(fn)) [fn, sn] = [half(fn), half(sn)]
  let [earlier, later] = [must(first), must(first)]
  for (const beside of rest) {
    if (sn === 0) return false
    if (fn === sn || isOdd(fn)) {
      earlier = nodeHash(beside, earlier)
      later = nodeHash(beside, later)
      while (!isOdd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)]
    } else later = nodeHash(later, beside)
    ;[fn, sn] = [half(fn), half(sn)]
  }
  return sn === 0 && earlier.equals(fromRoot) && later.equals(toRoot)
}

/** For whole numbers from 1. A logarithm would be rounded: those of 2^53 - 1 and 2^53 are the same. */
function isPowerOfTwo(n: number): boolean {
  while (!isOdd(n)) n = half(n)
  return n === 1
}
