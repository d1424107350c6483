import { readdirSync, type Stats, statSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { diskRefusal, OperatorFault, Problem } from '../problem.ts'

/** What the disks of this machine say: where one begins, whether it is mounted, and that it is full or broken. */

/** The path itself, or the nearest above it that is there. */
function nearestThere(path: string): { readonly path: string; readonly found: Stats } {
  const full = resolve(path)
  try {
    return { path: full, found: statSync(full) }
  } catch (error) {
    // What may not be looked at is as good as not there; the root always is.
    if (dirname(full) === full) throw error
    return nearestThere(dirname(full))
  }
}

/** Number of the disk (file system) that a path lies on, or would lie on. */
export const diskOf = (path: string): number => nearestThere(path).found.dev

/**
 * May this be where a disk is to be mounted that is not? Where one is mounted otherwise, there is an empty folder, on
 * the disk that holds the folder above it.
 */
export function mayAwaitDisk(path: string): boolean {
  const { path: there, found } = nearestThere(path)
  return found.isDirectory() && found.dev === statSync(dirname(there)).dev && readdirSync(there).length === 0
}

/** Writes all of it: the system may take less than it is given, as on a disk that is nearly full. */
export function writeWhole(file: number, bytes: Uint8Array, from: number, length: number, at: number): void {
  for (let done = 0; done < length; ) done += writeSync(file, bytes, from + done, length - done, at + done)
}

/** What a disk of this machine fails with becomes a complaint about that disk. @param folder that is worked in */
export async function onDisk<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw diskFault(error, folder) ?? error
  }
}

/** What {@link diskRefusal} has made of it where a job of the writer failed. */
const OF_DISKS: ReadonlySet<string> = new Set(['storage_full', 'overloaded'])

function diskFault(error: unknown, folder: string): OperatorFault | null {
  const refusal = error instanceof Problem && OF_DISKS.has(error.code) ? error : diskRefusal(error)
  if (refusal === null) return null
  const why = (refusal.cause ?? error) as NodeJS.ErrnoException
  const fault =
    refusal.code === 'storage_full'
      ? new OperatorFault(
          `The disk that ${folder} lies on is full.`,
          'Free some space on it, or name a folder on another disk, and begin again. The backup itself is not at fault.',
        )
      : new OperatorFault(
          `The disk that ${folder} lies on does not do its work (${why.code}).`,
          'Name a folder on another disk, and begin again. The backup itself is not at fault.',
        )
  fault.cause = error
  return fault
}
