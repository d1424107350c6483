import { hasText } from './bytes-reader.ts'
import { type MediaType, refused } from './picture.ts'

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
 * Returns the kind of a file by its first bytes; its name and declared type do not matter.
 * @throws {Problem} evidence_refused unless it is a JPEG, PNG or WebP
 */
export function sniff(bytes: Uint8Array): MediaType {
  if (hasText(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (hasText(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (hasText(bytes, 'RIFF') && hasText(bytes, 'WEBP', 8)) return 'image/webp'
  if (bytes.length === 0) throw refused('The file is empty.')
  const name = OTHERS.find(([at, text]) => hasText(bytes, text, at))?.[2] ?? 'another kind of file'
  throw refused(`Only JPEG, PNG and WebP pictures are accepted; this is ${name}.`)
}
