import { crc32 } from 'node:zlib'
import type { Breathe } from './breathe.ts'
import { hasText, keep, partOf, totalBytes } from './bytes.ts'
import { orientationExif, orientationOf } from './exif-orientation.ts'
import { isKeptProfile, MAX_PROFILE_BYTES } from './icc.ts'
import { inflate } from './inflate.ts'
import { type CleanPicture, checkBlockCount, damaged } from './picture.ts'
import { checkPixels } from './png-pixels.ts'
import { checkChunk, isNeeded, pngHeader } from './png-rules.ts'

const SIGNATURE_BYTES = 8
/** The length and the type of a chunk. */
const HEAD_BYTES = 8
const CRC_BYTES = 4
/** Bytes checksummed in one step. */
const SLICE_BYTES = 524_288

interface Chunk {
  readonly type: string
  readonly content: Buffer
  readonly end: number
}

/**
 * Returns a PNG without its metadata: the pixels and their meaning as colours. Keeps only the first picture
 * of an animation, and removes everything after the end.
 * @param file begins with the signature
 * @throws {Problem} evidence_refused
 */
export async function cleanPng(file: Buffer, breathe: Breathe): Promise<CleanPicture> {
  const first = await chunkAt(file, SIGNATURE_BYTES, breathe)
  if (first.type !== 'IHDR') throw damaged('PNG', 'it does not begin with its header')
  const header = pngHeader(first.content)
  const before = { lengths: new Map<string, number>(), last: '' }
  const head = [file.subarray(0, first.end)]
  const data: Buffer[] = []
  const compressed: Buffer[] = []
  let orientation: number | undefined
  let at = first.end
  for (let blocks = 1; before.last !== 'IEND'; blocks++) {
    checkBlockCount(blocks)
    const { type, content, end } = await chunkAt(file, at, breathe)
    checkChunk(header, type, content.length, before)
    if (type === 'IDAT') compressed.push(content)
    if (type === 'IDAT' || type === 'IEND') keep(data, file, at, end)
    else if (type === 'iCCP') head.push(...(await profileChunk(content)))
    else if (type === 'eXIf') orientation ??= orientationOf(content)
    else if (isNeeded(type)) keep(head, file, at, end)
    before.lengths.set(type, content.length)
    before.last = type
    at = end
  }
  await checkPixels(header, compressed)
  // Written before the pixels. After them is allowed too, but viewers that show a picture as it loads need it
  // early.
  if (orientation !== undefined && orientation !== 1)
    head.push(...pngChunk('eXIf', orientationExif(orientation)))
  const { width, height } = header
  return { mediaType: 'image/png', pieces: [...head, ...data], width, height }
}

/** Reads a chunk and verifies its checksum. */
async function chunkAt(file: Buffer, at: number, breathe: Breathe): Promise<Chunk> {
  const head = partOf(file, at, HEAD_BYTES)
  const length = head.readUInt32BE()
  const summed = partOf(file, at + 4, 4 + length)
  const crc = partOf(file, at + HEAD_BYTES + length, CRC_BYTES).readUInt32BE()
  let sum = 0
  for (let from = 0; from < summed.length; from += SLICE_BYTES) {
    sum = crc32(summed.subarray(from, from + SLICE_BYTES), sum)
    await breathe()
  }
  if (sum !== crc) throw damaged('PNG', 'the checksum of a chunk is wrong')
  const end = at + HEAD_BYTES + length + CRC_BYTES
  return { type: summed.toString('latin1', 0, 4), content: summed.subarray(4), end }
}

/** "iCCP": a name of 1 to 79 bytes, a zero, the method 0, and the compressed profile. */
const MAX_NAME_BYTES = 79

/** A fixed name, because profiles carry names of screens and people. */
const NAME = Buffer.from('ICC profile\0\0')

/**
 * Returns the chunk of a PNG's colour profile under a fixed name, with its original compressed bytes.
 * @param iccp content of the original chunk
 * @returns an empty list unless the profile may be kept
 */
async function profileChunk(iccp: Buffer): Promise<readonly Buffer[]> {
  const nameBytes = iccp.subarray(0, MAX_NAME_BYTES + 1).indexOf(0)
  if (nameBytes < 1 || !hasText(iccp, '\0\0', nameBytes)) return []
  const compressed = iccp.subarray(nameBytes + 2)
  const profile: Buffer[] = []
  const inflated = await inflate([compressed], MAX_PROFILE_BYTES, (part) => profile.push(part))
  if (inflated === undefined || inflated.read > MAX_PROFILE_BYTES) return []
  if (!isKeptProfile(Buffer.concat(profile))) return []
  return pngChunk('iCCP', NAME, compressed.subarray(0, inflated.read))
}

/** Returns a chunk: length, type, content, and the checksum of type and content. */
function pngChunk(type: string, ...parts: readonly Buffer[]): readonly Buffer[] {
  const head = Buffer.from(`\0\0\0\0${type}`)
  head.writeUInt32BE(totalBytes(parts))
  const end = Buffer.alloc(CRC_BYTES)
  end.writeUInt32BE(parts.reduce((sum, part) => crc32(part, sum), crc32(type)))
  return [head, ...parts, end]
}
