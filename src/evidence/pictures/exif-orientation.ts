import { BytesReader, hasText } from './bytes-reader.ts'

/** Orientation of a picture, Exif 2.32 §4.6.4: 1 as stored, 2 to 8 turned or mirrored. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** Start of an Exif block in a JPEG; some programs also write it in PNG and WebP, wrongly. */
export const EXIF_PREFIX = 'Exif\0\0'

const ORIENTATION_TAG = 0x0112
const SHORT = 3
const ENTRY_BYTES = 12

/**
 * Returns the orientation in the first directory of an Exif block. Reads nothing else and follows no other
 * pointer. The block will be removed, so a damaged one simply has no orientation.
 * @param exif a TIFF structure in either byte order, with or without `EXIF_PREFIX`
 * @returns 1 without an orientation, as viewers assume
 */
export function orientationOf(exif: Uint8Array): Orientation {
  const tiff = hasText(exif, EXIF_PREFIX) ? exif.subarray(EXIF_PREFIX.length) : exif
  const littleEndian = hasText(tiff, 'II*\0')
  if (!littleEndian && !hasText(tiff, 'MM\0*')) return 1
  const reader = new BytesReader(tiff)
  if (!reader.fits(4, 4)) return 1
  const directory = reader.u32(4, littleEndian)
  if (!reader.fits(directory, 2)) return 1
  const entries = reader.u16(directory, littleEndian)
  for (let i = 0; i < entries; i++) {
    const at = directory + 2 + i * ENTRY_BYTES
    if (!reader.fits(at, ENTRY_BYTES)) return 1
    if (reader.u16(at, littleEndian) !== ORIENTATION_TAG) continue
    const isOneShort = reader.u16(at + 2, littleEndian) === SHORT && reader.u32(at + 4, littleEndian) === 1
    const value = reader.u16(at + 8, littleEndian)
    return isOneShort && value >= 1 && value <= 8 ? (value as Orientation) : 1
  }
  return 1
}

/** A TIFF structure of 26 bytes with only the orientation (TIFF 6.0 §2). */
export function orientationExif(orientation: Orientation): Uint8Array {
  const tiff = new DataView(new ArrayBuffer(26))
  tiff.setUint32(0, 0x4d4d002a)
  tiff.setUint32(4, 8)
  tiff.setUint16(8, 1)
  tiff.setUint16(10, ORIENTATION_TAG)
  tiff.setUint16(12, SHORT)
  tiff.setUint32(14, 1)
  tiff.setUint16(18, orientation)
  return new Uint8Array(tiff.buffer)
}
