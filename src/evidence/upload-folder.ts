import type { FileHandle } from 'node:fs/promises'
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { kindWords } from '../base/error-kinds.ts'
import { diskRefusal } from '../base/problem.ts'
import { fromJson } from '../base/typed.ts'
import { isId } from '../domain/id.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'

/** An upload as declared; stored in a file next to its bytes. */
export interface UploadSession {
  readonly id: string
  /** Seq of the credential that started the upload, the only one that may use it; null for the front office. */
  readonly credential: number | null
  readonly party: number
  /** Declared hash of the bytes as captured: 64 lower-case hex digits. */
  readonly sha256: string
  /** Declared length. */
  readonly bytes: number
  readonly createdAtMs: number
  /** Set for the front office, and when the operator takes in a picture from a device, whose credential may have ended. */
  readonly operator?: string
}

const SESSION = '.json'
const BYTES = '.bytes'
const HALF_WRITTEN = '.new'

/**
 * Unfinished uploads as files, so that they survive a restart: `ID.bytes` and `ID.json`, readable by the
 * owner only. An upload exists once its `ID.json` does; the next start removes other leftovers of a power
 * cut. A power cut may also cost bytes received since the last reply: clients ask for the offset.
 */
export class UploadFolder {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /**
   * Makes the folder if necessary, removes leftovers and lists the uploads. A file that cannot be read or
   * removed stays, is reported and is otherwise ignored.
   * @param report receives a sentence for the operator about each such file
   * @throws {OperatorFault}
   */
  async open(
    report: (text: string) => void,
  ): Promise<{ readonly session: UploadSession; readonly received: number }[]> {
    const names = new Set(await this.#names())
    const found: { session: UploadSession; received: number }[] = []
    const staying = new Set<string>()
    const stay = (id: string) => staying.add(id + SESSION).add(id + BYTES)
    const odd = (name: string, error: unknown) =>
      report(`${this.#in(name)} cannot be read or removed (${kindWords(error)}). Check what this file is.`)
    for (const name of names) {
      if (!name.endsWith(SESSION)) continue
      const id = name.slice(0, -SESSION.length)
      try {
        const session = await this.#read(id)
        if (session === null || !names.has(id + BYTES)) continue
        found.push({ session, received: await this.received(id) })
      } catch (error) {
        odd(name, error)
      }
      stay(id)
    }
    for (const name of names)
      if (isOurs(name) && !staying.has(name)) await this.#drop(name).catch((error) => odd(name, error))
    return found
  }

  /**
   * Creates the files of an upload; durable once it resolves.
   * @throws {Problem} storage_full; no file is then left
   */
  async create(session: UploadSession): Promise<void> {
    const { id } = session
    try {
      await guard(this.#write(id + BYTES, ''))
      await guard(this.#write(id + HALF_WRITTEN, JSON.stringify(session)))
      await guard(rename(this.#in(id + HALF_WRITTEN), this.#in(id + SESSION)))
      await guard(this.#sync())
    } catch (error) {
      for (const end of [SESSION, HALF_WRITTEN, BYTES]) await this.#drop(id + end).catch(() => {})
      throw error
    }
  }

  async received(id: string): Promise<number> {
    return (await stat(this.#in(id + BYTES))).size
  }

  openToAppend(id: string): Promise<FileHandle> {
    return guard(open(this.#in(id + BYTES), 'a'))
  }

  openToRead(id: string): Promise<FileHandle> {
    return open(this.#in(id + BYTES), 'r')
  }

  /** Removes an upload. It is gone when `ID.json` is; its space is free when both files are gone. */
  async remove(id: string): Promise<void> {
    await this.#drop(id + SESSION)
    await this.#drop(id + BYTES)
  }

  async #names(): Promise<string[]> {
    try {
      await mkdir(this.#path, { recursive: true, mode: 0o700 })
      await chmod(this.#path, 0o700)
      return await readdir(this.#path)
    } catch (error) {
      throw new OperatorFault(
        ...withRemedy('objects.uploadsUnusable', { path: this.#path, code: kindWords(error) }),
      )
    }
  }

  async #read(id: string): Promise<UploadSession | null> {
    if (!isId(id)) return null
    try {
      const session = fromJson<UploadSession>(await readFile(this.#in(id + SESSION), 'utf8'))
      return session.id === id ? session : null
    } catch (error) {
      if (error instanceof SyntaxError) return null
      throw error
    }
  }

  async #write(name: string, text: string): Promise<void> {
    const file = await open(this.#in(name), 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
  }

  async #sync(): Promise<void> {
    const folder = await open(this.#path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }

  #drop(name: string): Promise<void> {
    return rm(this.#in(name), { force: true })
  }

  #in(name: string): string {
    return join(this.#path, name)
  }
}

/** Whether this folder made a file of this name; other files are left alone. */
const isOurs = (name: string): boolean =>
  [SESSION, BYTES, HALF_WRITTEN].some((end) => name.endsWith(end) && isId(name.slice(0, -end.length)))

/** Turns the error of a full or failing disk into a problem. */
export async function guard<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw diskRefusal(error) ?? error
  }
}
