import { must } from '../../base/typed.ts'
import { inflate } from './inflate.ts'
import { refused } from './picture.ts'
import type { PngHeader } from './png-header.ts'

interface Pass {
  readonly rows: number
  /** The filter byte and the samples of one row. */
  readonly rowBytes: number
}

/** Adam7 (PNG third edition, "Interlacing and pass extraction"): start and steps of each pass, in pixels. */
const ADAM7: readonly (readonly [x: number, y: number, across: number, down: number])[] = [
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
  const passes = passesOf(header)
  const expectedBytes = passes.reduce((sum, { rows, rowBytes }) => sum + rows * rowBytes, 0)
  const filters = new Filters(passes)
  const inflated = await inflate(data, expectedBytes, (rows) => filters.take(rows))
  const compressedBytes = data.reduce((sum, part) => sum + part.length, 0)
  if (inflated?.written !== expectedBytes || inflated.read !== compressedBytes || !filters.areKnown)
    throw refused('The PNG file is damaged: its pixels do not match its header.')
}

function passesOf({ width, height, bitsPerPixel, isInterlaced }: PngHeader): readonly Pass[] {
  const rowBytes = (pixels: number) => 1 + Math.ceil((pixels * bitsPerPixel) / 8)
  if (!isInterlaced) return [{ rows: height, rowBytes: rowBytes(width) }]
  return ADAM7.map(([x, y, across, down]) => ({
    columns: Math.ceil((width - x) / across),
    rows: Math.ceil((height - y) / down),
  }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0)
    .map(({ columns, rows }) => ({ rows, rowBytes: rowBytes(columns) }))
}

/** Checks the first byte of every row. */
class Filters {
  areKnown = true
  readonly #passes: readonly Pass[]
  #pass = 0
  #row = 0
  /** Bytes until the next row. */
  #toNextRow = 0

  constructor(passes: readonly Pass[]) {
    this.#passes = passes
  }

  take(output: Uint8Array): void {
    while (this.#toNextRow < output.length) {
      const pass = this.#passes[this.#pass]
      if (pass === undefined) break
      if (must(output[this.#toNextRow]) > LAST_FILTER) this.areKnown = false
      this.#toNextRow += pass.rowBytes
      if (++this.#row === pass.rows) {
        this.#row = 0
        this.#pass++
      }
    }
    this.#toNextRow -= output.length
  }
}
