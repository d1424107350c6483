import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { Problem } from '../../../../src/base/problem.ts'
import { cleanPicture } from '../../../../src/evidence/pictures/clean-picture.ts'
import type { CleanPicture } from '../../../../src/evidence/pictures/picture.ts'
import {
  bytes,
  chunk,
  inserted,
  JPEG,
  le32,
  PNG,
  riffChunk,
  segment,
  u16,
  u32,
  WEBP,
  webpOf,
} from './parts.ts'
import { type Order, tiffWriter } from './tiff.ts'

/** Every text that must not come through begins with this. */
export const MARK = 'PLANTED'

export const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'fixtures', name))

/** Cleans, and puts the pieces together. */
export async function cleaned(file: Uint8Array): Promise<Buffer> {
  return Buffer.concat((await cleanPicture(file)).pieces)
}

/** What becomes of a file: the clean one, or the words of the refusal. Any other fault goes through. */
export async function verdict(
  file: Uint8Array,
): Promise<{ picture?: CleanPicture; file?: Buffer; detail?: string }> {
  try {
    const picture = await cleanPicture(file)
    return { picture, file: Buffer.concat(picture.pieces) }
  } catch (error) {
    if (error instanceof Problem && error.code === 'evidence_refused' && error.extra.detail)
      return { detail: error.extra.detail }
    throw error
  }
}

/** The words of the refusal; what is not refused comes back as its length. */
export const refusal = async (file: Uint8Array): Promise<string> => {
  const { detail, file: clean } = await verdict(file)
  return detail ?? `accepted as ${clean?.length} bytes`
}

/** A picture of reproducible noise, in three channels or as many as wanted. */
export function noise(width: number, height: number, channels: 1 | 3 | 4 = 3, seed = 1): Sharp {
  let state = seed
  const raw = Uint8Array.from({ length: width * height * channels }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state >> 16
  })
  return sharp(raw, { raw: { width, height, channels } })
}

/** Exif with a device, a place, a maker note and a thumbnail. */
export function plantedExif(order: Order, orientation: number): Buffer {
  const { short, long, text, blob, pointer, tiff } = tiffWriter(order)
  const main = [
    text(0x010f, `${MARK}-make`),
    text(0x0110, `${MARK}-model`),
    short(0x0112, orientation),
    pointer(0x8769, [blob(0x927c, `${MARK}-maker-note`), text(0xa431, `${MARK}-serial`)]),
    pointer(0x8825, [text(0x0001, 'N'), blob(0x001b, `${MARK}-gps`)]),
  ]
  const thumbnail = bytes(
    [0xff, 0xd8],
    segment('fe', `${MARK}-in-thumbnail`),
    [0xff, 0xd9],
    `${MARK}-thumbnail`,
  )
  return tiff(main, [pointer(0x0201, thumbnail), long(0x0202, thumbnail.length)])
}

const xmp = (what: string) => `<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- ${MARK}-${what} --></x:xmpmeta>`

/** Segments of every kind that carries metadata, to stand behind the start of image. */
export const plantedSegments = (order: Order = 'MM', orientation = 6): readonly Buffer[] => [
  segment('e0', 'JFIF\0', [1, 1, 1, 0, 72, 0, 72, 2, 2], `${MARK}-12`.padEnd(12)),
  segment('e0', 'JFXX\0\x10', `${MARK}-jfxx`),
  segment('e1', 'Exif\0\0', plantedExif(order, orientation)),
  segment('e1', 'Exif\0\0', plantedExif(order, (orientation % 8) + 1)),
  segment('e1', 'http://ns.adobe.com/xap/1.0/\0', xmp('xmp')),
  segment(
    'e1',
    `http://ns.adobe.com/xmp/extension/\0${'0'.repeat(32)}`,
    u32(99),
    u32(0),
    xmp('extended-xmp'),
  ),
  segment('e2', 'MPF\0', `${MARK}-mpf`),
  segment('e2', 'ICC_PROFILE\0', [1, 1], `${MARK}-no-profile`),
  segment('e4', `${MARK}-app4`),
  segment('ed', 'Photoshop 3.0\0', '8BIM', [4, 4, 0, 0], u32(17), [0x1c, 2, 90], u16(12), `${MARK}-iptc`),
  segment('ee', 'Adobe', [0, 100, 0x80, 0, 0, 0, 1], `${MARK}-behind-adobe`),
  segment('fe', `${MARK}-com`),
]

/** A JPEG with all of them, a second picture and a trailer. */
export async function plantedJpeg(order?: Order, orientation?: number): Promise<Buffer> {
  const plain = await noise(24, 16).jpeg({ quality: 30 }).toBuffer()
  const second = inserted(JPEG, plain, 'db', segment('fe', `${MARK}-second`))
  const first = inserted(JPEG, plain, 'db', ...plantedSegments(order, orientation))
  return bytes(first, second, `${MARK}-trailer`)
}

/** A PNG with metadata in every kind of chunk that can hold some, an animation and a trailer. */
export async function plantedPng(orientation = 6): Promise<Buffer> {
  const plain = await noise(12, 8).png({ compressionLevel: 9 }).withIccProfile('p3').toBuffer()
  const text = `${MARK}-compressed `.repeat(20)
  const planted = [
    chunk('eXIf', plantedExif('MM', orientation)),
    chunk('tEXt', 'Author\0', `${MARK}-text`),
    chunk('zTXt', 'Comment\0\0', deflateSync(text, { level: 0 })),
    chunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', xmp('itxt')),
    chunk('tIME', [7, 0xea, 11, 3, 7, 12, 55]),
    chunk('pHYs', u32(2835), u32(2835), [1]),
    chunk('acTL', u32(1), u32(0)),
    chunk('prVt', `${MARK}-private`),
  ]
  const late = [
    chunk('eXIf', plantedExif('II', (orientation % 8) + 1)),
    chunk('fdAT', u32(1), `${MARK}-frame`),
    chunk('tEXt', 'Raw profile type exif\0', `${MARK}-late`),
  ]
  const whole = inserted(PNG, inserted(PNG, plain, 'IDAT', ...planted), 'IEND', ...late)
  return bytes(whole, `${MARK}-trailer`)
}

/** A WebP with Exif, XMP, an unknown chunk, a padding that is none, and a trailer. */
export async function plantedWebp(orientation = 6): Promise<Buffer> {
  const plain = await noise(23, 17, 4).webp({ quality: 30 }).withIccProfile('p3').toBuffer()
  const [features, ...blocks] = WEBP.blocksOf(plain)
  const flags = bytes([0x3c], (features as { content: Buffer }).content.subarray(1))
  const odd = xmp('xmp').padEnd(201)
  const whole = webpOf(
    riffChunk('VP8X', flags),
    ...blocks.map(({ whole }) => whole),
    riffChunk('EXIF', plantedExif('II', orientation)),
    bytes('XMP ', le32(odd.length), odd, [0x50]),
    riffChunk('PRVT', `${MARK}-private`),
  )
  return bytes(whole, `${MARK}-trailer`)
}
