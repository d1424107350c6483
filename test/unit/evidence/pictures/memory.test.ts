import { createDeflate } from 'node:zlib'
import { expect, test } from 'vitest'
import { cleanPicture } from '../../../../src/evidence/pictures/clean-picture.ts'
import { chunk, pngOf, u32 } from '../../../support/evidence/pictures/parts.ts'

/** In a file of its own, so that what other tests left behind is not taken for memory of this one. */

const MIB = 1_048_576
const ROWS = 6_000
/** Sixteen bits of four samples, and the filter. */
const ROW_BYTES = 1 + 6_000 * 8

/** Black pixels, compressed row by row. */
async function blackRows(): Promise<Buffer> {
  const deflate = createDeflate({ level: 1 })
  const compressed: Buffer[] = []
  deflate.on('data', (part: Buffer) => compressed.push(part))
  const row = new Uint8Array(ROW_BYTES)
  for (let i = 0; i < ROWS; i++)
    if (!deflate.write(row)) await new Promise((drained) => deflate.once('drain', drained))
  await new Promise((ended) => deflate.once('end', ended).end())
  return Buffer.concat(compressed)
}

test('275 MiB of pixels are inflated without ever being held together', async () => {
  expect(ROWS * ROW_BYTES).toBeGreaterThan(274 * MIB)
  const header = chunk('IHDR', u32(6_000), u32(ROWS), [16, 6, 0, 0, 0])
  const file = pngOf(header, chunk('IDAT', await blackRows()), chunk('IEND'))
  const heldBytes = () => process.memoryUsage().arrayBuffers
  const before = heldBytes()
  let mostBytes = 0
  const watch = setInterval(() => {
    mostBytes = Math.max(mostBytes, heldBytes() - before)
  }, 1)
  expect(await cleanPicture(file)).toMatchObject({ width: 6_000, height: ROWS })
  clearInterval(watch)
  expect(mostBytes).toBeGreaterThan(0)
  expect(mostBytes).toBeLessThan(100 * MIB)
})
