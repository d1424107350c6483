import { breather } from './breathe.ts'
import { cleanJpeg } from './jpeg.ts'
import type { CleanPicture } from './picture.ts'
import { cleanPng } from './png.ts'
import { sniff } from './sniff.ts'
import { cleanWebp } from './webp.ts'

/**
 * Takes a picture in without what tells where, when and with which device it was taken.
 *
 * Every part of a file is kept only because it is on a list of what a viewer needs: the coded picture, its
 * colour profile, transparency, and which way up it is. All else is left out: Exif, GPS, maker notes, XMP,
 * IPTC, comments, thumbnails, second pictures, and whatever follows the end. The coded picture itself is taken
 * over as it is, bit by bit; it is not decoded, save that the pixels of a PNG are inflated and counted.
 *
 * Cleaning a clean picture gives the same bytes. The event loop is let go every few milliseconds; the bytes
 * must not change until the promise is settled, nor as long as the pieces are in use.
 * @throws {Problem} evidence_refused what is no JPEG, PNG or WebP, or is malformed, cut off, animated or too
 * large to show; the detail says which
 */
export async function cleanPicture(bytes: Uint8Array): Promise<CleanPicture> {
  const breathe = breather()
  switch (sniff(bytes)) {
    case 'image/jpeg':
      return cleanJpeg(bytes, breathe)
    case 'image/png':
      return cleanPng(bytes, breathe)
    case 'image/webp':
      return cleanWebp(bytes, breathe)
  }
}
