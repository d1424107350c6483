import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  type Block,
  bytes,
  le32,
  type Part,
  repeated,
  riffChunk,
  riffChunksOf,
  webpOf,
} from '../../../support/evidence/pictures/parts.ts'
import {
  cleaned,
  MARK,
  noise,
  plantedExif,
  plantedWebp,
  refusal,
  verdict,
} from '../../../support/evidence/pictures/planted.ts'

const WIDTH = 9
const HEIGHT = 7

const lossy = await noise(WIDTH, HEIGHT).webp({ quality: 50 }).toBuffer()
const lossless = await noise(WIDTH, HEIGHT).webp({ lossless: true }).toBuffer()
const vp8 = (riffChunksOf(lossy)[0] as Block).whole

const types = (file: Buffer) => riffChunksOf(file).map(({ type }) => type)
const pixels = (file: Buffer) => sharp(file, { failOn: 'warning' }).ensureAlpha().raw().toBuffer()
const features = (flags: number, width = WIDTH, height = HEIGHT, reserved = 0) =>
  riffChunk(
    'VP8X',
    [flags, reserved, reserved, reserved],
    le32(width - 1).slice(0, 3),
    le32(height - 1).slice(0, 3),
  )
/** The coded picture with some bytes overwritten, in a file of its own. */
const written = (file: Buffer, at: number, ...values: readonly number[]) => {
  const [{ type, content }] = riffChunksOf(file) as [Block]
  const copy = Buffer.from(content)
  copy.set(values, at)
  return webpOf(riffChunk(type, copy))
}

describe('what is on no list goes', () => {
  test('out of a file that has it all', async () => {
    const file = await plantedWebp()
    const clean = await cleaned(file)
    expect(clean.includes(MARK)).toBe(false)
    expect(types(clean)).toEqual(['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'EXIF'])
    expect(await pixels(clean)).toEqual(await pixels(file))
  })
  test('and with it the flags and the reserved bits', async () => {
    const file = webpOf(
      features(0xd4, WIDTH, HEIGHT, 0xff),
      riffChunk('PRVT', MARK),
      vp8,
      riffChunk('XMP ', MARK),
    )
    expect(await cleaned(file)).toEqual(webpOf(features(0x10), vp8))
  })
  test('and what stands in the padding', async () => {
    const [picture] = riffChunksOf(await noise(8, HEIGHT).webp().toBuffer()) as [Block]
    const odd = riffChunk('ALPH', alpha(8))
    const clean = webpOf(features(0x10, 8), odd, picture.whole)
    expect([alpha(8).length % 2, odd.at(-1)]).toEqual([1, 0])
    expect(await cleaned(webpOf(features(0x10, 8), odd.subarray(0, -1), 'P', picture.whole))).toEqual(clean)
  })
  test('Exif and XMP without their flags go, whatever they tell', async () => {
    const exif = riffChunk('EXIF', plantedExif('II', 6))
    expect(await cleaned(webpOf(features(0), vp8, exif, riffChunk('XMP ', MARK)))).toEqual(
      webpOf(features(0), vp8),
    )
  })
  test.each(['lossy', 'lossless'])('behind a simple %s picture all goes', async (kind) => {
    const file = kind === 'lossy' ? lossy : lossless
    const behind = [riffChunk('EXIF', MARK), riffChunk('XMP ', MARK), riffChunk('PRVT', MARK)]
    expect(await cleaned(bytes(webpOf(file.subarray(12), ...behind), MARK))).toEqual(file)
  })
  test('transparency beside a lossless picture, which has its own, goes', async () => {
    const picture = lossless.subarray(12)
    expect(await cleaned(webpOf(features(0), riffChunk('ALPH', alpha()), picture))).toEqual(
      webpOf(features(0), picture),
    )
  })
})

/** Transparency that is not compressed. */
const alpha = (width = WIDTH, height = HEIGHT) => bytes([0], new Uint8Array(width * height).fill(128))

describe('dimensions', () => {
  test.each(['lossy', 'lossless'])('are those of the %s picture', async (kind) => {
    const { picture } = await verdict(kind === 'lossy' ? lossy : lossless)
    expect(picture).toMatchObject({ width: WIDTH, height: HEIGHT, mediaType: 'image/webp' })
  })
  test('leave out the bits that ask for scaling', async () => {
    const { picture } = await verdict(written(lossy, 7, 0x40))
    expect(picture?.width).toBe(WIDTH)
  })
  test.each<[string, Buffer, RegExp]>([
    ['no width', written(lossy, 6, 0, 0), /no width/],
    ['no height', written(lossy, 8, 0, 0), /no width/],
    ['more pixels than fit, lossy', written(lossy, 6, 0xff, 0x3f, 0xff, 0x3f), /200 million/],
    ['more pixels than fit, lossless', written(lossless, 1, 0xff, 0xff, 0xff, 0x0f), /200 million/],
    ['a header that is wider', webpOf(features(0, WIDTH + 1), vp8), /not have the size/],
    ['a header that is higher', webpOf(features(0, WIDTH, HEIGHT + 256), vp8), /not have the size/],
  ])('refused: %s', async (_what, file, words) => {
    expect(await refusal(file)).toMatch(words)
  })
})

describe('refused', () => {
  const withAlpha = (content: Part) => webpOf(features(0x10), riffChunk('ALPH', content), vp8)
  const riffLength = (file: Buffer, length: number) => bytes('RIFF', le32(length), file.subarray(8))
  test.each<[string, Buffer, RegExp]>([
    ['no chunk at all', webpOf(), /has no picture/],
    ['a header alone', webpOf(features(0)), /has no picture/],
    ['a file cut off', lossy.subarray(0, -1), /not have the length/],
    ['a length beyond the end', riffLength(lossy, lossy.length - 6), /not have the length/],
    ['the largest length', riffLength(lossy, 0xffff_ffff), /not have the length/],
    ['an odd length', riffLength(lossy, lossy.length - 9), /not have the length/],
    ['no length', riffLength(lossy, 0), /not have the length/],
    ['a length that cuts its chunk', riffLength(lossy, lossy.length - 10), /past the end/],
    ['half a chunk', webpOf(lossy.subarray(12), 'EXIF'), /too early|past the end/],
    ['a chunk beyond the end', webpOf(lossy.subarray(12), 'EXIF', le32(2)), /past the end/],
    ['a chunk of the largest length', webpOf(lossy.subarray(12), 'EXIF', le32(0xffff_ffff)), /past the end/],
    ['padding that is missing', webpOf(vp8, 'EXIF', le32(3), 'abc'), /not have the length/],
    ['an unknown chunk first', webpOf(riffChunk('PRVT', MARK), vp8), /begin with its header/],
    ['a profile first', webpOf(riffChunk('ICCP', MARK), vp8), /begin with its header/],
    ['two headers', webpOf(features(0), features(0), vp8), /wrong order/],
    ['a header behind the picture', webpOf(vp8, features(0)), /wrong order/],
    ['a profile behind the picture', webpOf(features(0x20), vp8, riffChunk('ICCP', MARK)), /wrong order/],
    ['transparency behind the picture', webpOf(features(0), vp8, riffChunk('ALPH', alpha())), /wrong order/],
    ['two pictures', webpOf(vp8, vp8), /wrong order/],
    ['two pictures of both kinds', webpOf(vp8, lossless.subarray(12)), /wrong order/],
    ['a header of 9 bytes', webpOf(riffChunk('VP8X', new Uint8Array(9)), vp8), /header has a wrong length/],
    ['a header of no bytes', webpOf(riffChunk('VP8X'), vp8), /header has a wrong length/],
    ['an animation by its flag', webpOf(features(0x02), vp8), /animated/],
    ['an animation by its chunk', webpOf(features(0), vp8, riffChunk('ANMF', MARK)), /animated/],
    ['Exif that is promised', webpOf(features(0x08), vp8), /header declares/],
    ['XMP that is promised', webpOf(features(0x04), vp8), /header declares/],
    ['a profile that is promised', webpOf(features(0x20), vp8), /header declares/],
    ['a lossy picture cut to its header', webpOf(riffChunk('VP8 ', vp8.subarray(8, 18))), /invalid header/],
    ['a lossy picture cut within it', webpOf(riffChunk('VP8 ', vp8.subarray(8, 16))), /invalid header/],
    ['another start code', written(lossy, 3, 0x9c), /invalid header/],
    ['a frame that builds on another', written(lossy, 0, (vp8[8] as number) | 1), /invalid header/],
    ['a frame that is not shown', written(lossy, 0, (vp8[8] as number) & ~0x10), /invalid header/],
    ['a version to come', written(lossy, 0, (vp8[8] as number) | 0x0e), /invalid header/],
    ['a partition beyond the end', written(lossy, 1, 0xff, 0xff), /invalid header/],
    ['a lossless picture cut off', webpOf(riffChunk('VP8L', lossless.subarray(20, 24))), /invalid header/],
    ['another lossless signature', written(lossless, 0, 0x2e), /invalid header/],
    ['a lossless version to come', written(lossless, 4, 0x20), /invalid header/],
    ['transparency of no bytes', withAlpha(bytes()), /transparency/],
    ['transparency of an unknown kind', withAlpha(bytes([2], alpha())), /transparency/],
    ['transparency of less than the picture', withAlpha(alpha(WIDTH - 1)), /transparency/],
    ['transparency with more behind it', withAlpha(bytes(alpha(), MARK)), /transparency/],
    ['more chunks than any program writes', webpOf(vp8, repeated(riffChunk('PRVT'), 16_384)), /16384 blocks/],
  ])('%s', async (_what, file, words) => {
    expect(await refusal(file)).toMatch(words)
  })
  test('but transparency that fits is kept', async () => {
    const file = withAlpha(alpha())
    expect(await cleaned(file)).toEqual(file)
    expect((await pixels(file))[3]).toBe(128)
  })
})
