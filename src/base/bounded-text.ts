/** Returns the text of a request or reply; null if it is longer, and then nobody reads on. */
export async function boundedText(from: AsyncIterable<Buffer>, mostBytes: number): Promise<string | null> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of from) {
    bytes += piece.length
    if (bytes > mostBytes) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
