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

/** Owner and rights of a file, as of `stat`. */
export interface Access {
  readonly uid: number
  readonly gid: number
  readonly mode: number
}

/**
 * Replaces a file: after a power cut it is the old one or the new one, whole. Only its owner can read it.
 * @param access others than that, as those of the file that is replaced
 */
export function writeWhole(path: string, text: string, access?: Access): void {
  const unfinished = `${path}.new`
  // An existing file may be readable by others, or be a link: never write a secret into it.
  rmSync(unfinished, { force: true })
  const file = openSync(unfinished, 'wx', 0o600)
  try {
    writeFileSync(file, text)
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
