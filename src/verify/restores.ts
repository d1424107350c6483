import type { Inspection } from './inspection.ts'
import { instantWords } from './instant-words.ts'

/**
 * Every restore, in sentences: with each the store takes another name, and what was published under the earlier one no
 * longer binds what came after the backup. Whoever knows of no such restore has found something.
 */
export const restoreRemarks = ({ anchors }: Inspection): string[] =>
  anchors
    .restores()
    .map(
      ({ seq, backup, madeAtMs, atMs }) =>
        `The store was restored ${atMs === null ? '' : `at ${instantWords(atMs)} `}(entry ${seq}) from the backup ${backup}, made at ${instantWords(madeAtMs)}. Nobody knows of that? Then it is no restore, but a way around the checkpoints published before.`,
    )
