import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from '../../store/file/lock.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { KeyTaking } from '../../words/language.ts'
import { message } from '../../words/message.ts'

const MIB = 1024 * 1024

/** The working folder of backups in a data folder. One program uses it at a time, and deletes leftovers. */
export class Scratch {
  readonly path: string
  readonly #unlock: () => void

  /**
   * @param path the folder, which is made if it is missing
   * @param onBusy called if another program uses it, before this one waits for it; null to refuse at once
   * @throws {OperatorFault} when another program uses it
   */
  constructor(path: string, onBusy: (() => void) | null = null) {
    this.path = path
    makePrivate(path)
    this.#unlock = lockBackups(join(path, 'lock'), onBusy)
    this.sweep()
  }

  /** The path for a new file, which the next sweep deletes. */
  file(name: string): string {
    return join(this.folder(), name)
  }

  /** A new folder, which the next sweep deletes. */
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

/** A short run, such as one that only finds the place missing, must not cost a person a second try. */
export const WAIT_S = 60

function lockBackups(file: string, onBusy: (() => void) | null, waitMs = 0): () => void {
  try {
    return lockFolder(file, waitMs)
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error
    if (onBusy === null) throw new OperatorFault(...withRemedy('backup.busy'))
    onBusy()
    return lockBackups(file, null, WAIT_S * 1000)
  }
}

/**
 * @param need the text that states what needs the room
 * @throws {OperatorFault} when the bytes would use part of the reserve
 */
export function checkRoom(
  folder: string,
  need: KeyTaking<'needed'>,
  bytes: number,
  reserveBytes: number,
): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free >= bytes + reserveBytes) return
  const mib = (n: number) => ({ count: Math.ceil(n / MIB) })
  throw new OperatorFault(
    ...withRemedy(
      'backup.room',
      {
        need: message(need, { needed: mib(bytes) }),
        folder,
        free: mib(free),
        reserve: mib(reserveBytes),
      },
      { missing: mib(bytes + reserveBytes - free) },
    ),
  )
}
