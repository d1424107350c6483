/** A run of bytes, both ends included, counted from 0 (RFC 9110 §14.1.2). */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Yields a range of a picture's bytes. The source fails at its end if the bytes do not match the picture's
 * hash. So it is read to its end, and the last requested bytes are held back until then: no reader mistakes
 * part of a damaged picture for a good one.
 */
export async function* partOf(
  source: AsyncIterable<Buffer>,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  let at = 0
  let held: Buffer | null = null
  for await (const chunk of source) {
    const wanted = chunk.subarray(Math.max(start - at, 0), Math.max(end + 1 - at, 0))
    at += chunk.length
    if (wanted.length === 0) continue
    if (held) yield held
    held = wanted
  }
  if (held) yield held
}
