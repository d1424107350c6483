import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { errorCode, errorMessage } from '../../base/error-kinds.ts'
import { Problem } from '../../base/problem.ts'
import { READ_AT_ONCE } from '../../base/read-regular.ts'
import { syncFolder } from '../../base/sync-folder.ts'
import { type Message, message } from '../../words/message.ts'
import { checkKey, checkPrefix, keyOfPath, pathOfKey, ROOTS } from './keys.ts'
import { MARKER, prepareFolder, UNFINISHED } from './prepared-folder.ts'
import {
  DigestMismatch,
  type FetchedObject,
  type ObjectStore,
  ObjectStoreUnavailable,
  type Openness,
  type StoredObject,
} from './store.ts'
import { type SourceLimits, verified } from './verified.ts'

/** Timeouts after which a slow disk or network folder is given up. */
const LIMITS: SourceLimits = { idleMs: 30_000, wholeMs: 60 * 60_000 }
const CHUNK_BYTES = 1024 * 1024

/**
 * Objects as files of a folder: `evidence/ab/cd/abcd...`, `backups/...`. They are whole or absent, also after
 * a power cut. Only the owner can read them. The folder is made when it is opened, never later: if its disk
 * was removed, nothing must be written into the mount point. Each call checks the marker, so a disk that is
 * mounted later is used from then on.
 */
export class FolderStore implements ObjectStore {
  readonly name: Message
  readonly #path: string

  /**
   * @param mayBeNew makes a missing folder, and marks one without a marker; without it, every call fails until
   * the folder exists
   * @throws {OperatorFault} when a folder that may be new cannot be made or used
   */
  constructor(place: string, mayBeNew = true) {
    this.#path = resolve(place)
    this.name = message('objects.folder', { path: this.#path })
    prepareFolder(this.#path, mayBeNew)
  }

  async put(key: string, content: readonly Uint8Array[], sha256: string): Promise<void> {
    checkKey(key, sha256)
    const hash = createHash('sha256')
    const unfinished = await this.#writeAside(sliced(content), (chunk) => hash.update(chunk))
    try {
      if (hash.digest('hex') !== sha256) throw new DigestMismatch(key)
      // A power cut before the rename leaves an unfinished file, which a later opening removes. A power cut
      // after it may lose the name. So the call returns only when every folder on the path is on the disk.
      const target = this.#pathOf(key)
      await this.#guard(this.#makeBelow(dirname(target)))
      await this.#guard(rename(unfinished, target))
      await this.#syncUpwards(dirname(target))
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {})
      throw error
    }
  }

  async get(key: string, sha256: string): Promise<FetchedObject | null> {
    checkKey(key, sha256)
    const file = await this.#unlessAbsent(() => open(this.#pathOf(key), READ_AT_ONCE))
    if (file === null) return null
    let isRead = false
    try {
      const found = await this.#guard(file.stat())
      if (!found.isFile()) return null
      isRead = true
      const source = file.createReadStream()
      return {
        bytes: found.size,
        stream: verified(source, { key, sha256, limits: LIMITS, store: this.name }),
      }
    } finally {
      if (!isRead) await file.close()
    }
  }

  async has(key: string): Promise<StoredObject | null> {
    checkKey(key)
    const found = await this.#unlessAbsent(() => stat(this.#pathOf(key)))
    return found?.isFile() ? { key, bytes: found.size } : null
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    checkPrefix(prefix)
    for (const root of ROOTS) {
      if (!`${root}/`.startsWith(prefix) && !prefix.startsWith(`${root}/`)) continue
      for await (const path of this.#filesBelow(root)) {
        const key = keyOfPath(path)
        const found = key?.startsWith(prefix) ? await this.has(key) : null
        if (found) yield found
      }
    }
  }

  async remove(key: string): Promise<void> {
    checkKey(key)
    const path = this.#pathOf(key)
    const removed = await this.#unlessAbsent(() => rm(path).then(() => true))
    if (removed) await this.#guard(syncFolder(dirname(path)))
  }

  /** Writes and removes a small file: only trying shows whether a disk can be written to. */
  async check(): Promise<void> {
    const probe = await this.#writeAside([Buffer.from('granary')], () => {})
    await this.#guard(rm(probe))
  }

  async anonymousAccess(): Promise<Openness | null> {
    await this.#beOurs()
    const path = this.#path
    const { mode } = await this.#guard(stat(path))
    if ((mode & 0o077) === 0) return null
    return {
      finding: message('objects.openFolder', { path, mode: (mode & 0o777).toString(8) }),
      remedy: message('objects.openFolder.remedy', { path }),
    }
  }

  close(): void {}

  /**
   * Writes a durable file among the unfinished ones; nothing is left if that fails.
   * @param meanwhile receives each chunk while it is written
   * @returns its path
   */
  async #writeAside(chunks: Iterable<Uint8Array>, meanwhile: (chunk: Uint8Array) => void): Promise<string> {
    await this.#beOurs()
    const path = join(this.#path, UNFINISHED, randomUUID())
    const file = await this.#guard(open(path, 'wx', 0o600))
    try {
      try {
        for (const chunk of chunks) {
          const written = this.#guard(file.writeFile(chunk))
          meanwhile(chunk)
          await written
        }
        await this.#guard(file.sync())
      } finally {
        await this.#guard(file.close())
      }
      return path
    } catch (error) {
      await rm(path, { force: true }).catch(() => {})
      throw error
    }
  }

  /** Makes subfolders only: if the disk was just removed, the folder would be made in the mount point. */
  async #makeBelow(folder: string): Promise<void> {
    if (folder === this.#path) return
    await this.#makeBelow(dirname(folder))
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }

  /** Syncs every folder on the path: another writer may have made one and not yet synced it. */
  async #syncUpwards(folder: string): Promise<void> {
    for (let at = folder; at.length >= this.#path.length; at = dirname(at)) await this.#guard(syncFolder(at))
  }

  #pathOf(key: string): string {
    return join(this.#path, pathOfKey(key))
  }

  async *#filesBelow(path: string): AsyncGenerator<string> {
    const list = () => readdir(join(this.#path, path), { withFileTypes: true })
    for (const entry of (await this.#unlessAbsent(list)) ?? []) {
      const below = `${path}/${entry.name}`
      if (entry.isDirectory()) yield* this.#filesBelow(below)
      else if (entry.isFile()) yield below
    }
  }

  /** Checks that the marker is there. @throws {ObjectStoreUnavailable} when it is not */
  async #beOurs(): Promise<void> {
    try {
      await access(join(this.#path, MARKER))
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw this.#faultOf(error)
      throw new ObjectStoreUnavailable(
        message('objects.unmarked', { store: this.name, marker: MARKER }),
        error,
      )
    }
  }

  /** @returns null if only the name is absent; throws if the marker is too, as on a removed disk */
  async #unlessAbsent<T>(work: () => Promise<T>): Promise<T | null> {
    await this.#beOurs()
    try {
      return await work()
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw this.#faultOf(error)
      await this.#beOurs()
      return null
    }
  }

  #guard<T>(work: Promise<T>): Promise<T> {
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
}

/** Cuts the content into slices, so that other work can run while a large picture is hashed. */
function* sliced(content: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const chunk of content)
    for (let at = 0; at < chunk.length; at += CHUNK_BYTES) yield chunk.subarray(at, at + CHUNK_BYTES)
}
