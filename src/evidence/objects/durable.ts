import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { OperatorFault, Problem } from '../../base/problem.ts'
import { syncFolder, syncFolderNow } from '../../base/sync-folder.ts'
import { ObjectStoreUnavailable } from './store.ts'

/** Unfinished files lie here, so that a name outside it always stands for a whole object. */
const UNFINISHED = '.unfinished'
/** Tells the folder from the place that its disk is mounted on; it travels with the disk. */
export const MARKER = 'granary-objects'
/** Another process may be writing in the same folder, and what it writes is younger than this. */
const LEFTOVER_MS = 60 * 60_000

/**
 * A folder whose files are whole or absent, through power cuts too. Only the owner can read it.
 * The folder itself is made when it is opened and never later: the disk it stands for may have been taken away, and its
 * place must not be filled on the disk below. Each call looks for the marker, so that a disk that is mounted later is
 * used from then on.
 */
export class DurableFolder {
  readonly path: string
  readonly words: string

  /**
   * @param mayBeNew makes and marks the folder where it is not there; otherwise every call fails until it is
   * @throws {OperatorFault} when a folder that may be new cannot be made or used
   */
  constructor(place: string, mayBeNew: boolean) {
    const path = resolve(place)
    this.path = path
    this.words = `the folder ${path}`
    try {
      if (mayBeNew) makeAndMark(path)
      if (existsSync(join(path, MARKER))) sweep(join(path, UNFINISHED))
    } catch (error) {
      if (!mayBeNew) return
      throw new OperatorFault(
        `The folder ${path} cannot be used (${(error as NodeJS.ErrnoException).code}).`,
        'Give the user that runs Granary the right to it (chown, chmod 700), or name another: GRANARY_OBJECT_STORE for pictures, --to or GRANARY_BACKUP_STORE for backups. The folder above it must exist.',
      )
    }
  }

  /** @throws {ObjectStoreUnavailable} when what is there is not the folder that was made for objects */
  async beOurs(): Promise<void> {
    try {
      await access(join(this.path, MARKER))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw this.#faultOf(error)
      throw new ObjectStoreUnavailable(
        `${this.words} does not hold the file ${MARKER}, by which it is known; mount its disk`,
        error,
      )
    }
  }

  /**
   * Writes a file whole and for good; its folders are made.
   * @param seal called when all pieces are written; when it throws, nothing is kept
   * @param meanwhile is given each piece while it is being written
   */
  async write(
    path: string,
    pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    seal = () => {},
    meanwhile: (piece: Uint8Array) => void = () => {},
  ): Promise<void> {
    await this.beOurs()
    const unfinished = join(this.path, UNFINISHED, randomUUID())
    const target = join(this.path, path)
    const file = await this.guard(open(unfinished, 'wx', 0o600))
    try {
      try {
        for await (const piece of pieces) {
          const written = this.guard(file.writeFile(piece))
          meanwhile(piece)
          await written
        }
        seal()
        await this.guard(file.sync())
      } finally {
        await this.guard(file.close())
      }
      // Cut before the rename: a leftover, swept at an opening. Cut after it: the name may or may not be there, and
      // whole if it is; nobody was told yet. Only when every folder on the way is on the disk is it promised.
      await this.guard(this.#makeBelow(dirname(target)))
      await this.guard(rename(unfinished, target))
      await this.#syncUpwards(dirname(target))
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {})
      throw error
    }
  }

  /** Not the folder itself: its disk may have been taken away just now, and it would be made on the disk below. */
  async #makeBelow(folder: string): Promise<void> {
    if (folder === this.path) return
    await this.#makeBelow(dirname(folder))
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }

  /** Removes a file for good. */
  async remove(path: string): Promise<void> {
    const target = join(this.path, path)
    const removed = await this.unlessAbsent(() => rm(target).then(() => true))
    if (removed) await this.guard(syncFolder(dirname(target)))
  }

  /** A small file, written and taken away again: only a try tells whether a disk takes one. */
  async tryToWrite(): Promise<void> {
    await this.beOurs()
    const probe = join(this.path, UNFINISHED, randomUUID())
    const file = await this.guard(open(probe, 'wx', 0o600))
    try {
      await this.guard(file.writeFile('granary'))
      await this.guard(file.sync())
    } finally {
      await this.guard(file.close())
      await this.guard(rm(probe, { force: true }))
    }
  }

  /** @returns null when the name is not there, though the folder is: a disk that was taken away looks empty too */
  async unlessAbsent<T>(work: () => Promise<T>): Promise<T | null> {
    await this.beOurs()
    try {
      return await work()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw this.#faultOf(error)
      await this.beOurs()
      return null
    }
  }

  guard<T>(work: Promise<T>): Promise<T> {
    return work.catch((error) => {
      throw this.#faultOf(error)
    })
  }

  /** What an error of the file system means to callers. */
  #faultOf(error: unknown): Error {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') return new Problem('storage_full')
    return new ObjectStoreUnavailable(`${this.words}: ${code ?? (error as Error).message}`, error)
  }

  /** Another writer may have made a folder a moment ago and not synced it yet, so all on the way are synced. */
  async #syncUpwards(folder: string): Promise<void> {
    for (let at = folder; at.length >= this.path.length; at = dirname(at)) await this.guard(syncFolder(at))
  }
}

/** The marker comes last: where it is, all is. */
function makeAndMark(path: string): void {
  if (!existsSync(path)) makePrivate(path)
  const unfinished = join(path, UNFINISHED)
  if (!existsSync(unfinished)) makePrivate(unfinished)
  const marker = join(path, MARKER)
  if (existsSync(marker)) return
  writeFileSync(marker, 'Granary keeps its objects here, and knows the folder by this file.\n', {
    mode: 0o600,
    flush: true,
  })
  syncAbove(marker)
}

/** Only the last step of the path is made: a missing folder above it is a typing mistake or a disk that is not there. */
function makePrivate(path: string): void {
  mkdirSync(path, { mode: 0o700 })
  chmodSync(path, 0o700)
  syncAbove(path)
}

function syncAbove(path: string): void {
  syncFolderNow(dirname(path))
}

function sweep(folder: string): void {
  const oldestMs = Date.now() - LEFTOVER_MS
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isFile() && found.mtimeMs < oldestMs) rmSync(path, { force: true })
  }
}
