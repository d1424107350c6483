import { chmodSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { kindWords } from '../../base/error-kinds.ts'
import { makeFolders } from '../../base/make-folders.ts'
import { syncFolderNow } from '../../base/sync-folder.ts'
import type { dataFiles } from '../../config/config.ts'
import { noFolderRemedy } from '../../config/installed.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'

/** Checks of the data folder before anything in it is opened. */

type DataFiles = ReturnType<typeof dataFiles>

/** Refuses a half-restored folder, which must not be used as it is, nor be given a new database. */
export function refuseHalfRestored({ root, restoring }: DataFiles): void {
  if (!existsSync(restoring)) return
  throw new OperatorFault(...withRemedy('store.halfRestored', { folder: root }))
}

/** The file that marks a folder of objects, as in `evidence/objects/prepared-folder.ts`; a test compares them. */
const OBJECTS_MARKER = 'granary-objects'

/**
 * Detects a database that is missing or empty next to files that are only made after it: a new database in
 * its place would hide the loss of the old records. (Folders alone prove nothing: disks may be mounted there
 * before the first start.)
 * @returns the fault to report, or null if there is no sign of an earlier database
 */
export function lostDatabase({ database, objects, anchorKey, backup }: DataFiles): OperatorFault | null {
  const isThere = (statSync(database, { throwIfNoEntry: false })?.size ?? 0) > 0
  if (isThere || ![join(objects, OBJECTS_MARKER), anchorKey, backup].some(existsSync)) return null
  return new OperatorFault(...withRemedy('store.lost', { file: database }))
}

/** Syncs the folder, so that no power cut loses the write-ahead log: SQLite does so but ignores a failure. */
export function keepNames(folder: string): void {
  try {
    syncFolderNow(folder)
  } catch (error) {
    throw new OperatorFault(...withRemedy('store.notSynced', { folder, code: kindWords(error) }))
  }
}

/** Creates a missing folder if `create` allows it. @throws {OperatorFault} if there is no folder then */
export function makeFolder(folder: string, create: boolean): void {
  try {
    if (existsSync(folder)) return
    if (!create) throw new OperatorFault(message('store.noFolder', { folder }), noFolderRemedy(folder))
    makeFolders(folder, 0o700)
    chmodSync(folder, 0o700)
  } catch (error) {
    if (error instanceof OperatorFault) throw error
    throw new OperatorFault(...withRemedy('store.folderNotMade', { folder, code: kindWords(error) }))
  }
}
