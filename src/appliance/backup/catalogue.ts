import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fromJson } from '../../base/typed.ts'
import { isCount, isSha256, type ObjectRef } from './manifest.ts'
import { HASH_BYTES, type PageIndex } from './page-index.ts'

export interface StoredPack {
  readonly object: ObjectRef
  /** Index number of each page's hash, in order. */
  readonly pages: Uint32Array
}

/** A line of the file. `hashes`: the page hashes as the index keeps them, concatenated, in base64. */
type CatalogueLine =
  | { readonly pack: string; readonly bytes: number; readonly hashes: string }
  | { readonly file: string; readonly object: string; readonly bytes: number }

/**
 * The objects that one place already stores for one recipient, so that they are not sent again. Each stored
 * object adds a line, so the next backup continues after an interruption. If the catalogue is lost,
 * everything is sent again.
 */
export class Catalogue {
  readonly #path: string
  readonly #index: PageIndex
  readonly #packs = new Map<string, StoredPack>()
  /** By SHA-256 of the content: a picture, or the key of the log. */
  readonly #files = new Map<string, ObjectRef>()
  #file: number

  /**
   * @param place the name of the place, and the recipient
   * @param index assigns numbers to the pages of the packs
   * @param isStored whether the place has the object in full length
   */
  constructor(
    folder: string,
    place: readonly string[],
    index: PageIndex,
    isStored: (object: ObjectRef) => boolean,
  ) {
    this.#index = index
    const name = createHash('sha256').update(place.join('\n')).digest('hex').slice(0, 16)
    this.#path = join(folder, `${name}.catalogue`)
    readLines(this.#path, (line) => this.#add(line, isStored))
    this.#file = openSync(this.#path, 'a', 0o600)
  }

  get packs(): StoredPack[] {
    return [...this.#packs.values()]
  }

  /** The object that holds this content. */
  file(sha256: string): ObjectRef | undefined {
    return this.#files.get(sha256)
  }

  /** Call only once the object is durable. */
  addPack(pack: StoredPack): void {
    this.#packs.set(pack.object[0], pack)
    this.#append(this.#lineOf(pack))
  }

  /** Call only once the object is durable. */
  addFile(sha256: string, object: ObjectRef): void {
    this.#files.set(sha256, object)
    this.#append({ file: sha256, object: object[0], bytes: object[1] })
  }

  /** Rewrites the catalogue with every file, and with only these packs. */
  compact(packs: readonly StoredPack[]): void {
    const path = `${this.#path}.new`
    const fresh = openSync(path, 'w', 0o600)
    try {
      for (const pack of packs) writeFileSync(fresh, textOf(this.#lineOf(pack)))
      for (const [file, [object, bytes]] of this.#files) writeFileSync(fresh, textOf({ file, object, bytes }))
      fsyncSync(fresh)
    } finally {
      closeSync(fresh)
    }
    closeSync(this.#file)
    renameSync(path, this.#path)
    this.#file = openSync(this.#path, 'a', 0o600)
  }

  close(): void {
    closeSync(this.#file)
  }

  #lineOf({ object: [pack, bytes], pages }: StoredPack): CatalogueLine {
    return { pack, bytes, hashes: this.#index.hashesOf(pages).toString('base64') }
  }

  #append(line: CatalogueLine): void {
    writeFileSync(this.#file, textOf(line))
    fsyncSync(this.#file)
  }

  #add(line: CatalogueLine, isStored: (object: ObjectRef) => boolean): void {
    if ('pack' in line) {
      const object: ObjectRef = [line.pack, line.bytes]
      if (!isStored(object)) return
      const pages = this.#index.numbersOf(Buffer.from(line.hashes, 'base64'))
      this.#packs.set(line.pack, { object, pages })
    } else {
      const object: ObjectRef = [line.object, line.bytes]
      if (isStored(object)) this.#files.set(line.file, object)
    }
  }
}

const textOf = (line: CatalogueLine): string => `${JSON.stringify(line)}\n`

const READ_BYTES = 1024 * 1024

/**
 * Reads whole lines in chunks, because the catalogue of a large store would need too much memory. A kill may
 * have cut off the last line. The file is cut after the last line that can be read, and the rest is dropped.
 */
function readLines(path: string, onLine: (line: CatalogueLine) => void): void {
  if (!existsSync(path)) return
  const file = openSync(path, 'r+')
  try {
    ftruncateSync(file, eachLine(file, onLine))
  } finally {
    closeSync(file)
  }
}

/** @returns the length of the lines read, in bytes */
function eachLine(file: number, onLine: (line: CatalogueLine) => void): number {
  const chunk = Buffer.alloc(READ_BYTES)
  let rest: Buffer = Buffer.alloc(0)
  let whole = 0
  for (;;) {
    const length = readSync(file, chunk, 0, chunk.length, whole + rest.length)
    if (length === 0) return whole
    const bytes = Buffer.concat([rest, chunk.subarray(0, length)])
    const end = bytes.lastIndexOf('\n') + 1
    for (const text of bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1)) {
      const line = lineOf(text)
      if (line === null) return whole
      onLine(line)
      whole += Buffer.byteLength(text) + 1
    }
    rest = bytes.subarray(end)
  }
}

/** @returns null for a malformed line */
function lineOf(text: string): CatalogueLine | null {
  try {
    const line = fromJson<CatalogueLine>(text)
    const isKnown =
      'pack' in line
        ? isSha256(line.pack) && typeof line.hashes === 'string' && isHashes(line.hashes)
        : isSha256(line.file) && isSha256(line.object)
    return isKnown && isCount(line.bytes) ? line : null
  } catch {
    return null
  }
}

const isHashes = (base64: string): boolean =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(base64) && Buffer.byteLength(base64, 'base64') % HASH_BYTES === 0
