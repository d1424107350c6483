import { breather } from './breathe.ts'
import { cleanJpeg } from './jpeg.ts'
import type { CleanPicture } from './picture.ts'
import { cleanPng } from './png.ts'
import { sniff } from './sniff.ts'
import { cleanWebp } from './webp.ts'

/**
 * Cleans a picture of everything that reveals where, when or with which device it was taken.
 *
 * Keeps only an allowlist of what viewers need: the coded picture, colour profile, transparency and
 * orientation. Removes the rest: Exif, GPS, maker notes, XMP, IPTC, comments, thumbnails, second pictures,
 * and any bytes after the end. The coded picture is copied bit by bit, not decoded; only a PNG's pixels are
 * inflated and counted.
 *
 * Cleaning a clean picture returns the same bytes. Yields to the event loop every few milliseconds; the bytes
 * must not change until the promise settles and the pieces are no longer in use.
 * @throws {Problem} evidence_refused: not a JPEG, PNG or WebP, or malformed, cut off, animated or too large
 * to show; the detail states which
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
