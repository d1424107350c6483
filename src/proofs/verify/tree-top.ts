import type { Extent } from '../../store/inspect/extent.ts'
import { RANGE_LEVEL } from './entries.ts'
import type { Faults } from './faults.ts'
import type { Inspection } from './inspection.ts'
import { LEAST_STORED_LEVEL, TreeRange } from './tree-range.ts'

const HASHES_AT_ONCE = 1_024

/** Checks the tree above the ranges, whose own hashes were checked with their entries, and looks for extra hashes. */
export function examineTreeTop({ rows }: Inspection, { entries, subtrees }: Extent, faults: Faults): void {
  for (const { level, count, first, last } of subtrees) {
    const whole = Math.floor(entries / 2 ** level)
    if (last >= whole)
      faults.add(
        'subtree_too_many',
        `stored hashes of ${2 ** level} entries`,
        `The last is over entries up to ${(last + 1) * 2 ** level}, and the log ends with ${entries}.`,
      )
    else if (first < 0 || count > whole)
      faults.add(
        'subtree_too_many',
        `stored hashes of ${2 ** level} entries`,
        `${count} instead of ${whole} are there.`,
      )
  }
  for (let level = LEAST_STORED_LEVEL; 2 ** level <= entries; level++)
    if (!subtrees.some((stored) => stored.level === level))
      faults.add('subtree_missing', `stored hashes of ${2 ** level} entries`, 'None is there.')
  const ranges = Math.floor(entries / 2 ** RANGE_LEVEL)
  const range = new TreeRange(
    RANGE_LEVEL,
    0,
    (level, n) => rows.subtrees(level, n, n).get(n),
    (level, n, stored) =>
      faults.add(
        stored === undefined ? 'subtree_missing' : 'subtree_differs',
        `entries ${n * 2 ** level + 1} to ${(n + 1) * 2 ** level}`,
        stored === undefined
          ? 'Their stored hash is not there.'
          : 'Their hash is not the one that was stored when the last of them was taken in.',
      ),
  )
  for (let first = 0; first < ranges; first += HASHES_AT_ONCE) {
    const last = Math.min(ranges, first + HASHES_AT_ONCE) - 1
    const stored = rows.subtrees(RANGE_LEVEL, first, last)
    for (let n = first; n <= last; n++) range.add(stored.get(n) ?? null)
  }
}
