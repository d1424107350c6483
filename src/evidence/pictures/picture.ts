import { Problem } from '../../base/problem.ts'

/** The kinds of picture that are accepted (contract §11). */
export type MediaType = 'image/jpeg' | 'image/png' | 'image/webp'

/** A picture whose location and device metadata is gone. */
export interface CleanPicture {
  readonly mediaType: MediaType
  /** The file, in order: views into the bytes that came, and small pieces written here. */
  readonly pieces: readonly Uint8Array[]
  /** In pixels as they are stored, before any turning that the orientation asks for. */
  readonly width: number
  readonly height: number
}

/** The longest side in pixels: what the 16 bits of a JPEG can tell. PNG could tell more, WebP tells less. */
const MAX_SIDE_PIXELS = 65_535

/**
 * Few bytes can tell of a picture that no viewer has the memory for. The largest sensors in phones take
 * 16,320 × 12,240 pixels, which is just below; at four bytes a pixel a viewer then needs 800 MB.
 */
const MAX_PIXELS = 200_000_000

/**
 * Segments or chunks in one file. Each costs some work and memory, so their number must have a limit; a PNG of
 * 20 MiB in the chunks of 8 KiB that are usual has 2,560.
 */
const MAX_BLOCKS = 16_384

/** A refusal that tells in plain words what is wrong with the file. */
export const refused = (detail: string): Problem => new Problem('evidence_refused', { detail })

/** @throws {Problem} evidence_refused when a viewer could not be expected to show a picture of this size */
export function checkDimensions(width: number, height: number): void {
  if (width === 0 || height === 0) throw refused('The picture says that it has no width or no height.')
  if (width > MAX_SIDE_PIXELS || height > MAX_SIDE_PIXELS)
    throw refused(`The picture says that it is wider or higher than ${MAX_SIDE_PIXELS} pixels.`)
  if (width * height > MAX_PIXELS)
    throw refused(`The picture says that it has more than ${MAX_PIXELS / 1e6} million pixels.`)
}

/** @throws {Problem} evidence_refused when a file has more blocks than any program writes */
export function checkBlockCount(blocks: number): void {
  if (blocks > MAX_BLOCKS) throw refused(`The file is in more than ${MAX_BLOCKS} blocks.`)
}
