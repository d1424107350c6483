import type { Breathe } from './breathe.ts'
import type { BytesReader } from './bytes-reader.ts'
import { checkBlockCount, refused } from './picture.ts'

/** Bits of the first byte of VP8X (WebP container specification, "Extended File Format"). */
export const FEATURE = { animation: 0x02, xmp: 0x04, exif: 0x08, alpha: 0x10, profile: 0x20 } as const

/** Chunks that may occur only once, and their order. The two codings of the picture exclude each other. */
const PLACES: ReadonlyMap<string, number> = new Map([
  ['VP8X', 0],
  ['ICCP', 1],
  ['ALPH', 2],
  ['VP8 ', 3],
  ['VP8L', 3],
])
const FIRST: readonly string[] = ['VP8X', 'VP8 ', 'VP8L']

const RIFF_HEAD_BYTES = 12
const CHUNK_HEAD_BYTES = 8
const FEATURES_BYTES = 10

const damaged = (what: string) => refused(`The WebP file is damaged: ${what}.`)

/** Chunks by type; of a type that may repeat, the first one. */
export type WebpChunks = ReadonlyMap<string, Uint8Array>

/**
 * Returns the chunks of a still picture; checks their order, number and lengths. Ignores everything after the
 * RIFF.
 * @throws {Problem} evidence_refused
 */
export async function webpChunks(reader: BytesReader, breathe: Breathe): Promise<WebpChunks> {
  const riffEnd = 8 + reader.u32(4, true)
  if (!reader.fits(RIFF_HEAD_BYTES, riffEnd - RIFF_HEAD_BYTES) || riffEnd % 2 !== 0)
    throw refused(
      'The picture is cut off or damaged: the WebP file does not have the length that it declares.',
    )
  const chunks = new Map<string, Uint8Array>()
  let last = -1
  for (let at = RIFF_HEAD_BYTES, blocks = 1; at < riffEnd; blocks++) {
    checkBlockCount(blocks)
    await breathe()
    const type = reader.text(at, 4)
    const length = reader.u32(at + 4, true)
    const paddedEnd = at + CHUNK_HEAD_BYTES + length + (length % 2)
    if (paddedEnd > riffEnd) throw damaged('a chunk extends past the end of the file')
    const place = PLACES.get(type)
    if (place !== undefined) {
      if (place <= last) throw damaged('its chunks are in the wrong order')
      last = place
    }
    if (chunks.size === 0 && !FIRST.includes(type)) throw damaged('it does not begin with its header')
    if (!chunks.has(type)) chunks.set(type, reader.part(at + CHUNK_HEAD_BYTES, length))
    at = paddedEnd
  }
  checkFeatures(chunks)
  return chunks
}

/**
 * Refuses a picture without a chunk that its header declares: the chunk was lost, or lies inside one with a
 * wrong length. An undeclared chunk is removed; viewers ignore it too.
 */
function checkFeatures(chunks: WebpChunks): void {
  const features = chunks.get('VP8X')
  const bits = features?.[0] ?? 0
  const isAnimated = (bits & FEATURE.animation) !== 0 || chunks.has('ANIM') || chunks.has('ANMF')
  if (isAnimated) throw refused('The WebP file is animated; only still pictures are accepted.')
  if (features !== undefined && features.length !== FEATURES_BYTES)
    throw damaged('its header has a wrong length')
  const isPromiseBroken =
    ((bits & FEATURE.profile) !== 0 && !chunks.has('ICCP')) ||
    ((bits & FEATURE.exif) !== 0 && !chunks.has('EXIF')) ||
    ((bits & FEATURE.xmp) !== 0 && !chunks.has('XMP '))
  if (isPromiseBroken) throw damaged('it lacks a chunk that its header declares')
}
