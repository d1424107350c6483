import { BytesReader } from './bytes-reader.ts'
import { checkDimensions, refused } from './picture.ts'

/** Kinds of picture (PNG third edition, "IHDR"): samples per pixel, and bits per sample. */
const COLOUR_TYPES: Readonly<
  Record<number, { readonly samples: number; readonly depths: readonly number[] }>
> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}
export const PALETTE_COLOUR_TYPE = 3

const HEADER_BYTES = 13

export interface PngHeader {
  readonly width: number
  readonly height: number
  readonly bitsPerSample: number
  readonly bitsPerPixel: number
  readonly colourType: number
  readonly isInterlaced: boolean
}

/**
 * @param ihdr content of the first chunk
 * @throws {Problem} evidence_refused
 */
export function pngHeader(ihdr: Uint8Array): PngHeader {
  if (ihdr.length !== HEADER_BYTES) throw refused('The PNG file is damaged: its header has a wrong length.')
  const reader = new BytesReader(ihdr)
  const [width, height] = [reader.u32(0), reader.u32(4)]
  checkDimensions(width, height)
  const [bitsPerSample, colourType] = [reader.u8(8), reader.u8(9)]
  const kind = COLOUR_TYPES[colourType]
  const [compression, filter, interlace] = [reader.u8(10), reader.u8(11), reader.u8(12)]
  if (!kind?.depths.includes(bitsPerSample) || compression !== 0 || filter !== 0 || interlace > 1)
    throw refused('The PNG file is damaged: its header has an unknown kind of picture.')
  const bitsPerPixel = kind.samples * bitsPerSample
  return { width, height, bitsPerSample, bitsPerPixel, colourType, isInterlaced: interlace === 1 }
}
