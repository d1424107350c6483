import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cleanPicture } from '../../../../src/evidence/pictures/clean-picture.ts'
import { inflate } from '../../../../src/evidence/pictures/inflate.ts'
import {
  type Block,
  bytes,
  chunk,
  chunksOf,
  inserted,
  type Part,
  PNG,
  PNG_SIGNATURE,
  pngOf,
  repeated,
  replaced,
  u32,
} from '../../../support/evidence/pictures/parts.ts'
import {
  cleaned,
  MARK,
  noise,
  plantedPng,
  refusal,
  verdict,
} from '../../../support/evidence/pictures/planted.ts'

const plain = await noise(10, 6).png().toBuffer()
const palette = await noise(10, 6).png({ palette: true, colours: 5 }).toBuffer()

const END = chunk('IEND')
const types = (file: Buffer) => chunksOf(file).map(({ type }) => type)
const pixels = (file: Buffer) => sharp(file, { failOn: 'warning' }).raw().toBuffer()

interface Header {
  readonly width?: number
  readonly height?: number
  readonly depth?: number
  readonly colour?: number
  readonly interlace?: number
}
const header = ({ width = 1, height = 1, depth = 8, colour = 0, interlace = 0 }: Header, methods = [0, 0]) =>
  chunk('IHDR', u32(width), u32(height), [depth, colour, ...methods, interlace])

/** A picture whose pixels are these bytes. */
const drawn = (of: Header, raw: Part, ...before: readonly Part[]) =>
  pngOf(header(of), ...before, chunk('IDAT', deflateSync(bytes(raw))), END)

const at = (type: string, ...added: readonly Part[]) => inserted(PNG, plain, type, ...added)
const instead = (type: string, ...parts: readonly Part[]) => replaced(PNG, plain, type, ...parts)
const wrong = (of: Buffer) => bytes(of.subarray(0, -1), [(of.at(-1) as number) ^ 1])

describe('what is on no list goes', () => {
  test('out of a file that has it all', async () => {
    const file = await plantedPng()
    const clean = await cleaned(file)
    expect(clean.includes(MARK)).toBe(false)
    expect(types(clean)).toEqual(['IHDR', 'iCCP', 'eXIf', 'IDAT', 'IEND'])
    expect(await pixels(clean)).toEqual(await pixels(file))
  })
  test.each(['sPLT', 'hIST', 'pHYs', 'tIME', 'oFFs', 'sTER', 'mDCV', 'cLLI', 'caBX', 'dSIG', 'vpAg'])(
    '%s',
    async (type) => {
      const file = inserted(PNG, inserted(PNG, plain, 'IDAT', chunk(type, MARK)), 'IEND', chunk(type, MARK))
      expect(await cleaned(file)).toEqual(await cleaned(plain))
    },
  )
  test('what tells of colours stays as it is', async () => {
    const told = [
      chunk('cICP', [12, 13, 0, 1]),
      chunk('gAMA', u32(45_455)),
      chunk('cHRM', ...[31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000].map(u32)),
      chunk('sBIT', [8, 8, 8]),
      chunk('sRGB', [0]),
      chunk('bKGD', [0, 1, 0, 2, 0, 3]),
      chunk('tRNS', [0, 1, 0, 2, 0, 3]),
    ]
    const bare = chunksOf(plain).filter(({ type }) => ['IHDR', 'IDAT', 'IEND'].includes(type))
    const file = pngOf(...bare.map(({ whole }): Part => whole).toSpliced(1, 0, ...told))
    expect(await cleaned(file)).toEqual(file)
  })
  test('pixels in many chunks, some of them empty, stay as they are', async () => {
    const { content } = chunksOf(plain).find(({ type }) => type === 'IDAT') as Block
    const bare = chunksOf(plain)
      .filter(({ type }) => type === 'IHDR')
      .map(({ whole }): Part => whole)
    const single = Array.from(content, (byte) => chunk('IDAT', [byte]))
    const file = pngOf(...bare, chunk('IDAT'), ...single, chunk('IDAT'), END)
    expect(await cleaned(file)).toEqual(file)
    expect(await pixels(file)).toEqual(await pixels(plain))
  })
})

describe('accepted', () => {
  test.each<[string, Header, number, readonly Part[]]>([
    ['one bit, nine wide', { width: 9, depth: 1 }, 3, []],
    ['two bits, five wide', { width: 5, depth: 2 }, 3, []],
    ['four bits, three wide', { width: 3, depth: 4 }, 3, []],
    ['sixteen bits, grey and alpha', { colour: 4, depth: 16 }, 5, []],
    ['sixteen bits, four samples', { colour: 6, depth: 16 }, 9, []],
    ['a palette of two', { colour: 3, depth: 1 }, 2, [chunk('PLTE', new Uint8Array(6))]],
    ['interlaced, one pixel', { interlace: 1 }, 2, []],
    ['interlaced, two by two', { interlace: 1, width: 2, height: 2 }, 2 + 2 + 3, []],
    ['interlaced, five by five of one bit', { interlace: 1, width: 5, height: 5, depth: 1 }, 22, []],
    ['a suggested palette', { colour: 2 }, 4, [chunk('PLTE', new Uint8Array(768))]],
  ])('%s', async (_what, of, length, before) => {
    const file = drawn(of, new Uint8Array(length), ...before)
    await pixels(file)
    expect(await refusal(file)).toMatch(/^accepted/)
    expect(await refusal(drawn(of, new Uint8Array(length - 1), ...before))).toMatch(/pixels do not match/)
    expect(await refusal(drawn(of, new Uint8Array(length + 1), ...before))).toMatch(/pixels do not match/)
  })
  test('the longest side', async () => {
    expect((await verdict(drawn({ width: 65_535 }, new Uint8Array(65_536)))).picture?.width).toBe(65_535)
  })
})

describe('the header is refused', () => {
  test.each<[string, Buffer, RegExp]>([
    ['no width', header({ width: 0 }), /no width/],
    ['no height', header({ height: 0 }), /no width/],
    ['a side too long', header({ width: 65_536 }), /wider or higher/],
    ['a side with its highest bit', header({ height: 0xffff_ffff }), /wider or higher/],
    ['too many pixels', header({ width: 20_000, height: 10_001 }), /200 million/],
    ['three bits', header({ depth: 3 }), /unknown kind/],
    ['four bits of colour', header({ colour: 2, depth: 4 }), /unknown kind/],
    ['sixteen bits of palette', header({ colour: 3, depth: 16 }), /unknown kind/],
    ['colour type 1', header({ colour: 1 }), /unknown kind/],
    ['colour type 255', header({ colour: 255 }), /unknown kind/],
    ['another compression', header({}, [1, 0]), /unknown kind/],
    ['another filter', header({}, [0, 64]), /unknown kind/],
    ['another interlace', header({ interlace: 2 }), /unknown kind/],
    ['a byte more', chunk('IHDR', u32(1), u32(1), [8, 0, 0, 0, 0, 0]), /wrong length/],
    ['a byte less', chunk('IHDR', u32(1), u32(1), [8, 0, 0, 0]), /wrong length/],
    ['an Apple chunk before it', bytes(chunk('CgBI', [80, 0, 32, 6]), header({})), /begin with its header/],
    ['a second one', bytes(header({}), header({})), /viewers need/],
  ])('%s', async (_what, file, words) => {
    expect(await refusal(pngOf(file, chunk('IDAT', deflateSync(bytes('\0\0'))), END))).toMatch(words)
  })
})

describe('refused', () => {
  test.each<[string, Buffer, RegExp]>([
    ['the signature alone', PNG_SIGNATURE, /cut off/],
    ['no pixels', instead('IDAT'), /no pixels/],
    ['no end', plain.subarray(0, -12), /cut off/],
    ['half an end', plain.subarray(0, -1), /cut off/],
    ['an end that holds something', instead('IEND', chunk('IEND', MARK)), /IEND has a wrong length/],
    ['a chunk beyond the end', at('IDAT', u32(0x7fff_ffff), 'tEXt'), /cut off/],
    ['a length with its highest bit', at('IDAT', u32(0xffff_ffff), 'tEXt'), /cut off/],
    ['a wrong checksum of a chunk that goes', at('IDAT', wrong(chunk('tEXt', MARK))), /checksum/],
    ['a wrong checksum of the pixels', instead('IDAT', wrong(chunk('IDAT', [1]))), /checksum/],
    ['an unknown chunk that a viewer must know', at('IDAT', chunk('JDAT', MARK)), /viewers need/],
    ['a type that is no word', at('IDAT', chunk('a\0b1', MARK)), /malformed type/],
    ['pixels in two places', at('IEND', chunk('tEXt', 'a\0b'), chunk('IDAT', [0])), /IDAT in two places/],
    ['gAMA twice', at('IDAT', chunk('gAMA', u32(1)), chunk('gAMA', u32(1))), /gAMA in two places/],
    ['gAMA after the pixels', at('IEND', chunk('gAMA', u32(1))), /gAMA is in the wrong place/],
    ['tRNS after the pixels', at('IEND', chunk('tRNS', new Uint8Array(6))), /tRNS is in the wrong place/],
    ['sRGB after PLTE', inserted(PNG, palette, 'IDAT', chunk('sRGB', [0])), /sRGB is in the wrong place/],
    ['two profiles', at('IDAT', chunk('iCCP', 'a\0'), chunk('iCCP', 'a\0')), /iCCP in two places/],
    ['gAMA with more', at('IDAT', chunk('gAMA', u32(1), MARK)), /gAMA has a wrong length/],
    ['cICP with less', at('IDAT', chunk('cICP', [1, 2, 3])), /cICP has a wrong length/],
    ['sBIT of grey', at('IDAT', chunk('sBIT', [8])), /sBIT has a wrong length/],
    ['bKGD of a palette', at('IDAT', chunk('bKGD', [8])), /bKGD has a wrong length/],
    ['tRNS with alpha', drawn({ colour: 6 }, new Uint8Array(5), chunk('tRNS', [0, 1])), /tRNS has a wrong/],
    [
      'tRNS of more than the palette',
      replaced(PNG, palette, 'PLTE', chunk('PLTE', [1, 2, 3]), chunk('tRNS', [1, 2])),
      /tRNS has a wrong length/,
    ],
    ['a late PLTE', at('IDAT', chunk('tRNS', new Uint8Array(6)), chunk('PLTE', [1, 2, 3])), /wrong place/],
    ['a palette behind the pixels', at('IEND', chunk('PLTE', [1, 2, 3])), /in the wrong place/],
    ['no palette', replaced(PNG, palette, 'PLTE'), /palette is missing/],
    ['an empty palette', replaced(PNG, palette, 'PLTE', chunk('PLTE')), /PLTE has a wrong length/],
    ['a palette of four bytes', replaced(PNG, palette, 'PLTE', chunk('PLTE', [1, 2, 3, 4])), /PLTE has a/],
    [
      'a palette of more than the bits',
      drawn({ colour: 3, depth: 1 }, '\0\0', chunk('PLTE', new Uint8Array(9))),
      /PLTE has a wrong length/,
    ],
    ['a palette of grey', drawn({}, '\0\0', chunk('PLTE', [1, 2, 3])), /PLTE has a wrong length/],
    ['more chunks than any program writes', at('IDAT', repeated(chunk('tEXt'), 16_385)), /16384 blocks/],
  ])('%s', async (_what, file, words) => {
    expect(await refusal(file)).toMatch(words)
  })

  const stored = (raw: Part) => deflateSync(bytes(raw), { level: 0 })
  const withData = (...data: readonly Part[]) =>
    pngOf(header({ width: 2, height: 2 }), ...data.map((part) => chunk('IDAT', part)), END)
  const RAW = new Uint8Array(6)

  test('the pixels themselves are what the tests below damage', async () => {
    expect(await refusal(withData(stored(RAW)))).toMatch(/^accepted/)
  })
  test.each<[string, Buffer]>([
    ['no bytes', withData(bytes())],
    ['no zlib stream', withData(MARK)],
    ['a stream cut off', withData(stored(RAW).subarray(0, -1))],
    ['a wrong checksum', withData(bytes(stored(RAW).subarray(0, -1), [0]))],
    ['bytes behind the stream', withData(bytes(stored(RAW), MARK))],
    ['bytes behind the stream, in other chunks', withData(stored(RAW), MARK, ...new Array(50).fill(MARK))],
    ['a second stream behind the first', withData(stored(RAW), stored(RAW))],
    ['rows behind the last', withData(stored(bytes(RAW, MARK)))],
    ['a row too few', withData(stored(new Uint8Array(3)))],
    ['an unknown filter in the last row', withData(stored([0, 9, 9, 5, 9, 9]))],
    ['a stream that needs a dictionary', withData(deflateSync(RAW, { dictionary: bytes(MARK) }))],
    ['a stream of raw deflate', withData(stored(RAW).subarray(2, -4))],
  ])('pixels that are %s', async (_what, file) => {
    expect(await refusal(file)).toMatch(/pixels do not match/)
  })
})

test('a stream that would give more than it may is not inflated any further', async () => {
  const bomb = deflateSync(new Uint8Array(1 << 26), { level: 9 })
  expect(bomb.length).toBeLessThan(70_000)
  let taken = 0
  const take = (output: Uint8Array) => {
    taken += output.length
  }
  expect(await inflate([bomb], 1_000_000, take)).toBeUndefined()
  expect(taken).toBeLessThanOrEqual(1_000_000)
  expect(await inflate([bomb], 1 << 26, take)).toEqual({ read: bomb.length, written: 1 << 26 })
})

test('a picture that is refused half way may be given back at once, though its stream was still being read', async () => {
  const file = drawn({}, randomBytes(5_000_000))
  // Read by a thread after it was given back, this memory would end the process.
  for (let i = 0; i < 10; i++) {
    const own = Buffer.allocUnsafeSlow(file.length)
    file.copy(own)
    await expect(cleanPicture(own)).rejects.toMatchObject({ code: 'evidence_refused' })
    own.buffer.transfer(0)
  }
})
