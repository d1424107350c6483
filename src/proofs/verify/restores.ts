import type { Calendar } from '../../text/phrases.ts'
import type { Inspection } from './inspection.ts'
import { instantWords } from './instant-words.ts'

/**
 * Every restore, in sentences. A restore renames the store, so what was published under the earlier name no longer binds
 * later entries. An operator who knows of no such restore has found something.
 */
export function restoreRemarks({ anchors }: Inspection, calendar: Calendar): string[] {
  const words = (ms: number) => instantWords(ms, (at) => calendar.stamp(at))
  return anchors
    .restores()
    .map(
      ({ seq, backup, madeAtMs, atMs }) =>
        `The store was restored ${atMs === null ? '' : `at ${words(atMs)} `}(entry ${seq}) from the backup ${backup}, made at ${words(madeAtMs)}. Nobody knows of that? Then it is no restore, but a way around the checkpoints published before.`,
    )
}
