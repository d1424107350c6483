import { BytesReader, hasText } from './bytes-reader.ts'
import { refused } from './picture.ts'

export interface Dimensions {
  readonly width: number
  readonly height: number
}

const damaged = (what: string) => refused(`The WebP file is damaged: ${what}.`)

/**
 * Returns the dimensions that the coded picture itself states.
 * @throws {Problem} evidence_refused when a decoder would refuse it
 */
export function frameDimensions(type: 'VP8 ' | 'VP8L', data: Uint8Array): Dimensions {
  const dimensions = type === 'VP8L' ? lossless(new BytesReader(data)) : lossy(data)
  if (dimensions === undefined) throw damaged('its picture has an invalid header')
  return dimensions
}

/** RFC 6386 §9.1: three bytes of flags and partition length, a start code, two dimensions. */
const LOSSY_HEAD_BYTES = 10
const KEY_FRAME_BIT = 0
const LAST_VERSION = 3

function lossy(data: Uint8Array): Dimensions | undefined {
  const reader = new BytesReader(data)
  if (!reader.fits(0, LOSSY_HEAD_BYTES) || !hasText(data, '\x9d\x01\x2a', 3)) return undefined
  const flags = reader.u16(0, true) | (reader.u8(2) << 16)
  const [isShown, version, partitionBytes] = [(flags >> 4) & 1, (flags >> 1) & 7, flags >> 5]
  const isPicture = (flags & 1) === KEY_FRAME_BIT && isShown === 1 && version <= LAST_VERSION
  if (!isPicture || !reader.fits(LOSSY_HEAD_BYTES, partitionBytes)) return undefined
  // The upper two bits ask for scaling, which decoders leave to viewers.
  return { width: reader.u16(6, true) & 0x3fff, height: reader.u16(8, true) & 0x3fff }
}

/**
 * WebP lossless bitstream specification §3: a signature; 14 bits each for width and height, minus one; alpha;
 * version.
 */
const LOSSLESS_SIGNATURE = 0x2f

function lossless(reader: BytesReader): Dimensions | undefined {
  if (!reader.fits(0, 5) || reader.u8(0) !== LOSSLESS_SIGNATURE) return undefined
  const bits = reader.u32(1, true)
  if (bits >>> 29 !== 0) return undefined
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** WebP container specification, "Alpha": flags; the lowest two bits are the compression. */
const UNCOMPRESSED = 0
const LAST_COMPRESSION = 1

/**
 * Checks the transparency of a picture.
 * @throws {Problem} evidence_refused when it does not fit the picture
 */
export function checkAlpha(alph: Uint8Array, { width, height }: Dimensions): void {
  const compression = (alph[0] ?? 3) & 3
  const hasWrongLength = compression === UNCOMPRESSED && alph.length !== 1 + width * height
  if (compression > LAST_COMPRESSION || hasWrongLength)
    throw damaged('its transparency does not fit the picture')
}
