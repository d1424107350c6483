import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorFault } from '../problem.ts'
import { lockFolder } from '../store/lock.ts'

const MIB = 1024 * 1024

/** The folder of backups in a data folder: one program works in it at a time, and what it leaves half done is swept. */
export class Scratch {
  readonly path: string
  readonly #unlock: () => void

  /**
   * @param path the folder; it is made
   * @throws {OperatorFault} when another program works there
   */
  constructor(path: string) {
    this.path = path
    makePrivate(path)
    this.#unlock = lockBackups(join(path, 'lock'))
    this.sweep()
  }

  /** A file that is gone after the next sweep. */
  file(name: string): string {
    return join(this.folder(), name)
  }

  /** A folder that is gone after the next sweep. */
  folder(): string {
    makePrivate(join(this.path, WORK))
    return mkdtempSync(join(this.path, WORK, 'w'))
  }

  sweep(): void {
    rmSync(join(this.path, WORK), { recursive: true, force: true })
  }

  close(): void {
    this.sweep()
    this.#unlock()
  }
}

const WORK = 'work'

export function makePrivate(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
}

function lockBackups(file: string): () => void {
  try {
    return lockFolder(file)
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error
    throw new OperatorFault(
      'Another backup is being made, checked or pruned just now.',
      'Wait until it has ended; "granary status" tells of the newest one.',
    )
  }
}

/**
 * @param what for people: "A copy of the database"
 * @throws {OperatorFault} when so much does not fit above what must stay free
 */
export function checkRoom(folder: string, what: string, bytes: number, reserveBytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free >= bytes + reserveBytes) return
  const mib = (n: number) => Math.ceil(n / MIB)
  throw new OperatorFault(
    `${what} takes ${mib(bytes)} MiB, and ${mib(free)} MiB are free where ${folder} lies, of which ${mib(reserveBytes)} MiB must stay free.`,
    `Free ${mib(bytes + reserveBytes - free)} MiB on that disk, and begin again.`,
  )
}
