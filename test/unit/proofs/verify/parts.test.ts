import { expect, test } from 'vitest'
import { leafHash, nodeHash } from '../../../../src/domain/merkle.ts'
import { addSums, Balance, imbalanced, type Secret } from '../../../../src/proofs/verify/balance.ts'
import { Faults } from '../../../../src/proofs/verify/faults.ts'
import { eachRole } from '../../../../src/proofs/verify/ledger.ts'
import { TreeRange } from '../../../../src/proofs/verify/tree-range.ts'
import { poolSize } from '../../../../src/proofs/verify/worker-pool.ts'
import type { Tell } from '../../../../src/store/record-rows.ts'

const SECRET: Secret = [1, 2, 3, 4]
const ID = '01900000-0000-7000-8000-000000000001'

/** Tells rows to one side and to the other, and gives the buckets where something is left. */
function left(called: (tell: Tell) => void, standing: (tell: Tell) => void): number[] {
  const sums = new Int32Array(8)
  const one = new Balance(SECRET, 1, 0, 4)
  const other = new Balance(SECRET, -1, 0, 4)
  called(eachRole(one.tell))
  standing(eachRole(other.tell))
  addSums(sums, one.sums, 0)
  addSums(sums, other.sums, 0)
  return imbalanced(sums)
}

test('the same rows in another order, and ids in another spelling, leave nothing', () => {
  expect(
    left(
      (l) => {
        l('link', [ID, 2, 1])
        l('record_party', [5, 2, 1_700_000_000_000, ID, 3, 2])
        l('member_number', ['M-1', 2_000, 5])
      },
      (l) => {
        l('member_number', ['M-1', 2_000, 5])
        l('record_party', [5, 2, 1_700_000_000_000, ID.replaceAll('-', '').toUpperCase(), 3, 2])
        l('link', [ID.replaceAll('-', ''), 2, 1])
      },
    ),
  ).toEqual([])
})

test('a role may stand in two rows, but not in the place of another', () => {
  const role = (l: Tell, sum: number) => l('record_party', [5, 2, 0, ID, sum, 1])
  expect(
    left(
      (l) => role(l, 3),
      (l) => {
        role(l, 1)
        role(l, 2)
      },
    ),
  ).toEqual([])
  expect(
    left(
      (l) => role(l, 4),
      (l) => {
        role(l, 1)
        role(l, 3)
      },
    ),
  ).toEqual([0])
})

test('what differs in one column is left, in the bucket of its entry', () => {
  const link = (seq: number, relation: number) => (l: Tell) => l('link', [ID, relation, seq])
  expect(left(link(1, 1), link(1, 2))).toEqual([0])
  expect(left(link(1_025, 1), link(1_024, 1))).toEqual([0, 1])
  expect(
    left(
      (l) => l('party_statement', [1, 2, 3_000]),
      (l) => l('party_statement', [2, 1, 3_000]),
    ),
  ).toEqual([2])
  expect(
    left(
      (l) => l('nature_change', [1, 9]),
      () => {},
    ),
  ).toEqual([0])
})

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
  const faults: string[] = []
  const range = new TreeRange(
    0,
    0,
    (level, n) => kept.get(`${level} ${n}`),
    (level, n, was) => faults.push(`${level} ${n} ${was === undefined ? 'missing' : 'differs'}`),
  )
  for (const hash of hashes) range.add(hash)
  return faults
}

test('a tree that is as it was stored has no faults, and every fault is told once', () => {
  expect(stored().size).toBe(3)
  expect(faultsOf(leaves, stored())).toEqual([])
  expect(faultsOf(leaves.with(40, leafHash(Buffer.of(99))), stored())).toEqual(['5 1 differs'])
  expect(faultsOf(leaves.with(3, leaves[4] as Buffer).with(4, leaves[3] as Buffer), stored())).toEqual([
    '5 0 differs',
  ])
  expect(faultsOf(leaves, new Map([...stored()].filter(([key]) => key !== '5 0')))).toEqual(['5 0 missing'])
  expect(faultsOf(leaves, stored().set('6 0', leaves[0] as Buffer))).toEqual(['6 0 differs'])
})

test('an entry that is missing makes its subtree unknown, and no other', () => {
  expect(faultsOf(leaves.with(5, null as unknown as Buffer), stored())).toEqual([])
  expect(faultsOf(leaves.with(5, null as unknown as Buffer).with(50, leaves[0] as Buffer), stored())).toEqual(
    ['5 1 differs'],
  )
})

test('threads are as many as there is memory for, and at least one', () => {
  const gib = 1024 ** 3
  expect([0.4, 1.9, 2.5, 64].map((free) => poolSize(free * gib, 8))).toEqual([1, 1, 2, 4])
  expect(poolSize(64 * gib, 2)).toBe(2)
})

test('a hundred faults of a kind are listed, and the others counted', () => {
  const some = new Faults()
  const more = new Faults()
  for (let i = 0; i < 80; i++) some.add('entry_differs', `entry ${i}`, 'x')
  for (let i = 0; i < 130; i++) more.add('entry_differs', `entry ${i}`, 'x')
  more.add('guard_altered', 'trigger', 'x')
  some.merge(more)
  expect(some.total).toBe(211)
  expect(some.explained()).toHaveLength(101)
  expect(some.explained()[0]?.kind).toBe('guard_altered')
  expect(some.unlisted()).toEqual([{ kind: 'entry_differs', count: 110 }])
})
