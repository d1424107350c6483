import type { Breathe } from './breathe.ts'
import { partOf, totalBytes } from './bytes.ts'
import { orientationExif, orientationOf } from './exif-orientation.ts'
import { isKeptProfile } from './icc.ts'
import { type CleanPicture, checkBlockCount, checkDimensions, damaged, refused } from './picture.ts'
import { checkAlpha, losslessDimensions, lossyDimensions } from './webp-frame.ts'

/** Bits of the first byte of VP8X (WebP container specification, "Extended File Format"). */
const ANIMATION = 0x02
const ALPHA = 0x10
/** Chunks that the header declares by a bit. */
const DECLARED = { ICCP: 0x20, EXIF: 0x08, 'XMP ': 0x04 } as const

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

/**
 * Returns a WebP without its metadata: the coded picture, its transparency and its colour profile.
 * @param file begins with the RIFF header of a WebP
 * @throws {Problem} evidence_refused
 */
export async function cleanWebp(file: Buffer, breathe: Breathe): Promise<CleanPicture> {
  const chunks = await chunksOf(file, breathe)
  const header = chunks.get('VP8X')
  const flags = header?.[0] ?? 0
  checkFeatures(flags, chunks)
  const type = chunks.has('VP8L') ? 'VP8L' : 'VP8 '
  const picture = chunks.get(type)
  if (picture === undefined) throw damaged('WebP', 'it has no picture')
  const { width, height } = type === 'VP8L' ? losslessDimensions(picture) : lossyDimensions(picture)
  checkDimensions(width, height)
  if (
    header !== undefined &&
    (header.readUIntLE(4, 3) + 1 !== width || header.readUIntLE(7, 3) + 1 !== height)
  )
    throw damaged('WebP', 'its picture does not have the size in its header')
  // A lossless picture has its own transparency.
  const alpha = type === 'VP8 ' ? chunks.get('ALPH') : undefined
  if (alpha !== undefined) checkAlpha(alpha, width * height)

  // Chunks without their bit are removed; viewers ignore them too.
  const declared = (name: 'ICCP' | 'EXIF') => ((flags & DECLARED[name]) === 0 ? undefined : chunks.get(name))
  const profile = declared('ICCP')
  const keptProfile = profile !== undefined && isKeptProfile(profile) ? profile : undefined
  const exif = declared('EXIF')
  const orientation = exif === undefined ? 1 : orientationOf(exif)
  const keptExif = orientation === 1 ? undefined : orientationExif(orientation)
  const keptFlags = (flags & ALPHA) | (keptProfile ? DECLARED.ICCP : 0) | (keptExif ? DECLARED.EXIF : 0)
  const pieces = [
    ...chunk('VP8X', header && Buffer.concat([Buffer.from([keptFlags, 0, 0, 0]), header.subarray(4)])),
    ...chunk('ICCP', keptProfile),
    ...chunk('ALPH', alpha),
    ...chunk(type, picture),
    ...chunk('EXIF', keptExif),
  ]
  const riff = chunkHead('RIFF', 4 + totalBytes(pieces))
  return { mediaType: 'image/webp', pieces: [riff, Buffer.from('WEBP'), ...pieces], width, height }
}

/**
 * Returns the chunks of a file by type; of a type that may repeat, the first one. Checks their order, number
 * and lengths. Ignores everything after the RIFF.
 * @throws {Problem} evidence_refused
 */
async function chunksOf(file: Buffer, breathe: Breathe): Promise<ReadonlyMap<string, Buffer>> {
  const riffEnd = 8 + partOf(file, 0, RIFF_HEAD_BYTES).readUInt32LE(4)
  if (riffEnd < RIFF_HEAD_BYTES || riffEnd > file.length || riffEnd % 2 !== 0)
    throw refused(
      'The picture is cut off or damaged: the WebP file does not have the length that it declares.',
    )
  const riff = file.subarray(0, riffEnd)
  const chunks = new Map<string, Buffer>()
  let last = -1
  for (let at = RIFF_HEAD_BYTES, blocks = 1; at < riffEnd; blocks++) {
    checkBlockCount(blocks)
    await breathe()
    const head = partOf(riff, at, CHUNK_HEAD_BYTES)
    const type = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    const paddedEnd = at + CHUNK_HEAD_BYTES + length + (length % 2)
    if (paddedEnd > riffEnd) throw damaged('WebP', 'a chunk extends past the end of the file')
    const place = PLACES.get(type)
    if (place !== undefined && place <= last) throw damaged('WebP', 'its chunks are in the wrong order')
    last = place ?? last
    if (chunks.size === 0 && !FIRST.includes(type)) throw damaged('WebP', 'it does not begin with its header')
    if (!chunks.has(type)) chunks.set(type, partOf(riff, at + CHUNK_HEAD_BYTES, length))
    at = paddedEnd
  }
  return chunks
}

/**
 * Refuses a picture without a chunk that its header declares: the chunk was lost, or lies inside one with a
 * wrong length.
 */
function checkFeatures(flags: number, chunks: ReadonlyMap<string, Buffer>): void {
  if ((flags & ANIMATION) !== 0 || chunks.has('ANIM') || chunks.has('ANMF'))
    throw refused('The WebP file is animated; only still pictures are accepted.')
  if ((chunks.get('VP8X')?.length ?? FEATURES_BYTES) !== FEATURES_BYTES)
    throw damaged('WebP', 'its header has a wrong length')
  const isPromiseBroken = Object.entries(DECLARED).some(
    ([type, bit]) => (flags & bit) !== 0 && !chunks.has(type),
  )
  if (isPromiseBroken) throw damaged('WebP', 'it lacks a chunk that its header declares')
}

/** Returns a RIFF chunk: type, length, content, and a zero byte after an odd length. */
function chunk(type: string, content: Buffer | undefined): readonly Buffer[] {
  if (content === undefined) return []
  return [chunkHead(type, content.length), content, Buffer.alloc(content.length % 2)]
}

function chunkHead(type: string, length: number): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`)
  head.writeUInt32LE(length, 4)
  return head
}
