import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { kindWords } from '../../base/error-kinds.ts'
import { syncFolderNow } from '../../base/sync-folder.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'

/** Folder of unfinished files, so that a file anywhere else is a whole object. */
export const UNFINISHED = '.unfinished'
/** File on the mounted disk that distinguishes the folder from an empty mount point. */
export const MARKER = 'granary-objects'
/** Younger files may belong to another process that is writing in this folder. */
const LEFTOVER_MS = 60 * 60_000

/**
 * Removes what was left unfinished in a folder of objects.
 * @param mayBeNew makes and marks a missing folder
 * @throws {OperatorFault} when a folder that may be new cannot be made or used
 */
export function prepareFolder(path: string, mayBeNew: boolean): void {
  try {
    if (mayBeNew) makeAndMark(path)
    if (existsSync(join(path, MARKER))) sweep(join(path, UNFINISHED))
  } catch (error) {
    if (!mayBeNew) return
    throw new OperatorFault(...withRemedy('objects.folderUnusable', { path, code: kindWords(error) }))
  }
}

/** Makes the folder. The marker is made last: it promises that the rest exists. */
function makeAndMark(path: string): void {
  makePrivate(path)
  makePrivate(join(path, UNFINISHED))
  const marker = join(path, MARKER)
  if (existsSync(marker)) return
  writeFileSync(marker, 'Granary keeps its objects in this folder and recognizes it by this file.\n', {
    mode: 0o600,
    // Never through a link that leads nowhere yet.
    flag: 'wx',
    flush: true,
  })
  syncFolderNow(path)
}

/** Makes a missing folder private. Not recursive: a missing parent is a typing error or an unmounted disk. */
function makePrivate(path: string): void {
  if (existsSync(path)) return
  mkdirSync(path, { mode: 0o700 })
  chmodSync(path, 0o700)
  syncFolderNow(dirname(path))
}

function sweep(folder: string): void {
  const oldestMs = Date.now() - LEFTOVER_MS
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isFile() && found.mtimeMs < oldestMs) rmSync(path, { force: true })
  }
}
