import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { errorCode } from './error-kinds.ts'

/** Syncs a folder. Without this a new name in it may not survive a power cut (fsync(2)). */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } catch (error) {
    if (!knowsNoSync(error)) throw error
  } finally {
    await folder.close()
  }
}

/** Does the same synchronously. */
export function syncFolderNow(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } catch (error) {
    if (!knowsNoSync(error)) throw error
  } finally {
    closeSync(folder)
  }
}

/** Some network file systems cannot sync a folder; they keep names without it. */
const knowsNoSync = (error: unknown): boolean => errorCode(error) === 'EINVAL'
