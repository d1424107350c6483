/** A run of bytes, both ends included, counted from 0 (RFC 9110 §14.1.2). */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Some bytes of a picture. Its source fails at the end when its bytes are not those of its hash, so it is read to the
 * end, and the last bytes asked for are held back until then: nobody takes a wrong picture's part for a right one's.
 */
export async function* partOf(
  source: AsyncIterable<Buffer>,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  let at = 0
  let held: Buffer | null = null
  for await (const piece of source) {
    const wanted = piece.subarray(Math.max(start - at, 0), Math.max(end + 1 - at, 0))
    at += piece.length
    if (wanted.length === 0) continue
    if (held) yield held
    held = wanted
  }
  if (held) yield held
}
