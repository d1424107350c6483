import { checkDimensions, damaged } from './picture.ts'

interface ColourType {
  readonly samples: number
  readonly depths: readonly number[]
  /** Lengths of the chunks that depend on it; of the palette, the largest. */
  readonly lengths: Readonly<Record<string, number>>
}

/** Kinds of picture (PNG third edition, "IHDR"): samples per pixel, and bits per sample. */
const COLOUR_TYPES: Readonly<Record<number, ColourType>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16], lengths: { tRNS: 2, sBIT: 1, bKGD: 2 } },
  2: { samples: 3, depths: [8, 16], lengths: { PLTE: 768, tRNS: 6, sBIT: 3, bKGD: 6 } },
  3: { samples: 1, depths: [1, 2, 4, 8], lengths: { sBIT: 3, bKGD: 1 } },
  4: { samples: 2, depths: [8, 16], lengths: { sBIT: 2, bKGD: 2 } },
  6: { samples: 4, depths: [8, 16], lengths: { PLTE: 768, sBIT: 4, bKGD: 6 } },
}
const PALETTE = 3

/**
 * Chunks that matter, and which others each must not follow ("Chunk ordering"). The ancillary ones state what
 * samples mean as colours and transparency, and their lengths leave no room for other data. pHYs (resolution
 * of a screen or scanner) and mDCV (display on which a film was made) are not among them.
 */
const NOT_AFTER: Readonly<Record<string, readonly string[]>> = {
  gAMA: ['PLTE', 'IDAT'],
  cHRM: ['PLTE', 'IDAT'],
  sRGB: ['PLTE', 'IDAT'],
  cICP: ['PLTE', 'IDAT'],
  sBIT: ['PLTE', 'IDAT'],
  iCCP: ['PLTE', 'IDAT'],
  PLTE: ['tRNS', 'bKGD', 'IDAT'],
  tRNS: ['IDAT'],
  bKGD: ['IDAT'],
  IDAT: [],
  IEND: [],
}
/** Lengths of chunks, as far as they do not depend on the colour type. */
const LENGTHS: Readonly<Record<string, number>> = { gAMA: 4, cHRM: 32, sRGB: 1, cICP: 4, IEND: 0 }

const HEADER_BYTES = 13

export interface PngHeader {
  readonly width: number
  readonly height: number
  readonly bitsPerPixel: number
  readonly isInterlaced: boolean
  readonly hasPalette: boolean
  readonly lengths: Readonly<Record<string, number>>
}

/**
 * @param ihdr content of the first chunk
 * @throws {Problem} evidence_refused
 */
export function pngHeader(ihdr: Buffer): PngHeader {
  if (ihdr.length !== HEADER_BYTES) throw damaged('PNG', 'its header has a wrong length')
  const [width, height] = [ihdr.readUInt32BE(0), ihdr.readUInt32BE(4)]
  checkDimensions(width, height)
  const [bitsPerSample, colourType] = [ihdr.readUInt8(8), ihdr.readUInt8(9)]
  const kind = COLOUR_TYPES[colourType]
  const [compression, filter, interlace] = [ihdr.readUInt8(10), ihdr.readUInt8(11), ihdr.readUInt8(12)]
  if (!kind?.depths.includes(bitsPerSample) || compression !== 0 || filter !== 0 || interlace > 1)
    throw damaged('PNG', 'its header has an unknown kind of picture')
  const bitsPerPixel = kind.samples * bitsPerSample
  const hasPalette = colourType === PALETTE
  const palette = hasPalette ? { PLTE: 3 * 2 ** bitsPerSample } : {}
  const lengths = { ...LENGTHS, ...kind.lengths, ...palette }
  return { width, height, bitsPerPixel, isInterlaced: interlace === 1, hasPalette, lengths }
}

export interface ChunksBefore {
  /** By type. */
  readonly lengths: Map<string, number>
  /** Type of the last one. */
  last: string
}

/** Whether viewers need the chunk. */
export const isNeeded = (type: string): boolean => Object.hasOwn(NOT_AFTER, type)

/**
 * Checks the order and length of a chunk after the header.
 * @param type four letters; a lower-case first letter means that viewers can do without the chunk
 * @param length of the content, in bytes
 * @throws {Problem} evidence_refused
 */
export function checkChunk(header: PngHeader, type: string, length: number, before: ChunksBefore): void {
  if (!/^[A-Za-z]{4}$/.test(type)) throw damaged('PNG', 'a chunk has a malformed type')
  if (!isNeeded(type)) {
    if (/^[A-Z]/.test(type)) throw damaged('PNG', 'a chunk that viewers need has an unknown type')
    return
  }
  const { lengths, last } = before
  const isContinued = type === 'IDAT' && last === 'IDAT'
  if (lengths.has(type) && !isContinued) throw damaged('PNG', `it has ${type} in two places`)
  if (NOT_AFTER[type]?.some((other) => lengths.has(other)))
    throw damaged('PNG', `${type} is in the wrong place`)
  if (!isLengthOf(type, length, header, lengths.get('PLTE') ?? 0))
    throw damaged('PNG', `${type} has a wrong length`)
  if (type === 'IDAT' && header.hasPalette && !lengths.has('PLTE'))
    throw damaged('PNG', 'its palette is missing')
  if (type === 'IEND' && !lengths.has('IDAT')) throw damaged('PNG', 'it has no pixels')
}

function isLengthOf(type: string, length: number, header: PngHeader, paletteBytes: number): boolean {
  const most = header.lengths[type]
  if (type === 'IDAT' || type === 'iCCP') return true
  if (type === 'PLTE') return length > 0 && length % 3 === 0 && length <= (most ?? 0)
  if (type === 'tRNS' && header.hasPalette) return length > 0 && 3 * length <= paletteBytes
  return length === most
}
