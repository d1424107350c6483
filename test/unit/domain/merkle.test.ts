import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  consistencyPath,
  foldInPlace,
  inclusionPath,
  leafHash,
  nodeHash,
  rootOf,
  type Subtrees,
} from '../../../src/domain/merkle.ts'
import { isConsistent, rootFromInclusion } from '../../../src/domain/merkle-proof.ts'
import { Rfc9162 } from './rfc9162.ts'

const vectors = JSON.parse(readFileSync(new URL('vectors/merkle-proofs.json', import.meta.url), 'utf8'))
const bytes = (hex: string) => Buffer.from(hex, 'hex')

/** What the tree is asked for: whole subtrees that lie within it, and nothing else. */
const wholeSubtrees =
  (oracle: Rfc9162, size: number): Subtrees =>
  (level, n) => {
    const [start, end] = [n * 2 ** level, (n + 1) * 2 ** level]
    if (!Number.isInteger(start) || end > size)
      throw new RangeError(`asked for leaves ${start} to ${end} of ${size}`)
    return oracle.root(start, end)
  }

const leaves = Array.from({ length: 5000 }, (_, i) => Buffer.from(`leaf ${i}`))
const oracle = new Rfc9162(leaves)

function compareInclusion(index: number, size: number): void {
  const path = inclusionPath(index, size, wholeSubtrees(oracle, size))
  const leaf = leafHash(leaves[index] as Buffer)
  expect(path, `${index} of ${size}`).toEqual(oracle.path(index, 0, size))
  expect(rootFromInclusion(index, size, leaf, path), `${index} of ${size}`).toEqual(oracle.root(0, size))
}

function compareConsistency(from: number, to: number): void {
  const path = consistencyPath(from, to, wholeSubtrees(oracle, to))
  expect(path, `${from} to ${to}`).toEqual(oracle.proof(from, to))
  expect(isConsistent(from, to, oracle.root(0, from), oracle.root(0, to), path), `${from} to ${to}`).toBe(
    true,
  )
}

describe('roots', () => {
  test('of the eight leaves that everybody tests with', () => {
    const known = new Rfc9162(vectors.leaves.map(bytes))
    for (const [i, root] of vectors.roots.entries())
      expect(rootOf(i + 1, wholeSubtrees(known, i + 1)).toString('hex')).toBe(root)
    expect(rootOf(0, () => expect.unreachable()).toString('hex')).toBe(vectors.emptyRoot)
  })
  test('a leaf in parts is the leaf as a whole', () => {
    expect(leafHash(Buffer.from('le'), Buffer.from('af'))).toEqual(leafHash(Buffer.from('leaf')))
  })
  test('of so many leaves side by side as are a power of two', () => {
    for (const size of [1, 2, 4, 32, 1024]) {
      const hashes = Buffer.concat(leaves.slice(0, size).map((leaf) => leafHash(leaf)))
      expect(foldInPlace(hashes), `${size}`).toEqual(oracle.root(0, size))
    }
  })
  test('as RFC 9162 defines them, for every size up to 130', () => {
    for (let size = 0; size <= 130; size++)
      expect(rootOf(size, wholeSubtrees(oracle, size)), `${size}`).toEqual(oracle.root(0, size))
  })
})

describe('paths', () => {
  test('of inclusion: every leaf of every size up to 130', () => {
    for (let size = 1; size <= 130; size++)
      for (let index = 0; index < size; index++) compareInclusion(index, size)
  })
  test('of consistency: every two sizes up to 130', () => {
    for (let to = 1; to <= 130; to++) for (let from = 1; from <= to; from++) compareConsistency(from, to)
  })
  test('of sizes up to 5000, drawn by chance', () => {
    for (let i = 0; i < 200; i++) {
      const size = randomInt(1, 5001)
      compareInclusion(randomInt(size), size)
      compareConsistency(randomInt(1, size + 1), size)
    }
  })
  test('there is none beyond the tree', () => {
    for (const index of [-1, 5, 6])
      expect(() => inclusionPath(index, 5, wholeSubtrees(oracle, 5))).toThrow(RangeError)
    for (const from of [-1, 6])
      expect(() => consistencyPath(from, 5, wholeSubtrees(oracle, 5))).toThrow(RangeError)
  })
})

describe('trees far larger than any that is kept', () => {
  // All leaves alike, so that a subtree is known by its level.
  const levels = [leafHash(Buffer.from('leaf'))]
  while (levels.length < 54) levels.push(nodeHash(levels.at(-1) as Buffer, levels.at(-1) as Buffer))
  const alike: Subtrees = (level) => levels[level] as Buffer
  const sizes = [2 ** 31 - 1, 2 ** 31 + 1, 2 ** 32, 2 ** 40 + 12_345, 2 ** 52 + 1, Number.MAX_SAFE_INTEGER]

  test.each(sizes)('%i leaves', (size) => {
    const root = rootOf(size, alike)
    for (const index of [0, 1, 2 ** 31 - 2, Math.floor(size / 3), size - 2, size - 1]) {
      const path = inclusionPath(index, size, alike)
      expect(rootFromInclusion(index, size, levels[0] as Buffer, path)).toEqual(root)
      expect(rootFromInclusion(index, size, leafHash(Buffer.from('another')), path)).not.toEqual(root)
    }
    for (const from of [1, 2, 3, 2 ** 30, 2 ** 31 - 1, Math.floor(size / 3), size - 1, size]) {
      const path = consistencyPath(from, size, alike)
      expect(isConsistent(from, size, rootOf(from, alike), root, path)).toBe(true)
      if (path.length > 0)
        expect(isConsistent(from, size, rootOf(from, alike), root, path.slice(1))).toBe(false)
    }
  })
})
