import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { isKeptProfile, MAX_PROFILE_BYTES } from '../../../../src/evidence/pictures/icc.ts'
import {
  bytes,
  chunk,
  inserted,
  JPEG,
  le32,
  type Part,
  PNG,
  riffChunk,
  segment,
  u32,
  WEBP,
} from '../../../support/evidence/pictures/parts.ts'
import { cleaned, MARK, noise } from '../../../support/evidence/pictures/planted.ts'

let p3: Buffer

const plain = () => noise(9, 7)
const iccOf = async (file: Buffer) => (await sharp(await cleaned(file)).metadata()).icc

/** Of this length, with these tags at the end of its table. */
function profile(
  length: number,
  ...tags: readonly (readonly [signature: string, at: number, length: number])[]
): Buffer {
  const head = bytes(u32(length), new Uint8Array(32), 'acsp', new Uint8Array(88), u32(tags.length))
  const table = tags.map(([signature, at, held]) => bytes(signature, u32(at), u32(held)))
  return Buffer.concat([head, ...table], length)
}

beforeAll(async () => {
  const file = await plain().withIccProfile('p3').png().toBuffer()
  p3 = (await sharp(file).metadata()).icc as Buffer
})

describe('is a profile', () => {
  test('Display P3, as it comes', () => {
    expect(isKeptProfile(p3)).toBe(true)
  })
  test('of any size up to the bound, and with as many tags', () => {
    expect(isKeptProfile(profile(8_000, ...new Array(256).fill(['desc', 4_000, 4])))).toBe(true)
    expect(isKeptProfile(profile(132))).toBe(true)
    expect(isKeptProfile(profile(MAX_PROFILE_BYTES, ['desc', 144, 100]))).toBe(true)
    expect(isKeptProfile(profile(MAX_PROFILE_BYTES + 1, ['desc', 144, 100]))).toBe(false)
  })
})

describe('is no profile that may be kept', () => {
  test.each<[string, () => Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['a header that is cut off', () => profile(131).subarray(0, 131)],
    ['another signature', () => bytes(p3.subarray(0, 36), 'PNCH', p3.subarray(40))],
    ['a byte too few', () => p3.subarray(0, -1)],
    ['text behind it', () => bytes(p3, MARK)],
    ['a table that is longer than all', () => bytes(profile(132).subarray(0, 128), u32(0xffff_ffff))],
    ['more tags than any has', () => profile(8_000, ...new Array(257).fill(['desc', 4_000, 4]))],
    ['a tag that begins beyond the end', () => profile(200, ['desc', 201, 0])],
    ['a tag that ends beyond the end', () => profile(200, ['desc', 150, 51])],
    ['a tag with a length that overflows', () => profile(200, ['desc', 150, 0xffff_fff0])],
    ['the serial number of a display', () => profile(200, ['desc', 156, 4], ['mmod', 160, 40])],
    ['a dictionary of the device', () => profile(200, ['meta', 160, 40])],
  ])('%s', (_what, make) => {
    expect(isKeptProfile(make())).toBe(false)
  })
})

describe('in a JPEG', () => {
  const withSegments = async (...added: readonly Part[]) =>
    inserted(JPEG, await plain().jpeg().toBuffer(), 'db', ...added)
  const part = (number: number, of: number, content: Uint8Array) =>
    segment('e2', 'ICC_PROFILE\0', [number, of], content)
  const [a, b] = [() => p3.subarray(0, 100), () => p3.subarray(100)]

  test('in chunks, in any order, it is kept in order', async () => {
    expect(await iccOf(await withSegments(part(1, 2, a()), part(2, 2, b())))).toEqual(p3)
    const turned = await withSegments(part(2, 2, b()), part(1, 2, a()))
    expect(await iccOf(turned)).toEqual(p3)
    expect(await cleaned(turned)).toEqual(await cleaned(await withSegments(part(1, 2, a()), part(2, 2, b()))))
  })
  test('of the bound in 17 chunks it is kept, and no larger', async () => {
    const inChunks = (whole: Buffer) => {
      const count = Math.ceil(whole.length / 65_000)
      return Array.from({ length: count }, (_, i) =>
        part(i + 1, count, whole.subarray(i * 65_000, (i + 1) * 65_000)),
      )
    }
    const sized = async (length: number) =>
      JPEG.blocksOf(await cleaned(await withSegments(...inChunks(profile(length))))).filter(
        ({ type }) => type === 'e2',
      )
    expect(await sized(MAX_PROFILE_BYTES)).toHaveLength(17)
    expect(await sized(MAX_PROFILE_BYTES + 1)).toEqual([])
  })
  test.each<[string, () => readonly Part[]]>([
    ['a chunk missing', () => [part(1, 2, a())]],
    ['a chunk twice', () => [part(1, 2, a()), part(1, 2, a()), part(2, 2, b())]],
    ['a chunk too many', () => [part(1, 2, a()), part(2, 2, b()), part(3, 2, b())]],
    ['a chunk numbered 0', () => [part(0, 1, p3)]],
    ['different counts', () => [part(1, 2, a()), part(2, 3, b())]],
    ['another thing under its name', () => [part(1, 1, bytes(MARK))]],
    ['something behind it', () => [part(1, 2, p3), part(2, 2, bytes(MARK))]],
  ])('with %s it is left out', async (_what, segments) => {
    const file = await withSegments(...segments())
    const clean = await cleaned(file)
    expect(JPEG.blocksOf(clean).map(({ type }) => type)).not.toContain('e2')
    const bare = await plain().jpeg().toBuffer()
    expect(await sharp(clean).raw().toBuffer()).toEqual(await sharp(bare).raw().toBuffer())
  })
})

describe('in a PNG', () => {
  const withChunk = async (content: Buffer) =>
    inserted(PNG, await plain().png().toBuffer(), 'IDAT', chunk('iCCP', content))
  const held = async (content: Buffer) =>
    PNG.blocksOf(await cleaned(await withChunk(content))).find(({ type }) => type === 'iCCP')?.content

  test('it is kept byte for byte, under another name', async () => {
    const compressed = deflateSync(p3)
    expect(await iccOf(await withChunk(bytes(`${MARK}'s screen\0\0`, compressed)))).toEqual(p3)
    expect(await held(bytes(`${MARK}'s screen\0\0`, compressed))).toEqual(
      bytes('ICC profile\0\0', compressed),
    )
  })
  test('what follows its stream is left out', async () => {
    const compressed = deflateSync(p3)
    expect(await held(bytes('P3\0\0', compressed, MARK))).toEqual(bytes('ICC profile\0\0', compressed))
  })
  test.each<[string, () => Buffer]>([
    ['no name', () => bytes('\0\0', deflateSync(p3))],
    ['a name without an end', () => bytes('P'.repeat(100))],
    ['a name that is too long', () => bytes('P'.repeat(80), '\0\0', deflateSync(p3))],
    ['another method', () => bytes('P3\0\x01', deflateSync(p3))],
    ['no stream', () => bytes('P3\0\0')],
    ['a stream cut off', () => bytes('P3\0\0', deflateSync(p3).subarray(0, -1))],
    ['a wrong checksum', () => bytes('P3\0\0', deflateSync(p3).subarray(0, -1), [0])],
    ['another thing in it', () => bytes('P3\0\0', deflateSync(bytes(MARK), { level: 0 }))],
    ['more than the bound', () => bytes('P3\0\0', deflateSync(profile(MAX_PROFILE_BYTES + 1)))],
    ['a stream with a dictionary', () => bytes('P3\0\0', deflateSync(p3, { dictionary: bytes('acsp') }))],
    ['empty blocks beyond the bound', () => bytes('P3\0\0', padded(deflateSync(p3, { level: 0 })))],
  ])('with %s it is left out', async (_what, content) => {
    expect(await held(content())).toBeUndefined()
  })
  test('of the bound it is kept', async () => {
    expect((await held(bytes('P3\0\0', deflateSync(profile(MAX_PROFILE_BYTES)))))?.length).toBeGreaterThan(
      1_000,
    )
  })
})

/** The same zlib stream behind more stored blocks of no bytes than a profile may have bytes. */
function padded(stream: Buffer): Buffer {
  const empty = Buffer.alloc(5 * Math.ceil(MAX_PROFILE_BYTES / 5), Buffer.from([0, 0, 0, 0xff, 0xff]))
  return bytes(stream.subarray(0, 2), empty, stream.subarray(2))
}

describe('in a WebP', () => {
  const withProfile = async (flags: number, content: Buffer) => {
    const [picture] = WEBP.blocksOf(await plain().webp().toBuffer())
    const features = bytes([flags, 0, 0, 0], le32(8).slice(0, 3), le32(6).slice(0, 3))
    return WEBP.of(
      riffChunk('VP8X', features),
      riffChunk('ICCP', content),
      (picture as { whole: Buffer }).whole,
    )
  }
  test('it is kept byte for byte', async () => {
    expect(await iccOf(await withProfile(0x20, p3))).toEqual(p3)
  })
  test.each<[string, number, () => Buffer]>([
    ['without the flag', 0, () => p3],
    ['when it is another thing', 0x20, () => bytes(MARK)],
    ['with something behind it', 0x20, () => bytes(p3, MARK)],
  ])('%s it is left out, with its flag', async (_what, flags, content) => {
    const clean = await cleaned(await withProfile(flags, content()))
    const [features, ...rest] = WEBP.blocksOf(clean)
    expect(features?.content[0]).toBe(0)
    expect(rest.map(({ type }) => type)).toEqual(['VP8 '])
    expect((await sharp(clean).metadata()).icc).toBeUndefined()
  })
})
