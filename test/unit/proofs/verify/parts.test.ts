import { expect, test } from 'vitest'
import { leafHash, nodeHash } from '../../../../src/domain/merkle.ts'
import { Faults } from '../../../../src/proofs/verify/faults.ts'
import { TreeWalk } from '../../../../src/proofs/verify/tree.ts'
import { englishWords } from '../../../../src/words/words.ts'

const leaves = Array.from({ length: 64 }, (_, i) => leafHash(Buffer.of(i)))
const above = (row: readonly Buffer[]): Buffer[] =>
  Array.from({ length: row.length / 2 }, (_, n) => nodeHash(row[2 * n] as Buffer, row[2 * n + 1] as Buffer))

/** As they were stored: levels 5 and 6 of 64 leaves. */
function stored(): Map<string, Buffer> {
  const all = new Map<string, Buffer>()
  let row = leaves
  for (let level = 1; row.length > 1; level++) {
    row = above(row)
    if (level >= 5) for (const [n, hash] of row.entries()) all.set(`${level} ${n}`, hash)
  }
  return all
}

function faultsOf(hashes: readonly (Buffer | null)[], kept: Map<string, Buffer>): string[] {
  const faults = new Faults()
  const tree = new TreeWalk((level, n) => kept.get(`${level} ${n}`), faults)
  for (const hash of hashes) tree.add(hash)
  return faults.report({}).faults.map(({ kind, where }) => `${kind}: ${englishWords().told(where)}`)
}

test('a tree that is as it was stored has no faults, and every fault is told once', () => {
  expect(stored().size).toBe(3)
  expect(faultsOf(leaves, stored())).toEqual([])
  expect(faultsOf(leaves.with(40, leafHash(Buffer.of(99))), stored())).toEqual([
    'subtree_differs: entries 33 to 64',
  ])
  expect(faultsOf(leaves.with(3, leaves[4] as Buffer).with(4, leaves[3] as Buffer), stored())).toEqual([
    'subtree_differs: entries 1 to 32',
  ])
  expect(faultsOf(leaves, new Map([...stored()].filter(([key]) => key !== '5 0')))).toEqual([
    'subtree_missing: entries 1 to 32',
  ])
  expect(faultsOf(leaves, stored().set('6 0', leaves[0] as Buffer))).toEqual([
    'subtree_differs: entries 1 to 64',
  ])
})

test('an entry that is missing makes its subtree unknown, and no other', () => {
  expect(faultsOf(leaves.with(5, null as unknown as Buffer), stored())).toEqual([])
  expect(faultsOf(leaves.with(5, null as unknown as Buffer).with(50, leaves[0] as Buffer), stored())).toEqual(
    ['subtree_differs: entries 33 to 64'],
  )
})

test('a hundred faults of a kind are listed, and the others counted', () => {
  const faults = new Faults()
  for (let i = 0; i < 210; i++) faults.add('entry_differs', `entry ${i}`, 'x')
  faults.add('guard_altered', 'trigger', 'x')
  const report = faults.report({})
  expect(report.faults).toHaveLength(101)
  expect(report.faults[0]?.kind).toBe('guard_altered')
  expect(report.more).toEqual([{ kind: 'entry_differs', count: 110 }])
})
