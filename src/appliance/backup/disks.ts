import { lstatSync, readdirSync, realpathSync, type Stats, statSync, writeSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { errorCode } from '../../base/error-kinds.ts'
import { diskRefusal, Problem } from '../../base/problem.ts'
import { OperatorFault } from '../../words/fault.ts'

/** Disks of this machine: mount points, and errors that mean full or broken. */

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

/** Where a path leads, by its links; what is missing of it would be made there. @throws {OperatorFault} at a link to nothing */
export function realPathOf(path: string): string {
  const { path: there } = nearestThere(path)
  const rest = relative(there, resolve(path))
  const [next] = rest.split('/')
  if (
    next !== undefined &&
    next !== '' &&
    lstatSync(join(there, next), { throwIfNoEntry: false }) !== undefined
  )
    throw new OperatorFault(`${join(there, next)} leads nowhere.`, 'Mount its disk, or name another folder.')
  return join(realpathSync(there), rest)
}

/** Device number of the file system that a path is on, or would be on. */
export const diskOf = (path: string): number => nearestThere(path).found.dev

/** May this be the mount point of a disk that is not mounted? Then it is an empty folder on its parent's disk. */
export function mayAwaitDisk(path: string): boolean {
  const { path: there, found } = nearestThere(path)
  return found.isDirectory() && found.dev === statSync(dirname(there)).dev && readdirSync(there).length === 0
}

/** Writes everything: the system may write less than it is given, as on a nearly full disk. */
export function writeWhole(file: number, bytes: Uint8Array, from: number, length: number, at: number): void {
  for (let done = 0; done < length; ) done += writeSync(file, bytes, from + done, length - done, at + done)
}

/** Turns an error of a local disk into a complaint about that disk. @param folder being worked in */
export async function onDisk<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw diskFault(error, folder) ?? error
  }
}

/** For errors that {@link diskRefusal} already converted in a writer's job. */
const OF_DISKS: ReadonlySet<string> = new Set(['storage_full', 'overloaded'])

function diskFault(error: unknown, folder: string): OperatorFault | null {
  const refusal = error instanceof Problem && OF_DISKS.has(error.code) ? error : diskRefusal(error)
  if (refusal === null) return null
  const fault =
    refusal.code === 'storage_full'
      ? new OperatorFault(
          `The disk of ${folder} is full.`,
          'Free some space, or name a folder on another disk, and try again. The backup itself is intact.',
        )
      : new OperatorFault(
          `The disk of ${folder} is failing (${errorCode(refusal.cause ?? error)}).`,
          'Name a folder on another disk, and try again. The backup itself is intact.',
        )
  fault.cause = error
  return fault
}
