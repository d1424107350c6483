import { crc32 } from 'node:zlib'

/** Takes files apart and puts them together, as the tests need it; knows nothing of the code that is tested. */

export type Part = string | readonly number[] | Uint8Array

/** Texts are Latin-1. */
export const bytes = (...parts: readonly Part[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

/** The same bytes so many times behind each other. */
export const repeated = (part: Uint8Array, times: number): Buffer => Buffer.alloc(part.length * times, part)

export const u16 = (value: number): readonly number[] => [(value >> 8) & 255, value & 255]
export const u32 = (value: number): readonly number[] => [
  ...u16(Math.floor(value / 65_536)),
  ...u16(value % 65_536),
]
export const le32 = (value: number): readonly number[] => [...u32(value)].reverse()

/** One segment, chunk or other stretch of a file, with its place in it. */
export interface Block {
  /** The marker of a JPEG as two hexadecimal digits; the four letters of the others. */
  readonly type: string
  readonly whole: Buffer
  readonly content: Buffer
  /** Where its length stands in the file, and how. */
  readonly lengthAt: number
}

export const segment = (type: string, ...content: readonly Part[]): Buffer => {
  const held = bytes(...content)
  return bytes([0xff, Number.parseInt(type, 16)], u16(held.length + 2), held)
}

/** The segments between the start and the end of a JPEG; coded data goes along with the scan before it. */
export function segmentsOf(jpeg: Buffer): Block[] {
  const blocks: Block[] = []
  for (let at = 2; jpeg[at + 1] !== 0xd9; ) {
    const type = jpeg.toString('hex', at + 1, at + 2)
    let end = at + 2 + jpeg.readUInt16BE(at + 2)
    const content = jpeg.subarray(at + 4, end)
    if (type === 'da') while (jpeg[end] !== 0xff || isCoded(jpeg[end + 1] as number)) end++
    blocks.push({ type, whole: jpeg.subarray(at, end), content, lengthAt: at + 2 })
    at = end
  }
  return blocks
}

const isCoded = (code: number) => code === 0 || (code >= 0xd0 && code <= 0xd7)

const jpegOf = (...segments: readonly Part[]): Buffer => bytes([0xff, 0xd8], ...segments, [0xff, 0xd9])

export const PNG_SIGNATURE = bytes('\x89PNG\r\n\x1a\n')

export const chunk = (type: string, ...content: readonly Part[]): Buffer => {
  const held = bytes(...content)
  return bytes(u32(held.length), type, held, u32(crc32(bytes(type, held))))
}

export function chunksOf(png: Buffer): Block[] {
  const blocks: Block[] = []
  for (let at = 8; blocks.at(-1)?.type !== 'IEND'; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const content = png.subarray(at + 8, at + 8 + length)
    blocks.push({ type, whole: png.subarray(at, at + length + 12), content, lengthAt: at })
    at += length + 12
  }
  return blocks
}

export const pngOf = (...chunks: readonly Part[]): Buffer => bytes(PNG_SIGNATURE, ...chunks)

export const riffChunk = (type: string, ...content: readonly Part[]): Buffer => {
  const held = bytes(...content)
  return bytes(type, le32(held.length), held, held.length % 2 === 0 ? [] : [0])
}

export function riffChunksOf(webp: Buffer): Block[] {
  const blocks: Block[] = []
  const end = 8 + webp.readUInt32LE(4)
  for (let at = 12; at < end; ) {
    const length = webp.readUInt32LE(at + 4)
    const whole = webp.subarray(at, at + 8 + length + (length % 2))
    const content = webp.subarray(at + 8, at + 8 + length)
    blocks.push({ type: webp.toString('latin1', at, at + 4), whole, content, lengthAt: at + 4 })
    at += whole.length
  }
  return blocks
}

export const webpOf = (...chunks: readonly Part[]): Buffer => {
  const held = bytes('WEBP', ...chunks)
  return bytes('RIFF', le32(held.length), held)
}

/** A file as the blocks it is made of, and back again; the same three words for every kind of picture. */
export interface Format {
  readonly of: (...blocks: readonly Part[]) => Buffer
  readonly blocksOf: (file: Buffer) => Block[]
}
export const JPEG: Format = { of: jpegOf, blocksOf: segmentsOf }
export const PNG: Format = { of: pngOf, blocksOf: chunksOf }
export const WEBP: Format = { of: webpOf, blocksOf: riffChunksOf }

/** A file with more blocks before the first of this type. */
export const inserted = (format: Format, file: Buffer, type: string, ...parts: readonly Part[]): Buffer =>
  spliced(format, file, type, 0, parts)

/** A file with other blocks, or none, in place of the first of this type. */
export const replaced = (format: Format, file: Buffer, type: string, ...parts: readonly Part[]): Buffer =>
  spliced(format, file, type, 1, parts)

function spliced(format: Format, file: Buffer, type: string, without: 0 | 1, parts: readonly Part[]): Buffer {
  const blocks = format.blocksOf(file)
  const at = blocks.findIndex((block) => block.type === type)
  if (at < 0) throw new Error(`there is no ${type} in it`)
  const wholes: readonly Part[] = blocks.map(({ whole }) => whole)
  return format.of(...wholes.toSpliced(at, without, ...parts))
}
