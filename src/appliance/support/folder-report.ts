import { lstat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { dataFiles } from '../../config/config.ts'
import { upgradeCopiesOf } from '../../store/file/upgrade-copy.ts'
import { entriesOf } from '../doctor/folder.ts'

/** Limit for the files counted in one folder. */
const MOST_FILES = 10_000

/**
 * The data folder in a support bundle. Granary's own files are named, all others are counted.
 * @returns null when the folder cannot be read
 */
export async function folderReport(data: string) {
  const { root, database, ...others } = dataFiles(data)
  const ours = [
    database,
    `${database}-wal`,
    `${database}-shm`,
    upgradeCopiesOf(database),
    ...Object.values(others),
  ]
  // Files deeper in the folder are counted with the folder that holds them.
  const names = new Set(
    ours.filter((path) => join(root, basename(path)) === path).map((path) => basename(path)),
  )
  try {
    const there = await readdir(root)
    const known = there.filter((name) => names.has(name)).sort()
    return {
      known: await Promise.all(known.map((name) => entry(root, name))),
      others: there.length - known.length,
    }
  } catch {
    return null
  }
}

/** The files of a folder are counted up to the limit. */
async function entry(root: string, name: string) {
  const path = join(root, name)
  const found = await lstat(path)
  const mode = (found.mode & 0o7777).toString(8)
  const facts = { name, bytes: found.size, mode }
  if (!found.isDirectory()) return { ...facts, kind: found.isFile() ? 'file' : 'other' }
  const { files, bytes } = await counted(path)
  return { ...facts, kind: 'folder', files, files_bytes: bytes }
}

async function counted(folder: string): Promise<{ files: number; bytes: number }> {
  const sums = { files: 0, bytes: 0 }
  try {
    for await (const { found } of entriesOf(folder, MOST_FILES))
      if (!found.isDirectory()) {
        sums.files++
        sums.bytes += found.size
      }
  } catch {
    // If a folder may not be opened, the files found before it still count.
  }
  return sums
}
