import { Readable } from 'node:stream'
import { createInflate } from 'node:zlib'
import { errorCode } from '../../base/error-kinds.ts'

/** Input bytes per copy, and output bytes per piece: few enough to check at once. */
const INPUT_BYTES = 65_536
const OUTPUT_BYTES = 131_072

/** zlib's codes for a faulty stream. Other errors, such as lack of memory, are not the sender's fault. */
const FAULTS_OF_STREAM: readonly unknown[] = ['Z_DATA_ERROR', 'Z_BUF_ERROR', 'Z_NEED_DICT']

/**
 * Inflates a zlib stream (RFC 1950) off the event loop, in constant memory.
 * @param parts the stream, in order
 * @param maxBytes limit of the output: a few bytes can inflate to a thousand times as many
 * @param take receives the output, piece by piece
 * @returns the bytes of the stream, without later ones, and those of the output; undefined if it is not a
 * zlib stream, is cut off, fails its checksum or exceeds `maxBytes`
 */
export async function inflate(
  parts: Iterable<Uint8Array>,
  maxBytes: number,
  take: (output: Buffer) => void,
): Promise<{ readonly read: number; readonly written: number } | undefined> {
  const zlib = createInflate({ chunkSize: OUTPUT_BYTES })
  const source = Readable.from(copies(parts))
  let written = 0
  try {
    // A pipeline would wait forever for the input after the end of the stream to be read.
    for await (const output of source.pipe(zlib)) {
      written += output.length
      if (written > maxBytes) return undefined
      take(output)
    }
    return { read: zlib.bytesWritten, written }
  } catch (error) {
    if (FAULTS_OF_STREAM.includes(errorCode(error))) return undefined
    throw error
  } finally {
    source.destroy()
    zlib.destroy()
  }
}

/**
 * Copies the input: a stream ended early may still be reading in another thread after the picture's memory is
 * freed.
 */
function* copies(parts: Iterable<Uint8Array>): Generator<Buffer> {
  for (const part of parts)
    for (let at = 0; at < part.length; at += INPUT_BYTES)
      yield Buffer.from(part.subarray(at, at + INPUT_BYTES))
}
