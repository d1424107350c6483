import { chmodSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../base/error-kinds.ts'
import { makeFolders } from '../base/make-folders.ts'
import { OperatorFault } from '../base/problem.ts'
import { syncFolderNow } from '../base/sync-folder.ts'
import type { dataFiles } from '../config/config.ts'
import { noFolderRemedy } from '../config/installed.ts'

/** The data folder itself, before anything in it is opened. */

type DataFiles = ReturnType<typeof dataFiles>

/** A half-restored folder must neither pass for a whole one nor be completed with a new database. */
export function refuseHalfRestored({ root, restoring }: DataFiles): void {
  if (!existsSync(restoring)) return
  throw new OperatorFault(
    `A restore into ${root} was begun and not finished.`,
    'Run the same "granary backup restore" again; it starts over by itself.',
  )
}

/** Marks a folder of objects (as in `evidence/objects/durable.ts`; a test compares). */
const OBJECTS_MARKER = 'granary-objects'

/**
 * Detects a database that is gone, or empty, beside files that are made only after it: a new one in its place would pass
 * for the old records. (Folders alone prove nothing: disks may have been mounted there before the first start.)
 * @returns a message, or null if nothing shows an earlier database
 */
export function lostDatabase({ database, objects, anchorKey, backup }: DataFiles): OperatorFault | null {
  const isThere = (statSync(database, { throwIfNoEntry: false })?.size ?? 0) > 0
  if (isThere || ![join(objects, OBJECTS_MARKER), anchorKey, backup].some(existsSync)) return null
  return new OperatorFault(
    `The database ${database} is gone or empty, but files that belong to it are still there: the records of this folder are lost.`,
    'Leave the folder as it is for an investigation, and restore the last backup into a new one: granary backup restore. To start over, name an empty folder.',
  )
}

/** SQLite syncs the folder when it creates its log, but ignores a failure: a power cut could then remove the log's name. */
export function keepNames(folder: string): void {
  try {
    syncFolderNow(folder)
  } catch (error) {
    throw new OperatorFault(
      `The disk that holds ${folder} cannot sync it (${errorCode(error)}).`,
      'Check the disk. If it is broken, restore the last backup on another.',
    )
  }
}

/** @throws {OperatorFault} if the folder is missing and may not or cannot be made */
export function makeFolder(folder: string, create: boolean): void {
  try {
    if (existsSync(folder)) return
    if (!create) throw new OperatorFault(`There is no data folder at ${folder}.`, noFolderRemedy(folder))
    makeFolders(folder, 0o700)
    chmodSync(folder, 0o700)
  } catch (error) {
    if (error instanceof OperatorFault) throw error
    throw new OperatorFault(
      `The folder ${folder} cannot be made (${errorCode(error)}).`,
      'Choose a folder this user may write to, with --data.',
    )
  }
}
