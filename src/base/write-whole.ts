import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { syncFolderNow } from './sync-folder.ts'

/** Owner and mode of a file, as in `stat`. */
export interface Access {
  readonly uid: number
  readonly gid: number
  readonly mode: number
}

/**
 * Replaces a file: after a power cut, the file has either the old or the new content, complete. Only its
 * owner can read it.
 * @param access owner and mode to set instead, such as those of the replaced file
 */
export function writeWhole(path: string, content: string | Uint8Array, access?: Access): void {
  const unfinished = `${path}.new`
  // Never write a secret into an existing file: others may be able to read it, or it may be a link.
  rmSync(unfinished, { force: true })
  const file = openSync(unfinished, 'wx', 0o600)
  try {
    writeFileSync(file, content)
    if (access !== undefined) {
      fchownSync(file, access.uid, access.gid)
      fchmodSync(file, access.mode & 0o7777)
    }
    fsyncSync(file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  renameSync(unfinished, path)
  syncFolderNow(dirname(path))
}
