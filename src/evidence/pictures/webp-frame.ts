import { hasText } from './bytes.ts'
import { damaged } from './picture.ts'

interface Dimensions {
  readonly width: number
  readonly height: number
}

const invalid = () => damaged('WebP', 'its picture has an invalid header')

/** RFC 6386 §9.1: three bytes of flags and partition length, a start code, two dimensions. */
const LOSSY_HEAD_BYTES = 10
const KEY_FRAME_BIT = 0
const LAST_VERSION = 3

/** The dimensions that a lossy picture itself states. @throws {Problem} evidence_refused as a decoder would */
export function lossyDimensions(data: Buffer): Dimensions {
  if (data.length < LOSSY_HEAD_BYTES || !hasText(data, '\x9d\x01\x2a', 3)) throw invalid()
  const flags = data.readUIntLE(0, 3)
  const [isShown, version, partitionBytes] = [(flags >> 4) & 1, (flags >> 1) & 7, flags >> 5]
  const isPicture = (flags & 1) === KEY_FRAME_BIT && isShown === 1 && version <= LAST_VERSION
  if (!isPicture || LOSSY_HEAD_BYTES + partitionBytes > data.length) throw invalid()
  // The upper two bits ask for scaling, which decoders leave to viewers.
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

/**
 * WebP lossless bitstream specification §3: a signature; 14 bits each for width and height, minus one; alpha;
 * version.
 */
const LOSSLESS_SIGNATURE = 0x2f

/** The dimensions that a lossless picture itself states. @throws {Problem} evidence_refused as a decoder would */
export function losslessDimensions(data: Buffer): Dimensions {
  if (data.length < 5 || data[0] !== LOSSLESS_SIGNATURE) throw invalid()
  const bits = data.readUInt32LE(1)
  if (bits >>> 29 !== 0) throw invalid()
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** WebP container specification, "Alpha": flags; the lowest two bits are the compression. */
const UNCOMPRESSED = 0
const LAST_COMPRESSION = 1

/**
 * Checks the transparency of a picture.
 * @throws {Problem} evidence_refused when it does not fit the picture
 */
export function checkAlpha(alph: Buffer, pixels: number): void {
  const compression = (alph[0] ?? 3) & 3
  const hasWrongLength = compression === UNCOMPRESSED && alph.length !== 1 + pixels
  if (compression > LAST_COMPRESSION || hasWrongLength)
    throw damaged('WebP', 'its transparency does not fit the picture')
}
