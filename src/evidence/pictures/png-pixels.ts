import { totalBytes } from './bytes.ts'
import { inflate } from './inflate.ts'
import { damaged } from './picture.ts'
import type { PngHeader } from './png-rules.ts'

/** Start and steps of each pass, in pixels. */
type Pass = readonly [x: number, y: number, across: number, down: number]

const ALL_AT_ONCE: readonly Pass[] = [[0, 0, 1, 1]]
/** PNG third edition, "Interlacing and pass extraction". */
const ADAM7: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]

const LAST_FILTER = 4

/**
 * Inflates and discards the pixels, to check that all are there and that nothing is hidden after them, inside
 * or outside the compressed stream.
 * @param data contents of the IDAT chunks
 * @throws {Problem} evidence_refused unless the data has exactly the rows that the header declares
 */
export async function checkPixels(header: PngHeader, data: readonly Uint8Array[]): Promise<void> {
  let expectedBytes = 0
  for (const rowBytes of rowsOf(header)) expectedBytes += rowBytes
  const rows = rowsOf(header)
  let toNextRow = 0
  let areFiltersKnown = true
  const inflated = await inflate(data, expectedBytes, (output) => {
    while (toNextRow < output.length) {
      areFiltersKnown &&= output.readUInt8(toNextRow) <= LAST_FILTER
      toNextRow += rows.next().value as number
    }
    toNextRow -= output.length
  })
  if (inflated?.written !== expectedBytes || inflated.read !== totalBytes(data) || !areFiltersKnown)
    throw damaged('PNG', 'its pixels do not match its header')
}

/** The bytes of each row: one for the filter, then the samples. */
function* rowsOf({ width, height, bitsPerPixel, isInterlaced }: PngHeader): Generator<number> {
  for (const [x, y, across, down] of isInterlaced ? ADAM7 : ALL_AT_ONCE) {
    if (x >= width) continue
    const rowBytes = 1 + Math.ceil((Math.ceil((width - x) / across) * bitsPerPixel) / 8)
    for (let row = y; row < height; row += down) yield rowBytes
  }
}
