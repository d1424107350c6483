import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolderNow } from './sync-folder.ts'

/** Replaces a file: after a power cut it is the old one or the new one, whole. Only its owner can read it. */
export function writeWhole(path: string, text: string): void {
  const unfinished = `${path}.new`
  // An existing file may be readable by others, or be a link: never write a secret into it.
  rmSync(unfinished, { force: true })
  const file = openSync(unfinished, 'wx', 0o600)
  try {
    writeFileSync(file, text)
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
