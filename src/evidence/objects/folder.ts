import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Message, message } from '../../words/message.ts'
import { englishWords } from '../../words/words.ts'
import { DurableFolder } from './durable.ts'
import { checkDigest, checkKey, checkPrefix, keyOfPath, pathOfKey, ROOTS } from './keys.ts'
import {
  DigestMismatch,
  type FetchedObject,
  type ObjectStore,
  type Openness,
  type StoredObject,
} from './store.ts'
import { type SourceLimits, verified } from './verified.ts'

/** Timeouts after which a slow disk or network folder is given up. */
const LIMITS: SourceLimits = { idleMs: 30_000, wholeMs: 60 * 60_000 }
const CHUNK_BYTES = 1024 * 1024

/** Objects as files of a folder: `evidence/ab/cd/abcd...`, `backups/...`. */
export class FolderStore implements ObjectStore {
  readonly name: Message
  readonly #folder: DurableFolder

  /**
   * @param mayBeNew makes a missing folder, and marks one without a marker
   * @throws {OperatorFault} when a folder that may be new cannot be made or used
   */
  constructor(path: string, mayBeNew = true) {
    this.#folder = new DurableFolder(path, mayBeNew)
    this.name = this.#folder.name
  }

  get words(): string {
    return englishWords().tell(this.name)
  }

  async put(key: string, content: readonly Uint8Array[], sha256: string): Promise<void> {
    checkKey(key)
    checkDigest(sha256)
    const hash = createHash('sha256')
    const seal = () => {
      if (hash.digest('hex') !== sha256) throw new DigestMismatch(key)
    }
    await this.#folder.write(pathOfKey(key), sliced(content), seal, (slice) => hash.update(slice))
  }

  async putFile(key: string, path: string, bytes: number, sha256: string): Promise<void> {
    checkKey(key)
    checkDigest(sha256)
    const hash = createHash('sha256')
    let read = 0
    async function* chunks() {
      for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
        hash.update(chunk)
        read += chunk.length
        yield chunk as Buffer
      }
    }
    await this.#folder.write(pathOfKey(key), chunks(), () => {
      if (read !== bytes || hash.digest('hex') !== sha256) throw new DigestMismatch(key)
    })
  }

  async get(key: string, sha256: string): Promise<FetchedObject | null> {
    checkKey(key)
    checkDigest(sha256)
    const file = await this.#folder.unlessAbsent(() => open(this.#pathOf(key), 'r'))
    if (file === null) return null
    let isRead = false
    try {
      const found = await this.#folder.guard(file.stat())
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
    const found = await this.#folder.unlessAbsent(() => stat(this.#pathOf(key)))
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
    await this.#folder.remove(pathOfKey(key))
  }

  check(): Promise<void> {
    return this.#folder.tryToWrite()
  }

  async anonymousAccess(): Promise<Openness | null> {
    const { path } = this.#folder
    await this.#folder.beOurs()
    const { mode } = await this.#folder.guard(stat(path))
    if ((mode & 0o077) === 0) return null
    return {
      finding: message('objects.openFolder', { path, mode: (mode & 0o777).toString(8) }),
      remedy: message('objects.openFolder.remedy', { path }),
    }
  }

  close(): void {}

  #pathOf(key: string): string {
    return join(this.#folder.path, pathOfKey(key))
  }

  async *#filesBelow(path: string): AsyncGenerator<string> {
    const list = () => readdir(join(this.#folder.path, path), { withFileTypes: true })
    for (const entry of (await this.#folder.unlessAbsent(list)) ?? []) {
      const below = `${path}/${entry.name}`
      if (entry.isDirectory()) yield* this.#filesBelow(below)
      else if (entry.isFile()) yield below
    }
  }
}

/** Cuts the content into slices, so that other work can run while a large picture is hashed. */
function* sliced(content: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const chunk of content)
    for (let at = 0; at < chunk.length; at += CHUNK_BYTES) yield chunk.subarray(at, at + CHUNK_BYTES)
}
