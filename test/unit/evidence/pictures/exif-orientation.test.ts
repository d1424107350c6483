import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { orientationExif, orientationOf } from '../../../../src/evidence/pictures/exif-orientation.ts'
import { bytes, chunk, inserted, PNG } from '../../../support/evidence/pictures/parts.ts'
import {
  cleaned,
  noise,
  plantedExif,
  plantedJpeg,
  plantedPng,
  plantedWebp,
} from '../../../support/evidence/pictures/planted.ts'
import { type Order, tiffWriter } from '../../../support/evidence/pictures/tiff.ts'

const ORIENTATIONS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8]

describe.each<Order>(['II', 'MM'])('in byte order %s', (order) => {
  const { short, long, text, tiff } = tiffWriter(order)
  const told = short(0x0112, 6)

  test.each(ORIENTATIONS)('orientation %i is read among all else', (orientation) => {
    expect(orientationOf(plantedExif(order, orientation))).toBe(orientation)
    expect(orientationOf(bytes('Exif\0\0', plantedExif(order, orientation)))).toBe(orientation)
  })

  test.each<[string, Buffer]>([
    ['another magic number', bytes(order, order === 'II' ? [43, 0] : [0, 43], tiff([told]).subarray(4))],
    ['no entry for it', tiff([text(0x010f, 'A make')])],
    ['an entry in the second directory only', tiff([text(0x010f, 'A make')], [told])],
    ['nought', tiff([short(0x0112, 0)])],
    ['nine', tiff([short(0x0112, 9)])],
    ['a long', tiff([long(0x0112, 6)])],
    ['two of them', tiff([{ ...told, count: 2 }])],
    ['an entry that is cut off', tiff([told]).subarray(0, 21)],
    ['a directory that is cut off', tiff([told]).subarray(0, 9)],
    ['a header that is cut off', tiff([told]).subarray(0, 6)],
    ['fewer entries than it counts', bytes(tiff([text(0x010f, 'A')]).subarray(0, 22))],
  ])('tells none: %s', (_what, exif) => {
    expect(orientationOf(exif)).toBe(1)
  })

  test('a directory before the first byte, in the header or beyond the end tells none', () => {
    const exif = tiff([told])
    const writeU32 = (value: number) =>
      order === 'II' ? exif.writeUInt32LE(value, 4) : exif.writeUInt32BE(value, 4)
    for (const at of [0, 4, exif.length - 1, exif.length, 0x7fff_ffff, 0xffff_ffff]) {
      writeU32(at)
      expect(orientationOf(exif)).toBe(1)
    }
    writeU32(8)
    expect(orientationOf(exif)).toBe(6)
  })
})

test('whatever the bytes are, some orientation is told', () => {
  const damaged = fc
    .tuple(
      fc.constantFrom<Order>('II', 'MM'),
      fc.integer({ min: 0, max: 300 }),
      fc.uint8Array({ maxLength: 12 }),
    )
    .map(([order, at, written]) => {
      const exif = plantedExif(order, 6)
      exif.set(written, Math.min(at, exif.length - written.length))
      return exif
    })
  const any = fc.oneof(
    damaged,
    fc.uint8Array({ maxLength: 64 }).map((rest) => bytes('II*\0', rest)),
    fc.uint8Array({ maxLength: 64 }).map((rest) => bytes('Exif\0\0MM\0*', rest)),
  )
  fc.assert(
    fc.property(any, (exif) => {
      expect(ORIENTATIONS).toContain(orientationOf(exif))
    }),
    { numRuns: 2_000 },
  )
})

test('what is written is read again, here and elsewhere', async () => {
  const blank = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  for (const orientation of ORIENTATIONS) {
    const exif = orientationExif(orientation)
    expect(exif.length).toBe(26)
    expect(orientationOf(exif)).toBe(orientation)
    const app1 = bytes([0xff, 0xe1, 0, 34], 'Exif\0\0', exif)
    const file = bytes(blank.subarray(0, 2), app1, blank.subarray(2))
    expect((await sharp(file).metadata()).orientation).toBe(orientation)
  }
})

describe.each(ORIENTATIONS)('a picture with orientation %i', (orientation) => {
  test.each<[string, () => Promise<Buffer>]>([
    ['JPEG, II', () => plantedJpeg('II', orientation)],
    ['JPEG, MM', () => plantedJpeg('MM', orientation)],
    ['PNG', () => plantedPng(orientation)],
    ['WebP', () => plantedWebp(orientation)],
  ])('keeps it: %s', async (_kind, make) => {
    const file = await make()
    const clean = await cleaned(file)
    const { orientation: kept, exif } = await sharp(clean).metadata()
    expect((await sharp(file).metadata()).orientation).toBe(orientation)
    expect(kept ?? 1).toBe(orientation)
    expect(exif === undefined).toBe(orientation === 1)
    expect(await sharp(clean).autoOrient().raw().toBuffer()).toEqual(
      await sharp(file).autoOrient().raw().toBuffer(),
    )
  })
})

test('in a PNG it is moved before the pixels, where every viewer finds it', async () => {
  const plain = await noise(6, 4).png().toBuffer()
  const late = inserted(PNG, plain, 'IEND', chunk('eXIf', plantedExif('MM', 8)))
  expect((await sharp(late).metadata()).orientation).toBeUndefined()
  expect((await sharp(await cleaned(late)).metadata()).orientation).toBe(8)
})
