import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { errorCode, errorMessage, kindWords } from '../../base/error-kinds.ts'
import { Problem } from '../../base/problem.ts'
import { syncFolder, syncFolderNow } from '../../base/sync-folder.ts'
import { OperatorFault } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { ObjectStoreUnavailable } from './store.ts'

/** Folder of unfinished files, so that a file anywhere else is a whole object. */
const UNFINISHED = '.unfinished'
/** File on the mounted disk that distinguishes the folder from an empty mount point. */
export const MARKER = 'granary-objects'
/** Younger files may belong to another process that is writing in this folder. */
const LEFTOVER_MS = 60 * 60_000

/**
 * A folder whose files are whole or absent, also after a power cut. Only the owner can read it. The folder is
 * made when it is opened, never later: if its disk was removed, nothing must be written into the mount point.
 * Each call checks the marker, so a disk that is mounted later is used from then on.
 */
export class DurableFolder {
  readonly path: string
  readonly name: Message

  /**
   * @param mayBeNew makes and marks a missing folder; without it, every call fails until the folder exists
   * @throws {OperatorFault} when a folder that may be new cannot be made or used
   */
  constructor(place: string, mayBeNew: boolean) {
    const path = resolve(place)
    this.path = path
    this.name = message('objects.folder', { path })
    try {
      if (mayBeNew) makeAndMark(path)
      if (existsSync(join(path, MARKER))) sweep(join(path, UNFINISHED))
    } catch (error) {
      if (!mayBeNew) return
      throw new OperatorFault(
        message('objects.folderUnusable', { path, code: kindWords(error) }),
        message('objects.folderUnusable.remedy'),
      )
    }
  }

  /** Checks that the marker is there. @throws {ObjectStoreUnavailable} when it is not */
  async beOurs(): Promise<void> {
    try {
      await access(join(this.path, MARKER))
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw this.#faultOf(error)
      throw new ObjectStoreUnavailable(
        message('objects.unmarked', { store: this.name, marker: MARKER }),
        error,
      )
    }
  }

  /**
   * Writes a durable file and makes its folders.
   * @param seal called when all chunks are written; if it throws, nothing is kept
   * @param meanwhile receives each chunk while it is written
   */
  async write(
    path: string,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    seal = () => {},
    meanwhile: (chunk: Uint8Array) => void = () => {},
  ): Promise<void> {
    await this.beOurs()
    const unfinished = join(this.path, UNFINISHED, randomUUID())
    const target = join(this.path, path)
    const file = await this.guard(open(unfinished, 'wx', 0o600))
    try {
      try {
        for await (const chunk of chunks) {
          const written = this.guard(file.writeFile(chunk))
          meanwhile(chunk)
          await written
        }
        seal()
        await this.guard(file.sync())
      } finally {
        await this.guard(file.close())
      }
      // A power cut before the rename leaves an unfinished file, which a later opening removes. A power cut
      // after it may lose the name. So the call returns only when every folder on the path is on the disk.
      await this.guard(this.#makeBelow(dirname(target)))
      await this.guard(rename(unfinished, target))
      await this.#syncUpwards(dirname(target))
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {})
      throw error
    }
  }

  /** Makes subfolders only: if the disk was just removed, the folder would be made in the mount point. */
  async #makeBelow(folder: string): Promise<void> {
    if (folder === this.path) return
    await this.#makeBelow(dirname(folder))
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }

  /** Removes a file; durable once it resolves. */
  async remove(path: string): Promise<void> {
    const target = join(this.path, path)
    const removed = await this.unlessAbsent(() => rm(target).then(() => true))
    if (removed) await this.guard(syncFolder(dirname(target)))
  }

  /** Writes and removes a small file: only trying shows whether a disk can be written to. */
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

  /** @returns null if only the name is absent; throws if the marker is too, as on a removed disk */
  async unlessAbsent<T>(work: () => Promise<T>): Promise<T | null> {
    await this.beOurs()
    try {
      return await work()
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw this.#faultOf(error)
      await this.beOurs()
      return null
    }
  }

  guard<T>(work: Promise<T>): Promise<T> {
    return work.catch((error) => {
      throw this.#faultOf(error)
    })
  }

  #faultOf(error: unknown): Error {
    const code = errorCode(error)
    if (code === 'ENOSPC' || code === 'EDQUOT') return new Problem('storage_full')
    const why = code ?? errorMessage(error)
    return new ObjectStoreUnavailable(message('objects.fault', { store: this.name, why }), error)
  }

  /** Syncs every folder on the path: another writer may have made one and not yet synced it. */
  async #syncUpwards(folder: string): Promise<void> {
    for (let at = folder; at.length >= this.path.length; at = dirname(at)) await this.guard(syncFolder(at))
  }
}

/** Makes the folder. The marker is made last: it promises that the rest exists. */
function makeAndMark(path: string): void {
  if (!existsSync(path)) makePrivate(path)
  const unfinished = join(path, UNFINISHED)
  if (!existsSync(unfinished)) makePrivate(unfinished)
  const marker = join(path, MARKER)
  if (existsSync(marker)) return
  writeFileSync(marker, 'Granary keeps its objects in this folder and recognizes it by this file.\n', {
    mode: 0o600,
    flush: true,
  })
  syncAbove(marker)
}

/** Makes a private folder. Not recursive: a missing parent is a typing error or an unmounted disk. */
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
