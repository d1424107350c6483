import { breather } from './breathe.ts'
import { hasText } from './bytes.ts'
import { cleanJpeg } from './jpeg.ts'
import { type CleanPicture, refused } from './picture.ts'
import { cleanPng } from './png.ts'
import { cleanWebp } from './webp.ts'

/** Signatures (Latin-1) of files often sent by mistake, so that the refusal can name them. */
const OTHERS: readonly (readonly [at: number, text: string, name: string])[] = [
  [4, 'ftypavif', 'an AVIF picture'],
  [4, 'ftyphei', 'a HEIC picture, as iPhones take them'],
  [4, 'ftyphev', 'a HEIC picture, as iPhones take them'],
  [4, 'ftypmif1', 'a HEIF picture'],
  [4, 'ftyp', 'a video'],
  [0, 'GIF8', 'a GIF picture'],
  [0, 'II*\0', 'a TIFF or raw picture'],
  [0, 'MM\0*', 'a TIFF or raw picture'],
  [0, 'BM', 'a BMP picture'],
  [0, '%PDF', 'a PDF document'],
  [0, '<', 'text, perhaps a web page or an SVG drawing'],
]

/**
 * Cleans a picture of everything that reveals where, when or with which device it was taken.
 *
 * Keeps only an allowlist of what viewers need: the coded picture, colour profile, transparency and
 * orientation. Removes the rest: Exif, GPS, maker notes, XMP, IPTC, comments, thumbnails, second pictures,
 * and any bytes after the end. The coded picture is copied bit by bit, not decoded; only a PNG's pixels are
 * inflated and counted.
 *
 * The first bytes decide what the file is; its name and declared type do not matter. Cleaning a clean picture
 * returns the same bytes. Yields to the event loop every few milliseconds; the bytes must not change until the
 * promise settles and the pieces are no longer in use.
 * @throws {Problem} evidence_refused: not a JPEG, PNG or WebP, or malformed, cut off, animated or too large
 * to show; the detail states which
 */
export async function cleanPicture(bytes: Uint8Array): Promise<CleanPicture> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (hasText(file, '\xff\xd8\xff')) return cleanJpeg(file, breather())
  if (hasText(file, '\x89PNG\r\n\x1a\n')) return cleanPng(file, breather())
  if (hasText(file, 'RIFF') && hasText(file, 'WEBP', 8)) return cleanWebp(file, breather())
  if (file.length === 0) throw refused('The file is empty.')
  const name = OTHERS.find(([at, text]) => hasText(file, text, at))?.[2] ?? 'another kind of file'
  throw refused(`Only JPEG, PNG and WebP pictures are accepted; this is ${name}.`)
}
