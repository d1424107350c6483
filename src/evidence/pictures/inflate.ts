import { Readable } from 'node:stream'
import { createInflate } from 'node:zlib'

/** So many bytes of output come at one go: little enough to look through at once. */
const OUTPUT_BYTES = 131_072

/** What zlib says of a stream that is at fault itself; anything else, such as no memory, is not the sender's. */
const FAULTS_OF_STREAM: readonly unknown[] = ['Z_DATA_ERROR', 'Z_BUF_ERROR', 'Z_NEED_DICT']

export interface Inflated {
  /** Bytes of the input that the stream took; what follows them is not part of it. */
  readonly read: number
  readonly written: number
}

/**
 * Inflates a zlib stream (RFC 1950) off the event loop, in memory that does not depend on its size.
 * @param parts the stream, one part after another
 * @param maxBytes where to stop: a few bytes can be made to inflate to a thousand times as many
 * @param take is given the output, piece by piece
 * @returns undefined when it is no zlib stream, is cut off, fails its checksum, or would exceed `maxBytes`
 */
export async function inflate(
  parts: Iterable<Uint8Array>,
  maxBytes: number,
  take: (output: Uint8Array) => void,
): Promise<Inflated | undefined> {
  const zlib = createInflate({ chunkSize: OUTPUT_BYTES })
  const source = Readable.from(copies(parts), { objectMode: true })
  let written = 0
  try {
    // Not a pipeline: it would wait for input behind the end of the stream to be taken, which never is.
    for await (const output of source.pipe(zlib)) {
      written += output.length
      if (written > maxBytes) return undefined
      take(output)
    }
    return { read: zlib.bytesWritten, written }
  } catch (error) {
    if (FAULTS_OF_STREAM.includes((error as NodeJS.ErrnoException).code)) return undefined
    throw error
  } finally {
    source.destroy()
    zlib.destroy()
  }
}

/** Input is copied in pieces of this size. */
const INPUT_BYTES = 65_536

/**
 * The input in copies of its own: a stream that is ended early may still be reading in another thread, and by then the
 * picture's bytes may be given back.
 */
function* copies(parts: Iterable<Uint8Array>): Generator<Buffer> {
  for (const part of parts)
    for (let at = 0; at < part.length; at += INPUT_BYTES)
      yield Buffer.from(part.subarray(at, at + INPUT_BYTES))
}
