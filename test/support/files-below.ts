import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What a folder holds; nothing where another program has just taken it away. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const below = (folder: string): string[] =>
  entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return below(path)
    return entry.isFile() ? [path] : []
  })

/**
 * Paths of all files below a folder, sorted; none where it does not exist. Another program may be at work in it: what it
 * removes or renames meanwhile may be in the list or not.
 */
export const filesBelow = (folder: string): string[] => below(folder).sort()
