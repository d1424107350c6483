import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { cleanPicture } from '../../../../src/evidence/pictures/clean-picture.ts'
import { countingThreadMs, quietMs } from '../../../support/cpu-time.ts'
import {
  bytes,
  chunk,
  JPEG,
  pngOf,
  repeated,
  riffChunk,
  riffChunksOf,
  segmentsOf,
  u32,
  webpOf,
} from '../../../support/evidence/pictures/parts.ts'
import { noise } from '../../../support/evidence/pictures/planted.ts'

/** Several times what is accepted (20 MiB), so that work which is done at one go would show. */
const LARGE_BYTES = 128 * 1_048_576

/** Of processor time: some 5 ms are held, and the system counts in steps of some milliseconds. */
const MAX_HOLD_MS = 30
const ATTEMPTS = 8

/** The most that was worked while the event loop did not turn; tried again where something else may have worked. */
async function longestHoldMs(file: Buffer): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && best >= MAX_HOLD_MS; attempt++) {
    let longest = 0
    let workedMs = countingThreadMs()
    const turned = () => {
      longest = Math.max(longest, workedMs())
      workedMs = countingThreadMs()
    }
    let turn = setImmediate(function again() {
      turned()
      turn = setImmediate(again)
    })
    await cleanPicture(file)
    turned()
    clearImmediate(turn)
    best = Math.min(best, quietMs(longest))
  }
  return best
}

const greyHeader = (width: number, height: number) => chunk('IHDR', u32(width), u32(height), [8, 0, 0, 0, 0])

async function largeJpeg(): Promise<Buffer> {
  const plain = await noise(8, 8).jpeg().toBuffer()
  const coded = repeated(bytes([0xff, 0, 0x12, 0x34]), LARGE_BYTES / 4)
  return JPEG.of(...segmentsOf(plain).map(({ whole }) => whole), coded)
}

function largePng(): Buffer {
  const [width, height] = [60_000, Math.floor(LARGE_BYTES / 60_001)]
  const rows = Buffer.alloc(height * (width + 1))
  return pngOf(greyHeader(width, height), chunk('IDAT', deflateSync(rows, { level: 0 })), chunk('IEND'))
}

async function largeWebp(): Promise<Buffer> {
  const [picture] = riffChunksOf(await noise(8, 8).webp().toBuffer())
  return webpOf(riffChunk('VP8 ', picture?.content ?? [], Buffer.alloc(LARGE_BYTES)))
}

test.each<[string, () => Promise<Buffer> | Buffer]>([
  ['JPEG', largeJpeg],
  ['PNG', largePng],
  ['WebP', largeWebp],
])('a very large %s does not hold the event loop', async (_kind, make) => {
  const file = await make()
  expect(file.length).toBeGreaterThan(0.99 * LARGE_BYTES)
  expect(await longestHoldMs(file)).toBeLessThan(MAX_HOLD_MS)
})

test('nor do as many blocks as there may be', async () => {
  const file = pngOf(
    greyHeader(1, 1),
    repeated(chunk('tEXt', new Uint8Array(1_000)), 16_000),
    chunk('IDAT', deflateSync(new Uint8Array(2))),
    chunk('IEND'),
  )
  expect(await longestHoldMs(file)).toBeLessThan(MAX_HOLD_MS)
})
