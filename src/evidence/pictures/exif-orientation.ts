import { hasText } from './bytes.ts'

/** Start of an Exif block in a JPEG; some programs also write it in PNG and WebP, wrongly. */
export const EXIF_PREFIX = 'Exif\0\0'

const ORIENTATION_TAG = 0x0112
const SHORT = 3
const ENTRY_BYTES = 12

/**
 * Returns the orientation in the first directory of an Exif block. Reads nothing else and follows no other
 * pointer. The block will be removed, so a damaged one simply has no orientation.
 * @param exif a TIFF structure in either byte order, with or without `EXIF_PREFIX`
 * @returns 1 as stored, 2 to 8 turned or mirrored (Exif 2.32 §4.6.4); 1 without an orientation, as viewers
 * assume
 */
export function orientationOf(exif: Buffer): number {
  const tiff = hasText(exif, EXIF_PREFIX) ? exif.subarray(EXIF_PREFIX.length) : exif
  const isLittle = hasText(tiff, 'II*\0')
  if (!isLittle && !hasText(tiff, 'MM\0*')) return 1
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length)
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : view.getUint16(at, isLittle))
  const u32 = (at: number) => (at + 4 > tiff.length ? 0 : view.getUint32(at, isLittle))
  const directory = u32(4)
  const entries = u16(directory)
  for (let i = 0; i < entries; i++) {
    const at = directory + 2 + i * ENTRY_BYTES
    if (at + ENTRY_BYTES > tiff.length) return 1
    if (u16(at) !== ORIENTATION_TAG) continue
    const value = u16(at + 8)
    const isOrientation = u16(at + 2) === SHORT && u32(at + 4) === 1 && value >= 1 && value <= 8
    return isOrientation ? value : 1
  }
  return 1
}

/** A TIFF structure of 26 bytes with only the orientation (TIFF 6.0 §2). */
export function orientationExif(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*\0\0\0\x08', 'latin1')
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(ORIENTATION_TAG, 10)
  tiff.writeUInt16BE(SHORT, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
