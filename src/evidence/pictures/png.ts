import { crc32 } from 'node:zlib'
import type { Breathe } from './breathe.ts'
import { BytesReader } from './bytes-reader.ts'
import { type Orientation, orientationExif, orientationOf } from './exif-orientation.ts'
import { type CleanPicture, checkBlockCount, refused } from './picture.ts'
import { Pieces } from './pieces.ts'
import { PngChunks } from './png-chunks.ts'
import { pngHeader } from './png-header.ts'
import { checkPixels } from './png-pixels.ts'
import { profileChunk } from './png-profile.ts'
import { pngChunk } from './png-write.ts'

const SIGNATURE_BYTES = 8
/** The length and the type of a chunk. */
const HEAD_BYTES = 8
const CRC_BYTES = 4
/** The header chunk is the first and has a fixed length. */
const HEADER_END = SIGNATURE_BYTES + HEAD_BYTES + 13 + CRC_BYTES
/** Bytes checksummed in one step. */
const SLICE_BYTES = 524_288

interface Chunk {
  readonly type: string
  readonly content: Uint8Array
  readonly end: number
}

/**
 * Returns a PNG without its metadata: the pixels and their meaning as colours. Keeps only the first picture
 * of an animation, and removes everything after the end.
 * @param bytes begins with the signature
 * @throws {Problem} evidence_refused
 */
export async function cleanPng(bytes: Uint8Array, breathe: Breathe): Promise<CleanPicture> {
  const reader = new BytesReader(bytes)
  const first = await chunkAt(reader, SIGNATURE_BYTES, breathe)
  if (first.type !== 'IHDR') throw refused('The PNG file is damaged: it does not begin with its header.')
  const header = pngHeader(first.content)
  const chunks = new PngChunks(header)
  const head = new Pieces(bytes)
  const data = new Pieces(bytes)
  const compressed: Uint8Array[] = []
  let orientation: Orientation | undefined
  head.keep(0, HEADER_END)
  let at = HEADER_END
  for (let blocks = 1; ; blocks++) {
    checkBlockCount(blocks)
    const { type, content, end } = await chunkAt(reader, at, breathe)
    const fate = chunks.take(type, content.length)
    if (fate === 'kept') head.keep(at, end)
    else if (fate === 'profile') head.put(...(await profileChunk(content)))
    else if (fate === 'exif') orientation ??= orientationOf(content)
    else if (fate === 'data') compressed.push(content)
    if (fate === 'data' || fate === 'end') data.keep(at, end)
    if (fate === 'end') break
    at = end
  }
  await checkPixels(header, compressed)
  // Written before the pixels. After them is allowed too, but viewers that show a picture as it loads need it
  // early.
  if (orientation !== undefined && orientation !== 1)
    head.put(...pngChunk('eXIf', orientationExif(orientation)))
  const { width, height } = header
  return { mediaType: 'image/png', pieces: [...head.list(), ...data.list()], width, height }
}

/** Reads a chunk and verifies its checksum. */
async function chunkAt(reader: BytesReader, at: number, breathe: Breathe): Promise<Chunk> {
  const length = reader.u32(at)
  const type = reader.text(at + 4, 4)
  const content = reader.part(at + HEAD_BYTES, length)
  const crc = reader.u32(at + HEAD_BYTES + length)
  const summed = reader.part(at + 4, 4 + length)
  let sum = 0
  for (let from = 0; from < summed.length; from += SLICE_BYTES) {
    sum = crc32(summed.subarray(from, from + SLICE_BYTES), sum)
    await breathe()
  }
  if (sum !== crc) throw refused('The PNG file is damaged: the checksum of a chunk is wrong.')
  return { type, content, end: at + HEAD_BYTES + length + CRC_BYTES }
}
