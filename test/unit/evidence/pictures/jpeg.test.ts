import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  type Block,
  bytes,
  inserted,
  JPEG,
  type Part,
  repeated,
  replaced,
  segment,
  segmentsOf,
  u16,
} from '../../../support/evidence/pictures/parts.ts'
import {
  cleaned,
  fixture,
  MARK,
  noise,
  plantedExif,
  plantedJpeg,
  plantedSegments,
  refusal,
  verdict,
} from '../../../support/evidence/pictures/planted.ts'

const plain = await noise(16, 16).jpeg({ quality: 40 }).toBuffer()
const progressive = await noise(16, 16).jpeg({ quality: 40, progressive: true }).toBuffer()

const block = (file: Buffer, type: string) => segmentsOf(file).find((one) => one.type === type) as Block
const types = (file: Buffer) => segmentsOf(file).map(({ type }) => type)
const pixels = (file: Buffer) => sharp(file, { failOn: 'warning' }).raw().toBuffer()
/** A block with some bytes of its content overwritten. */
const written = (file: Buffer, type: string, at: number, ...values: readonly number[]): Buffer => {
  const content = Buffer.from(block(file, type).content)
  content.set(values, at)
  return replaced(JPEG, file, type, segment(type, content), codedOf(file, type))
}
/** What follows the header of a scan. */
const codedOf = (file: Buffer, type: string) =>
  type === 'da' ? block(file, 'da').whole.subarray(4 + block(file, 'da').content.length) : []

/** The plain picture with more before its first tables, or with something in the place of a block. */
const added = (...parts: readonly Part[]) => inserted(JPEG, plain, 'db', ...parts)
const instead = (type: string, ...parts: readonly Part[]) => replaced(JPEG, plain, type, ...parts)
/** The plain picture under another kind of frame. */
const recoded = (type: string) => instead('c0', segment(type, block(plain, 'c0').content))

/** The plain picture with so many colours in its frame. */
const frameOf = (count: number) =>
  instead(
    'c0',
    segment('c0', [8, 0, 16, 0, 16, count], ...Array.from({ length: count }, (_, i) => [i + 1, 0x11, 0])),
  )

const only = (file: Buffer, isKept: (block: Block) => boolean) =>
  JPEG.of(
    ...segmentsOf(file)
      .filter(isKept)
      .map(({ whole }) => whole),
  )
const withoutAc = only(plain, ({ type, content }) => type !== 'c4' || content[0] !== 0x10)
const withoutDc = only(progressive, ({ type, content }) => type !== 'da' || content.at(-3) !== 0)

const huffman = (head: number, counts: readonly number[], symbols: readonly number[]) =>
  segment('c4', [head], counts, new Uint8Array(16 - counts.length), symbols)

describe('what is on no list goes', () => {
  test('out of a file that has it all', async () => {
    const file = await plantedJpeg()
    expect(file.includes(`${MARK}-second`)).toBe(true)
    const clean = await cleaned(file)
    expect(clean.includes(MARK)).toBe(false)
    expect(new Set(types(clean))).toEqual(new Set(['e0', 'e1', 'ee', 'db', 'c0', 'c4', 'da']))
    expect(await pixels(clean)).toEqual(await pixels(file))
  })
  test('wherever it stands before the last scan', async () => {
    const clean = await cleaned(progressive)
    for (const type of ['db', 'c2', 'c4', 'da']) {
      const again = await cleaned(inserted(JPEG, progressive, type, segment('fe', MARK), segment('e9', MARK)))
      expect(again).toEqual(clean)
    }
    const last = segmentsOf(progressive).map(({ whole }): Part => whole)
    expect(await cleaned(JPEG.of(...last.toSpliced(-1, 0, ...plantedSegments())))).toEqual(clean)
    expect(last.length).toBeGreaterThan(15)
  })
  test('and fill bytes between the segments', async () => {
    const filled = segmentsOf(plain).map(({ whole }) => bytes(new Uint8Array(300).fill(0xff), whole))
    expect(await cleaned(JPEG.of(...filled))).toEqual(await cleaned(plain))
  })
  test('the density and the thumbnail go out of JFIF, and it stays JFIF', async () => {
    const jfif = segment('e0', 'JFIF\0', [1, 1, 1, 0, 72, 0, 72, 1, 1], 'abc')
    const clean = await cleaned(added(jfif))
    expect(block(clean, 'e0').content).toEqual(bytes('JFIF\0', [1, 2, 0, 0, 1, 0, 1, 0, 0]))
  })
  test('what is too short for JFIF or Adobe is neither', async () => {
    const short = [segment('e0', 'JFIF\0', new Uint8Array(8)), segment('ee', 'Adobe', new Uint8Array(6))]
    expect(await cleaned(added(...short))).toEqual(await cleaned(plain))
  })
  test.each([0, 1, 2])('Adobe keeps its transform %i and nothing else', async (transform) => {
    const adobe = segment('ee', 'Adobe', [0, 101, 0x80, 7, 0x40, 9, transform], MARK)
    const file = added(adobe)
    const clean = await cleaned(file)
    expect(block(clean, 'ee').content).toEqual(bytes('Adobe', [0, 100, 0, 0, 0, 0, transform]))
    // Decoders frown at 2 with three colours, and show them nevertheless.
    const shown = (it: Buffer) => sharp(it, { failOn: 'none' }).raw().toBuffer()
    expect(await shown(clean)).toEqual(await shown(file))
  })
  test('what belongs to one application says nothing under the number of another', async () => {
    const misplaced = [
      segment('e5', 'JFIF\0', [1, 2, 0, 0, 1, 0, 1, 0, 0]),
      segment('e0', 'Exif\0\0', plantedExif('MM', 6)),
      segment('e1', 'Adobe', [0, 100, 0, 0, 0, 0, 0]),
    ]
    expect(await cleaned(added(...misplaced))).toEqual(await cleaned(plain))
  })
  test('tables of 16 bits are as good as those of 8', async () => {
    const [, ...values] = block(plain, 'db').content
    const file = instead('db', segment('db', [0x10], ...values.map(u16)))
    expect(await cleaned(file)).toEqual(file)
    expect(await pixels(file)).toEqual(await pixels(plain))
  })
  test('tables of 16 bits, restart intervals and fill bytes within a scan stay', async () => {
    const long = segment('db', [0x10], ...Array.from({ length: 64 }, () => u16(300)))
    const restarting = inserted(JPEG, plain, 'c0', segment('dd', u16(1)))
    const file = replaced(JPEG, restarting, 'db', long, block(plain, 'db').whole)
    expect(types(await cleaned(file)).join(' ')).toMatch(/^db db .*dd c0/)
    const scanned = bytes(file.subarray(0, -2), [0xff, 0xff, 0xff, 0xd9])
    expect((await cleaned(scanned)).subarray(-5).toString('hex')).toMatch(/ffffffd9$/)
  })
})

describe('dimensions', () => {
  test('are those of the frame', async () => {
    const { picture } = await verdict(await noise(33, 5).jpeg().toBuffer())
    expect(picture).toMatchObject({ width: 33, height: 5, mediaType: 'image/jpeg' })
  })
  test.each<[string, number, number, RegExp]>([
    ['no width', 0, 16, /no width or no height/],
    ['no height', 16, 0, /no width or no height/],
    ['more pixels than fit', 20_000, 10_001, /200 million/],
    ['as many as fit', 20_000, 10_000, /^accepted/],
    ['the longest side', 65_535, 3_000, /^accepted/],
  ])('%s', async (_what, width, height, words) => {
    expect(await refusal(written(plain, 'c0', 1, ...u16(height), ...u16(width)))).toMatch(words)
  })
})

describe('refused', () => {
  const MANY = [...new Array(8).fill(0), 200, 200]
  test.each<[string, Buffer, RegExp]>([
    ['no more than the start', bytes([0xff, 0xd8, 0xff]), /cut off/],
    ['the start and the end', JPEG.of(), /before the picture is complete/],
    ['no frame', instead('c0'), /unknown or repeated colour component/],
    ['no scan', instead('da'), /before the picture is complete/],
    ['no end', plain.subarray(0, -2), /end of the JPEG picture is missing/],
    ['half an end', plain.subarray(0, -1), /end of the JPEG picture is missing/],
    ['no quantization tables', replaced(JPEG, instead('db'), 'db'), /missing table/],
    ['no Huffman table', instead('c4'), /missing table/],
    ['no Huffman table of the second kind', withoutAc, /missing table/],
    ['no scan of the first coefficients', withoutDc, /picture is complete/],
    ['a scan without data', instead('da', segment('da', block(plain, 'da').content)), /no data/],
    ['two frames', inserted(JPEG, plain, 'da', block(plain, 'c0').whole), /two pictures/],
    ['a second picture inside', inserted(JPEG, plain, 'da', plain), /too early/],
    ['a second start', added(segment('d8', MARK)), /unknown marker/],
    ['bytes between segments', inserted(JPEG, plain, 'da', MARK), /wrong length/],
    ['a length of one', added([0xff, 0xe1, 0, 1]), /wrong length/],
    ['a length beyond the end', added([0xff, 0xe1, 0xff, 0xff]), /too early/],
    ['a length too short by one', added([0xff, 0xfe, 0, 3], 'ab'), /wrong length/],
    ['a restart marker between segments', added(segment('d0', MARK)), /unknown marker/],
    ['a reserved marker', added(segment('02', MARK)), /unknown marker/],
    ['a height behind the scan', inserted(JPEG, progressive, 'c4', segment('dc', u16(16))), /unknown marker/],
    ['arithmetic coding', recoded('c9'), /few viewers/],
    ['lossless coding', recoded('c3'), /few viewers/],
    ['12 bits a sample', written(plain, 'c0', 0, 12), /8 bits for each sample/],
    ['two colours', frameOf(2), /number of colour components/],
    ['five colours', frameOf(5), /number of colour components/],
    ['more colours than the frame has', written(plain, 'c0', 5, 4), /frame header has a wrong length/],
    ['a colour twice', written(plain, 'c0', 9, 1), /twice/],
    ['a colour of no size', written(plain, 'c0', 7, 0x01), /impossible size/],
    ['a colour of five by one', written(plain, 'c0', 7, 0x51), /impossible size/],
    ['a unit of eleven blocks', written(plain, 'c0', 7, 0x33), /impossible size/],
    ['a table number that cannot be', written(plain, 'c0', 8, 4), /impossible size or table/],
    ['a table that is missing', written(plain, 'c0', 8, 3), /missing table/],
    ['a scan of another colour', written(plain, 'da', 1, 9), /unknown or repeated colour component/],
    ['a scan of one colour twice', written(plain, 'da', 3, 1), /unknown or repeated colour component/],
    ['a scan of no colour', instead('da', segment('da', [0, 0, 63, 0]), 'x'), /impossible size/],
    ['a longer header', instead('da', segment('da', block(plain, 'da').content, MARK), 'x'), /scan header/],
    ['one colour of three', instead('da', segment('da', [1, 1, 0, 0, 63, 0]), 'x'), /picture is complete/],
    ['a quantization table cut off', instead('db', segment('db', new Uint8Array(64))), /wrong length/],
    ['a quantization table of more', instead('db', segment('db', new Uint8Array(66))), /wrong length/],
    ['a quantization table of no kind', written(plain, 'db', 0, 0x20), /unknown kind/],
    ['a quantization table numbered 4', written(plain, 'db', 0, 4), /unknown kind/],
    ['an empty segment of tables', added(segment('db')), /wrong length/],
    ['an empty segment of Huffman tables', added(segment('c4')), /wrong length/],
    ['a Huffman table of no kind', written(plain, 'c4', 0, 0x20), /unknown kind/],
    ['a Huffman table numbered 4', written(plain, 'c4', 0, 4), /unknown kind/],
    ['a Huffman table cut off', added(segment('c4', new Uint8Array(16))), /wrong length/],
    ['a Huffman table short of a symbol', added(huffman(0x10, [0, 2], [1])), /wrong length/],
    ['three codes of one bit', added(huffman(0x10, [3], [1, 2, 3])), /Huffman/],
    ['more codes than bytes have values', added(huffman(0x10, MANY, new Array(400).fill(1))), /Huffman/],
    ['a difference of 16 bits', added(huffman(0x00, [0, 1], [16])), /Huffman/],
    ['a restart interval of three bytes', added(segment('dd', [0, 0, 1])), /restart/],
    ['colours of no kind', added(segment('ee', 'Adobe', [0, 100, 0, 0, 0, 0, 3])), /colours is unknown/],
    ['more segments than any program writes', JPEG.of(repeated(segment('fe'), 16_385)), /16384 blocks/],
  ])('%s', async (_what, file, words) => {
    expect(await refusal(file)).toMatch(words)
  })

  test.each<[string, readonly number[]]>([
    ['more of a band than 64', [1, 64, 0]],
    ['a band that ends before it begins', [5, 4, 0]],
    ['the first coefficient and others', [0, 5, 0]],
    ['a bit position that skips one', [0, 0, 0x20]],
    ['a bit position of 14', [0, 0, 0x0e]],
  ])('a progressive scan with %s', async (_what, [first, last, shifts]) => {
    const scan = block(progressive, 'da').content
    const at = scan.length - 3
    const file = written(progressive, 'da', at, first as number, last as number, shifts as number)
    expect(await refusal(file)).toMatch(/progressive scan has an unknown kind/)
  })

  test('129 scans, and not 128', async () => {
    const scans = segmentsOf(progressive).filter(({ type }) => type === 'da')
    const more = (count: number) =>
      inserted(JPEG, progressive, 'da', ...new Array(count - scans.length).fill((scans[0] as Block).whole))
    expect(await refusal(more(128))).toMatch(/^accepted/)
    expect(await refusal(more(129))).toMatch(/more than 128 scans/)
  })
})

test('restart markers and progressive scans pass through untouched', async () => {
  const file = fixture('progressive.jpg')
  const scans = (of: Buffer) =>
    segmentsOf(of)
      .filter(({ type }) => type === 'da')
      .map(({ whole }) => whole)
  expect(Buffer.concat(scans(file)).includes(bytes([0xff, 0xd0]))).toBe(true)
  expect(scans(await cleaned(file))).toEqual(scans(file))
})

test('tables written over and over are no part of a picture', async () => {
  const quantization = segment('db', [0], repeated(bytes([7]), 64))
  const huffman = block(plain, 'c4').whole
  for (const [table, times] of [
    [quantization, 17],
    [huffman, 257],
  ] as const) {
    const stuffed = inserted(JPEG, plain, 'da', repeated(table, times))
    expect(await refusal(stuffed)).toMatch(/tables that it does not need/)
    await cleaned(inserted(JPEG, plain, 'da', repeated(table, 2)))
  }
})
