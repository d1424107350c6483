import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** A name in a folder is on the disk, through power cuts too, once the folder is synced (fsync(2)). */

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

/** The same for whoever must not wait for a turn of the event loop. */
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

/** Some network file systems have no sync for a folder, and keep names by themselves. */
const knowsNoSync = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EINVAL'
