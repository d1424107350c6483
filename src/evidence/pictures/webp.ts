import type { Breathe } from './breathe.ts'
import { BytesReader, latin1, totalBytes } from './bytes-reader.ts'
import { orientationExif, orientationOf } from './exif-orientation.ts'
import { isKeptProfile } from './icc.ts'
import { type CleanPicture, checkDimensions, refused } from './picture.ts'
import { FEATURE, webpChunks } from './webp-chunks.ts'
import { checkAlpha, type Dimensions, frameDimensions } from './webp-frame.ts'

/**
 * Returns a WebP without its metadata: the coded picture, its transparency and its colour profile.
 * @param bytes begins with the RIFF header of a WebP
 * @throws {Problem} evidence_refused
 */
export async function cleanWebp(bytes: Uint8Array, breathe: Breathe): Promise<CleanPicture> {
  const chunks = await webpChunks(new BytesReader(bytes), breathe)
  const type = chunks.has('VP8L') ? 'VP8L' : 'VP8 '
  const picture = chunks.get(type)
  if (picture === undefined) throw refused('The WebP file is damaged: it has no picture.')
  const dimensions = frameDimensions(type, picture)
  checkDimensions(dimensions.width, dimensions.height)
  const features = chunks.get('VP8X')
  const alpha = type === 'VP8 ' ? chunks.get('ALPH') : undefined
  if (alpha !== undefined) checkAlpha(alpha, dimensions)
  const extended =
    features === undefined
      ? { before: [], after: [] }
      : extension(features, dimensions, chunks.get('ICCP'), chunks.get('EXIF'))
  const pieces = [
    ...extended.before,
    ...(alpha === undefined ? [] : chunk('ALPH', alpha)),
    ...chunk(type, picture),
    ...extended.after,
  ]
  return { mediaType: 'image/webp', pieces: [riffHead(totalBytes(pieces)), ...pieces], ...dimensions }
}

/** Returns the chunks of an extended file before the picture (features, profile) and after it (Exif). */
function extension(
  features: Uint8Array,
  dimensions: Dimensions,
  profile: Uint8Array | undefined,
  exif: Uint8Array | undefined,
): { readonly before: readonly Uint8Array[]; readonly after: readonly Uint8Array[] } {
  const has = (feature: number) => ((features[0] as number) & feature) !== 0
  const canvas = { width: u24(features, 4) + 1, height: u24(features, 7) + 1 }
  if (canvas.width !== dimensions.width || canvas.height !== dimensions.height)
    throw refused('The WebP file is damaged: its picture does not have the size in its header.')
  const keptProfile =
    profile !== undefined && has(FEATURE.profile) && isKeptProfile(profile) ? profile : undefined
  const orientation = exif !== undefined && has(FEATURE.exif) ? orientationOf(exif) : 1
  const kept = new Uint8Array(features)
  kept.fill(0, 0, 4)
  kept[0] =
    (has(FEATURE.alpha) ? FEATURE.alpha : 0) |
    (keptProfile === undefined ? 0 : FEATURE.profile) |
    (orientation === 1 ? 0 : FEATURE.exif)
  return {
    before: [...chunk('VP8X', kept), ...(keptProfile === undefined ? [] : chunk('ICCP', keptProfile))],
    after: orientation === 1 ? [] : chunk('EXIF', orientationExif(orientation)),
  }
}

const u24 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16)

/** Returns a RIFF chunk: type, length, content, and a zero byte after an odd length. */
function chunk(type: string, content: Uint8Array): readonly Uint8Array[] {
  const head = [latin1(type), u32(content.length), content]
  return content.length % 2 === 0 ? head : [...head, Uint8Array.of(0)]
}

function riffHead(chunksBytes: number): Uint8Array {
  return Uint8Array.of(...latin1('RIFF'), ...u32(4 + chunksBytes), ...latin1('WEBP'))
}

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}
