import { Problem } from '../../base/problem.ts'

/** Accepted kinds of picture (contract §11). */
export type MediaType = 'image/jpeg' | 'image/png' | 'image/webp'

/** A picture without place and device metadata. */
export interface CleanPicture {
  readonly mediaType: MediaType
  /** The file, in order: views of the original bytes, and small new pieces. */
  readonly pieces: readonly Uint8Array[]
  /** In pixels as stored, before any rotation by the orientation. */
  readonly width: number
  readonly height: number
}

/** The longest side in pixels: the limit of JPEG's 16 bits. PNG allows more, WebP less. */
const MAX_SIDE_PIXELS = 65_535

/**
 * A few bytes can declare a picture too large for any viewer's memory. The largest phone sensors have 16,320
 * by 12,240 pixels, just below this limit; at four bytes a pixel, a viewer then needs 800 MB.
 */
const MAX_PIXELS = 200_000_000

/**
 * Most segments or chunks of a file, because each costs work and memory. A PNG of 20 MiB in the usual chunks
 * of 8 KiB has 2,560.
 */
const MAX_BLOCKS = 16_384

/** A refusal that states what is wrong with the file. */
export const refused = (detail: string): Problem => new Problem('evidence_refused', { detail })

export const damaged = (kind: 'JPEG' | 'PNG' | 'WebP', what: string): Problem =>
  refused(`The ${kind} file is damaged: ${what}.`)

/** @throws {Problem} evidence_refused when viewers could not show a picture of this size */
export function checkDimensions(width: number, height: number): void {
  if (width === 0 || height === 0) throw refused('The picture has no width or no height.')
  if (width > MAX_SIDE_PIXELS || height > MAX_SIDE_PIXELS)
    throw refused(`The picture is wider or higher than ${MAX_SIDE_PIXELS} pixels.`)
  if (width * height > MAX_PIXELS)
    throw refused(`The picture has more than ${MAX_PIXELS / 1e6} million pixels.`)
}

/** @throws {Problem} evidence_refused for more blocks than any program writes */
export function checkBlockCount(blocks: number): void {
  if (blocks > MAX_BLOCKS) throw refused(`The file has more than ${MAX_BLOCKS} blocks.`)
}
