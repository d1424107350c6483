import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { isCount, isSha256, type ObjectRef } from './manifest.ts'

/** A pack of pages as it is stored. */
export interface StoredPack {
  readonly object: ObjectRef
  /** SHA-256 of each page, base64, in their order. */
  readonly pages: readonly string[]
}

type Line =
  | { readonly pack: string; readonly bytes: number; readonly pages: readonly string[] }
  | { readonly file: string; readonly object: string; readonly bytes: number }

/**
 * What is stored at one place for one recipient already, so that it is not sent again. A line for each object, written
 * when it is stored for good: an interrupted backup goes on from there. It holds nothing that cannot be had again: when
 * it is lost, all is sent anew.
 */
export class Catalogue {
  readonly #path: string
  readonly #packs = new Map<string, StoredPack>()
  /** By SHA-256 of what is in it: a picture, the key of the log. */
  readonly #files = new Map<string, ObjectRef>()
  #file: number

  /**
   * @param isStored whether the object is there, as long as it was
   * @param place the words of the place, and the recipient
   */
  constructor(folder: string, place: readonly string[], isStored: (object: ObjectRef) => boolean) {
    const name = createHash('sha256').update(place.join('\n')).digest('hex').slice(0, 16)
    this.#path = join(folder, `${name}.catalogue`)
    for (const line of linesOf(this.#path)) this.#take(line, isStored)
    this.#file = openSync(this.#path, 'a', 0o600)
  }

  get packs(): StoredPack[] {
    return [...this.#packs.values()]
  }

  /** The object that holds these bytes. */
  file(sha256: string): ObjectRef | undefined {
    return this.#files.get(sha256)
  }

  /** After the object is durable. */
  addPack(pack: StoredPack): void {
    this.#packs.set(pack.object[0], pack)
    this.#append({ pack: pack.object[0], bytes: pack.object[1], pages: pack.pages })
  }

  /** After the object is durable. */
  addFile(sha256: string, object: ObjectRef): void {
    this.#files.set(sha256, object)
    this.#append({ file: sha256, object: object[0], bytes: object[1] })
  }

  /** Written anew with these packs alone, and with every file. */
  compact(packs: readonly StoredPack[]): void {
    const lines: Line[] = [
      ...packs.map(({ object: [pack, bytes], pages }) => ({ pack, bytes, pages })),
      ...[...this.#files].map(([file, [object, bytes]]) => ({ file, object, bytes })),
    ]
    const fresh = `${this.#path}.new`
    writeFileSync(fresh, lines.map(textOf).join(''), { mode: 0o600, flush: true })
    closeSync(this.#file)
    renameSync(fresh, this.#path)
    this.#file = openSync(this.#path, 'a', 0o600)
  }

  close(): void {
    closeSync(this.#file)
  }

  #append(line: Line): void {
    writeSync(this.#file, textOf(line))
    fsyncSync(this.#file)
  }

  #take(line: Line, isStored: (object: ObjectRef) => boolean): void {
    if ('pack' in line) {
      const object: ObjectRef = [line.pack, line.bytes]
      if (isStored(object)) this.#packs.set(line.pack, { object, pages: line.pages })
    } else {
      const object: ObjectRef = [line.object, line.bytes]
      if (isStored(object)) this.#files.set(line.file, object)
    }
  }
}

const textOf = (line: Line): string => `${JSON.stringify(line)}\n`

/** Whole lines alone: the last may have been cut with its process, and goes. A damaged file is begun anew. */
function linesOf(path: string): Line[] {
  if (!existsSync(path)) return []
  const bytes = readFileSync(path)
  const end = bytes.lastIndexOf('\n') + 1
  if (end < bytes.length) truncateSync(path, end)
  const lines = bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1)
  try {
    return lines.map((text) => {
      const line = JSON.parse(text) as Line
      const known =
        'pack' in line
          ? isSha256(line.pack) && Array.isArray(line.pages)
          : isSha256(line.file) && isSha256(line.object)
      if (!known || !isCount(line.bytes)) throw new Error('no line of ours')
      return line
    })
  } catch {
    truncateSync(path, 0)
    return []
  }
}
