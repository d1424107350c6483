import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'

/**
 * Reads files under paths that someone else chose. Opening a named pipe would wait for its writer for ever, and
 * a device may have no end.
 */

/** Opens for reading without waiting for a writer, if the path is a named pipe. */
export const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/** The path exists, and names something other than a file. */
export class NotAFile extends Error {
  /** Like the system's, for messages that show it. */
  readonly code: string
  readonly kind: 'folder' | 'pipe' | 'device'

  constructor(found: Stats) {
    super('not a file')
    this.name = 'NotAFile'
    this.code = found.isDirectory() ? 'EISDIR' : 'NOT_A_FILE'
    this.kind = found.isDirectory() ? 'folder' : found.isFIFO() ? 'pipe' : 'device'
  }
}

/** The file has more bytes than the reader takes. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/** @throws {NotAFile} {TooLarge} and the system's errors */
export function readRegular(path: string, mostBytes = Number.POSITIVE_INFINITY): Buffer {
  const file = openSync(path, READ_AT_ONCE)
  try {
    const found = fstatSync(file)
    if (!found.isFile()) throw new NotAFile(found)
    if (found.size > mostBytes) throw new TooLarge()
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** Does the same without blocking the thread, for folders on a network. */
export async function readRegularLater(path: string): Promise<Buffer> {
  const file = await open(path, READ_AT_ONCE)
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new NotAFile(found)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
