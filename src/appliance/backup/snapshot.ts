import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { Progress } from '../../cli/progress.ts'
import { sha256 } from '../../domain/sha256.ts'
import { message } from '../../words/message.ts'
import type { PageIndex } from './page-index.ts'

/** Pages read at a time. */
const STEP_PAGES = 512

/** Bytes of the database including its write-ahead log. A copy needs slightly less. */
export function databaseBytes(database: string): number {
  const wal = statSync(`${database}-wal`, { throwIfNoEntry: false })
  return statSync(database).size + (wal?.size ?? 0)
}

export interface PageHashes {
  readonly pageBytes: number
  /** Index number of each page's SHA-256. */
  readonly pages: Uint32Array
  /** SHA-256 of the whole file, hex. */
  readonly sha256: string
}

/** The offset of the page size in a SQLite file (file format, 1.3.2). The value 1 means 65,536. */
const PAGE_BYTES_AT = 16

/**
 * @param path a database that nobody writes to
 * @param index receives the hashes
 */
export function hashPages(path: string, index: PageIndex, progress: Progress): PageHashes {
  const { size } = statSync(path)
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(2)
    readSync(file, header, 0, 2, PAGE_BYTES_AT)
    const pageBytes = header.readUInt16BE() === 1 ? 65_536 : header.readUInt16BE()
    const whole = createHash('sha256')
    const pages = new Uint32Array(Math.ceil(size / pageBytes))
    let hashed = 0
    const chunk = Buffer.alloc(pageBytes * STEP_PAGES)
    progress.step(message('progress.changes'), size, 'bytes')
    for (let at = 0; at < size; ) {
      const length = readSync(file, chunk, 0, chunk.length, at)
      if (length === 0 || length % pageBytes !== 0) throw new Error(`${path} does not consist of whole pages`)
      whole.update(chunk.subarray(0, length))
      for (let from = 0; from < length; from += pageBytes)
        pages[hashed++] = index.numberOf(sha256(chunk.subarray(from, from + pageBytes)))
      at += length
      progress.add(length)
    }
    return { pageBytes, pages, sha256: whole.digest('hex') }
  } finally {
    closeSync(file)
  }
}

/** Reads these pages of the file into one buffer. */
export function readPages(file: number, pageBytes: number, numbers: Uint32Array): Buffer {
  const bytes = Buffer.alloc(numbers.length * pageBytes)
  for (const [i, page] of numbers.entries()) {
    const length = readSync(file, bytes, i * pageBytes, pageBytes, page * pageBytes)
    if (length !== pageBytes) throw new Error('the copy of the database became shorter')
  }
  return bytes
}
