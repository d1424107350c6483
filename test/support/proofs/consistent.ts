import { must } from '../../../src/base/typed.ts'
import { HASH_BYTES, nodeHash } from '../../../src/domain/merkle.ts'

/** Verifies that one Merkle tree continues another (RFC 9162 §2.1.4.2), as a witness does: the service only makes such proofs. */

const half = (n: number): number => Math.floor(n / 2)
const isOdd = (n: number): boolean => n % 2 === 1
const isSize = (n: number): boolean => Number.isSafeInteger(n) && n >= 0
const areHashes = (path: readonly Uint8Array[]): boolean => path.every(({ length }) => length === HASH_BYTES)

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
    if (isOdd(fn) || fn === sn) {
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
