import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { leafHash, nodeHash } from '../../../src/domain/merkle.ts'
import { isConsistent, rootFromInclusion } from '../../../src/domain/merkle-proof.ts'

/** Proofs, and ways to spoil them, that others publish. */
const vectors = JSON.parse(readFileSync(new URL('vectors/merkle-proofs.json', import.meta.url), 'utf8'))
const bytes = (hex: string) => Buffer.from(hex, 'hex')
const roots: Buffer[] = vectors.roots.map(bytes)
const leaves: Buffer[] = vectors.leaves.map((leaf: string) => leafHash(bytes(leaf)))
const emptyRoot = bytes(vectors.emptyRoot)
const someHash = bytes(vectors.someHash)
const NOTHING = Buffer.alloc(0)

const flipped = (hash: Buffer, bit: number): Buffer => {
  const other = Buffer.from(hash)
  other[0] = (other[0] as number) ^ bit
  return other
}

interface Inclusion {
  readonly index: number
  readonly size: number
  readonly leaf: Buffer
  readonly path: readonly Buffer[]
  readonly root: Buffer
}

const isIncluded = ({ index, size, leaf, path, root }: Inclusion): boolean =>
  rootFromInclusion(index, size, leaf, path)?.equals(root) ?? false

/** Every kind of failure of testdata/inclusion. */
function spoiledInclusions(right: Inclusion): [string, Inclusion][] {
  const { index, size, path, root } = right
  return [
    ['index - 1', { ...right, index: index - 1 }],
    ['index + 1', { ...right, index: index + 1 }],
    ['index ^ 2', { ...right, index: index ^ 2 }],
    ['size * 2', { ...right, size: size * 2 }],
    ['size / 2', { ...right, size: Math.floor(size / 2) }],
    ['wrong leaf', { ...right, leaf: Buffer.from('WrongLeaf') }],
    ['empty root', { ...right, root: emptyRoot }],
    ['random root', { ...right, root: someHash }],
    ['trailing garbage', { ...right, path: [...path, NOTHING] }],
    ['trailing root', { ...right, path: [...path, root] }],
    ['preceding garbage', { ...right, path: [NOTHING, ...path] }],
    ['preceding root', { ...right, path: [root, ...path] }],
    ...path.map((_, i): [string, Inclusion] => [
      `bit 3 of ${i}`,
      { ...right, path: path.map((hash, j) => (i === j ? flipped(hash, 8) : hash)) },
    ]),
    ...(path.length > 0 ? [['removed', { ...right, path: path.slice(0, -1) }] as [string, Inclusion]] : []),
    ...path
      .slice(0, -1)
      .map((_, i): [string, Inclusion] => [
        'inserted',
        { ...right, path: path.toSpliced(i + 1, 0, someHash) },
      ]),
  ]
}

describe('inclusion', () => {
  const proofs: Inclusion[] = vectors.inclusion.map(
    ({ index, size, path }: { index: number; size: number; path: string[] }) => ({
      index,
      size,
      leaf: leaves[index],
      path: path.map(bytes),
      root: roots[size - 1],
    }),
  )
  test.each(proofs)('leaf $index of $size, and every way to spoil it', (right) => {
    expect(isIncluded(right)).toBe(true)
    for (const [how, spoiled] of spoiledInclusions(right)) expect(isIncluded(spoiled), how).toBe(false)
  })
  test.each<[number, number]>(vectors.noSuchLeaf)('leaf %i of %i without a path', (index, size) => {
    expect(isIncluded({ index, size, leaf: someHash, path: [], root: NOTHING })).toBe(false)
    expect(isIncluded({ index, size, leaf: NOTHING, path: [], root: emptyRoot })).toBe(false)
    expect(isIncluded({ index, size, leaf: someHash, path: [], root: emptyRoot })).toBe(false)
  })
  test('a path that goes on above the root leads nowhere, not to what would stand there', () => {
    for (const { index, size, leaf, path } of proofs)
      expect(rootFromInclusion(index, size, leaf, [...path, someHash])).toBeNull()
  })
  test('a tree of one leaf', () => {
    const hash = leafHash(Buffer.from('data'))
    const only = { index: 0, size: 1, leaf: hash, path: [], root: hash }
    expect(isIncluded(only)).toBe(true)
    expect(isIncluded({ ...only, leaf: NOTHING })).toBe(false)
    expect(isIncluded({ ...only, root: NOTHING })).toBe(false)
    expect(isIncluded({ ...only, leaf: NOTHING, root: NOTHING })).toBe(false)
  })
  test('numbers that count nothing', () => {
    const [leaf, path] = [leaves[0] as Buffer, [leaves[1] as Buffer]]
    expect(rootFromInclusion(0, 2, leaf, path)).toEqual(roots[1])
    for (const index of [-1, 0.5, Number.NaN, 2 ** 53])
      expect(rootFromInclusion(index, 2, leaf, path)).toBeNull()
    for (const size of [-2, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(rootFromInclusion(0, size, leaf, path)).toBeNull()
  })
})

interface Consistency {
  readonly from: number
  readonly to: number
  readonly fromRoot: Buffer
  readonly toRoot: Buffer
  readonly path: readonly Buffer[]
}

const holds = ({ from, to, fromRoot, toRoot, path }: Consistency): boolean =>
  isConsistent(from, to, fromRoot, toRoot, path)

/** Every kind of failure of testdata/consistency. */
function spoiledConsistencies(right: Consistency): [string, Consistency][] {
  const { from, to, fromRoot, toRoot, path } = right
  return [
    ['from - 1', { ...right, from: from - 1 }],
    ['from + 1', { ...right, from: from + 1 }],
    ['from ^ 2', { ...right, from: from ^ 2 }],
    ['to * 2', { ...right, to: to * 2 }],
    ['to / 2', { ...right, to: Math.floor(to / 2) }],
    ['wrong fromRoot', { ...right, fromRoot: Buffer.from('WrongRoot') }],
    ['wrong toRoot', { ...right, toRoot: Buffer.from('WrongRoot') }],
    ['swapped roots', { ...right, fromRoot: toRoot, toRoot: fromRoot }],
    ['no path', { ...right, path: [] }],
    ['trailing garbage', { ...right, path: [...path, NOTHING] }],
    ['trailing fromRoot', { ...right, path: [...path, fromRoot] }],
    ['trailing toRoot', { ...right, path: [...path, toRoot] }],
    ['preceding garbage', { ...right, path: [NOTHING, ...path] }],
    ['preceding fromRoot', { ...right, path: [fromRoot, ...path] }],
    ['preceding toRoot', { ...right, path: [toRoot, ...path] }],
    ['preceding path[0]', { ...right, path: [path[0] as Buffer, ...path] }],
    ['truncated', { ...right, path: path.slice(0, -1) }],
    ...path.map((_, i): [string, Consistency] => [
      `bit 4 of ${i}`,
      { ...right, path: path.map((hash, j) => (i === j ? flipped(hash, 16) : hash)) },
    ]),
  ]
}

describe('consistency', () => {
  const proofs: Consistency[] = vectors.consistency.map(
    ({ from, to, path }: { from: number; to: number; path: string[] }) => ({
      from,
      to,
      fromRoot: roots[from - 1],
      toRoot: roots[to - 1],
      path: path.map(bytes),
    }),
  )
  test.each(proofs)('$from to $to, and every way to spoil it', (right) => {
    expect(holds(right)).toBe(true)
    if (right.path.length === 0) return
    for (const [how, spoiled] of spoiledConsistencies(right)) expect(holds(spoiled), how).toBe(false)
  })
  test.each<{
    what: string
    from: number
    to: number
    fromRoot: string
    toRoot: string
    path: string[]
    isConsistent: boolean
  }>(vectors.consistencyEdges)('$what', ({ from, to, fromRoot, toRoot, path, isConsistent: expected }) => {
    expect(isConsistent(from, to, bytes(fromRoot), bytes(toRoot), path.map(bytes))).toBe(expected)
  })
  test('a path that goes on above the roots proves nothing of what would stand there', () => {
    const [first, second, third, fourth] = leaves as [Buffer, Buffer, Buffer, Buffer]
    const left = nodeHash(first, second)
    const path = [third, fourth, left]
    expect(isConsistent(3, 4, roots[2] as Buffer, roots[3] as Buffer, path)).toBe(true)
    const above = [roots[2], roots[3]].map((root) => nodeHash(someHash, root as Buffer)) as [Buffer, Buffer]
    expect(isConsistent(3, 4, ...above, [...path, someHash])).toBe(false)
  })
  test('numbers that count nothing', () => {
    const root = roots[0] as Buffer
    for (const n of [-1, 0.5, Number.NaN, 2 ** 53]) {
      expect(isConsistent(n, n, root, root, [])).toBe(false)
      expect(isConsistent(n, 8, root, root, [root])).toBe(false)
    }
  })
})
