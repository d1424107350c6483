import { lstatSync, readdirSync, realpathSync, type Stats, statSync, writeSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { errorCode } from '../../base/error-kinds.ts'
import { diskRefusal, Problem } from '../../base/problem.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'

/** Reads facts about disks of this machine, and explains errors of a full or failing disk. */

/** The path itself, or its nearest existing parent. */
function nearestThere(path: string): { readonly path: string; readonly found: Stats } {
  const full = resolve(path)
  try {
    return { path: full, found: statSync(full) }
  } catch (error) {
    // A folder that may not be read counts as missing; the root always exists.
    if (dirname(full) === full) throw error
    return nearestThere(dirname(full))
  }
}

/**
 * The path without links. If its last folders do not exist, they keep their names.
 * @throws {OperatorFault} at a link whose target does not exist
 */
export function realPathOf(path: string): string {
  const { path: there } = nearestThere(path)
  const rest = relative(there, resolve(path))
  const [next] = rest.split('/')
  if (
    next !== undefined &&
    next !== '' &&
    lstatSync(join(there, next), { throwIfNoEntry: false }) !== undefined
  )
    throw new OperatorFault(...withRemedy('backup.linkNowhere', { path: join(there, next) }))
  return join(realpathSync(there), rest)
}

/** The device number of the file system that holds a path, or would hold it. */
export const diskOf = (path: string): number => nearestThere(path).found.dev

/** May a disk that is not mounted belong here? Then this is an empty folder on its parent's disk. */
export function mayAwaitDisk(path: string): boolean {
  const { path: there, found } = nearestThere(path)
  return found.isDirectory() && found.dev === statSync(dirname(there)).dev && readdirSync(there).length === 0
}

/** Writes all bytes. A single call of the system may write fewer, for example on a nearly full disk. */
export function writeWhole(file: number, bytes: Uint8Array, from: number, length: number, at: number): void {
  for (let done = 0; done < length; ) done += writeSync(file, bytes, from + done, length - done, at + done)
}

/** Turns an error of a local disk into a fault that names the disk. @param folder where the work writes */
export async function onDisk<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw diskFault(error, folder) ?? error
  }
}

/** Codes of errors that {@link diskRefusal} has already converted in a job of the writer. */
const OF_DISKS: ReadonlySet<string> = new Set(['storage_full', 'overloaded'])

function diskFault(error: unknown, folder: string): OperatorFault | null {
  const refusal = error instanceof Problem && OF_DISKS.has(error.code) ? error : diskRefusal(error)
  if (refusal === null) return null
  const fault =
    refusal.code === 'storage_full'
      ? new OperatorFault(...withRemedy('backup.diskFull', { folder }))
      : new OperatorFault(
          ...withRemedy('backup.diskFailing', { folder, code: String(errorCode(refusal.cause ?? error)) }),
        )
  fault.cause = error
  return fault
}
