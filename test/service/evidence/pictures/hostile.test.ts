import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { cleanPicture } from '../../../../src/evidence/pictures/clean-picture.ts'
import {
  type Block,
  bytes,
  type Format,
  JPEG,
  PNG,
  PNG_SIGNATURE,
  WEBP,
  webpOf,
} from '../../../support/evidence/pictures/parts.ts'
import {
  cleaned,
  fixture,
  MARK,
  plantedJpeg,
  plantedPng,
  plantedWebp,
  verdict,
} from '../../../support/evidence/pictures/planted.ts'
import { isLong } from '../../../support/is-long.ts'

/**
 * Damaged and crafted files: either a refusal or a clean picture, and nothing of what was planted in the
 * metadata comes through. A coded picture is not decoded, so this is about one fault at a time: with two lies
 * that fit together, metadata becomes coded data, which every reader would take it for.
 */

const FILES: readonly (readonly [name: string, format: Format, make: () => Promise<Buffer>])[] = [
  ['a JPEG with all metadata', JPEG, () => plantedJpeg()],
  ['a JPEG by exiftool', JPEG, async () => fixture('camera.jpg')],
  ['a progressive JPEG by exiftool', JPEG, async () => fixture('progressive.jpg')],
  ['a PNG with all metadata', PNG, () => plantedPng()],
  ['a PNG by exiftool', PNG, async () => fixture('scan.png')],
  ['a WebP with all metadata', WEBP, () => plantedWebp()],
  ['a WebP by exiftool', WEBP, async () => fixture('lossy.webp')],
]

/** In a PNG a checksum guards each byte, so one bit and all of them will do; elsewhere it is every bit by itself, by turns. */
const flipsOf = (format: Format, at: number) => {
  if (format === PNG) return [1, 255]
  return isLong ? [1, 2, 4, 8, 16, 32, 64, 128, 255] : [1 << (at % 8), 255]
}

/** Must be refused, or clean and stay so; how often each came about is counted. */
async function judged(file: Buffer): Promise<'refused' | 'clean'> {
  const { file: clean, detail } = await verdict(file)
  if (clean === undefined) {
    expect(detail).toMatch(/^[A-Z].*\.$/s)
    return 'refused'
  }
  expect(clean.includes(MARK)).toBe(false)
  await expectClean(clean)
  return 'clean'
}

/** Cleaning what is clean changes nothing. */
async function expectClean(clean: Buffer): Promise<void> {
  expect((await cleaned(clean)).equals(clean)).toBe(true)
}

describe.each(FILES)('%s', (_name, format, make) => {
  let file: Buffer
  let blocks: Block[]
  beforeAll(async () => {
    file = await make()
    blocks = format.blocksOf(file)
  })

  test('is full of what must not come through, and comes out clean', async () => {
    expect(file.toString('latin1').split(MARK).length).toBeGreaterThan(5)
    expect(await judged(file)).toBe('clean')
  })

  test('cut at every length, is refused until the picture is whole', async () => {
    const last = blocks.at(-1) as Block
    const endOfBlocks = last.whole.byteOffset - file.byteOffset + last.whole.length
    const endOfPicture = format === JPEG ? endOfBlocks + 2 : endOfBlocks
    for (let length = 0; length <= file.length; length++)
      expect(await judged(file.subarray(0, length))).toBe(length < endOfPicture ? 'refused' : 'clean')
  })

  test('with any byte changed, tells nothing', async () => {
    const outcomes = { refused: 0, clean: 0 }
    for (let at = 0; at < file.length; at++)
      for (const flip of flipsOf(format, at)) {
        const changed = Buffer.from(file)
        changed[at] = (changed[at] as number) ^ flip
        outcomes[await judged(changed)]++
      }
    expect(Math.min(outcomes.refused, outcomes.clean)).toBeGreaterThan(20)
  })

  test('with a block whose length is a lie, tells nothing', async () => {
    const lies = fc.oneof(
      fc.integer({ min: 0, max: 4_000 }),
      fc.integer({ min: 0, max: 0xffff_ffff }),
      fc.constantFrom(0, 1, 2, 3, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_fffe, 0xffff_ffff),
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(), lies, async (which, lie) => {
        const changed = Buffer.from(file)
        const { lengthAt } = blocks[which % blocks.length] as Block
        if (format === JPEG) changed.writeUInt16BE(lie & 0xffff, lengthAt)
        else if (format === PNG) changed.writeUInt32BE(lie, lengthAt)
        else changed.writeUInt32LE(lie, lengthAt)
        await judged(changed)
      }),
      { numRuns: isLong ? 1_500 : 300 },
    )
  })

  test('with blocks lost, doubled and moved, tells nothing', async () => {
    const edit = fc.record({
      from: fc.nat(),
      to: fc.nat(),
      kind: fc.constantFrom('lost', 'doubled', 'moved'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        const wholes = blocks.map(({ whole }) => whole)
        for (const { from, to, kind } of edits) {
          const one = wholes[from % wholes.length] as Buffer
          if (kind !== 'doubled') wholes.splice(from % wholes.length, 1)
          if (kind !== 'lost' || wholes.length === 0) wholes.splice(to % (wholes.length + 1), 0, one)
        }
        await judged(format.of(...wholes))
      }),
      { numRuns: isLong ? 600 : 150 },
    )
  })

  test('with bytes put in and taken out anywhere, is refused or stays clean', async () => {
    const splice = fc.record({
      at: fc.nat(),
      without: fc.nat({ max: 40 }),
      added: fc.uint8Array({ maxLength: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(splice, { minLength: 1, maxLength: 5 }), async (splices) => {
        let changed = file
        for (const { at, without, added } of splices) {
          const start = at % changed.length
          changed = bytes(changed.subarray(0, start), added, changed.subarray(start + without))
        }
        const { file: clean } = await verdict(changed)
        if (clean !== undefined) await expectClean(clean)
      }),
      { numRuns: isLong ? 1_500 : 300 },
    )
  })

  test('the bytes that came are not touched, and are not copied', async () => {
    const before = Buffer.from(file)
    const { pieces } = await cleanPicture(file)
    expect(file).toEqual(before)
    const copied = pieces
      .filter(({ buffer }) => buffer !== file.buffer)
      .reduce((sum, { length }) => sum + length, 0)
    expect(copied).toBeLessThan(250)
  })
})

test('random bytes behind a right beginning are refused', async () => {
  const beginnings = [bytes([0xff, 0xd8, 0xff]), PNG_SIGNATURE, webpOf(), bytes()]
  const tail = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string({ unit: 'binary-ascii', maxLength: 200 }).map((it) => bytes(it)),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...beginnings), tail, async (beginning, rest) => {
      expect(await judged(bytes(beginning, rest))).toBe('refused')
    }),
    { numRuns: isLong ? 3_000 : 600 },
  )
})
