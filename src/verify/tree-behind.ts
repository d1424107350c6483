import type { Extent } from '../store/inspect/extent.ts'
import type { Inspection } from './inspection.ts'
import { LEAST_STORED_LEVEL } from './tree-range.ts'

/**
 * How many entries the stored hashes are over where an upgrade has not finished making them: from the first entry up to
 * some, on every level, with nothing behind. Once a root was fixed the tree was whole, so that what is missing then was
 * deleted.
 * @returns null where all should be there
 */
export function treeBehind({ anchors }: Inspection, extent: Extent): number | null {
  const { entries, subtrees, batches } = extent
  if (batches > 0 || anchors.keys().length > 0 || anchors.lives().length > 1) return null
  const chunks = subtrees.find(({ level }) => level === LEAST_STORED_LEVEL)?.count ?? 0
  if (chunks >= Math.floor(entries / 2 ** LEAST_STORED_LEVEL)) return null
  const isBeginning = subtrees.every(
    ({ level, count, first, last }) =>
      first === 0 && last === count - 1 && count === Math.floor(chunks / 2 ** (level - LEAST_STORED_LEVEL)),
  )
  const levels = chunks === 0 ? 0 : Math.floor(Math.log2(chunks)) + 1
  return isBeginning && subtrees.length === levels ? chunks * 2 ** LEAST_STORED_LEVEL : null
}

export const treeBehindWords = (behind: number, entries: number): string =>
  `The tree over the log is made up to entry ${behind} of ${entries}, as an upgrade leaves it that was cut short; no root was ever fixed. Start "granary serve" once: it makes the rest.`
