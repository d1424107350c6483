import { BytesReader, hasText } from './bytes-reader.ts'

/** Which way up a picture is shown, Exif 2.32 §4.6.4: 1 as it is stored, 2 to 8 turned or mirrored. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** How an Exif block begins in a JPEG; some programs write it in PNG and WebP too, where it does not belong. */
export const EXIF_PREFIX = 'Exif\0\0'

const ORIENTATION_TAG = 0x0112
const SHORT = 3
const ENTRY_BYTES = 12

/**
 * The orientation that an Exif block tells in its first directory.
 *
 * Nothing else is read, and no pointer but the one to that directory is followed. The block is on its way out,
 * so whatever is wrong with it only means that it tells no orientation.
 * @param exif a TIFF structure in either byte order, with or without `EXIF_PREFIX`
 * @returns 1 where it tells none, as viewers then assume
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

/** A TIFF structure of 26 bytes that tells the orientation and nothing else (TIFF 6.0 §2). */
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
