import { must } from '../../base/typed.ts'
import type { Breathe } from './breathe.ts'
import { BytesReader } from './bytes-reader.ts'
import { JpegFrame } from './jpeg-frame.ts'
import { JpegHead } from './jpeg-head.ts'
import { continuesScan, MARKER, MARKER_START, segmentOf } from './jpeg-markers.ts'
import { type CleanPicture, checkBlockCount, refused } from './picture.ts'
import { Pieces } from './pieces.ts'

/** Fill bytes checked in one step. */
const SLICE_BYTES = 131_072

/**
 * Returns a JPEG without its metadata: a new head (`JpegHead`), then the original tables, frame and scans.
 * Removes everything after the picture: previews, second pictures, films.
 * @param bytes begins with a start of image
 * @throws {Problem} evidence_refused
 */
export async function cleanJpeg(bytes: Uint8Array, breathe: Breathe): Promise<CleanPicture> {
  const reader = new BytesReader(bytes)
  const head = new JpegHead()
  const frame = new JpegFrame()
  const body = new Pieces(bytes)
  let at = 2
  for (let blocks = 1; ; blocks++) {
    checkBlockCount(blocks)
    at = await lastOfFill(reader, at, breathe)
    const code = reader.u8(at + 1)
    if (code === MARKER.endOfImage) break
    const kind = segmentOf(code)
    const segment = segmentAt(reader, at + 2)
    let end = at + 4 + segment.length
    if (kind === 'application') {
      if (!frame.hasScans) head.take(code, bytes.subarray(at, end))
    } else if (kind !== 'dropped') {
      frame.take(kind, code, segment)
      if (kind === 'scan') end = await endOfScan(bytes, end, breathe)
      body.keep(at, end)
    }
    at = end
  }
  const { width, height } = frame.whole()
  body.keep(at, at + 2)
  return { mediaType: 'image/jpeg', pieces: [...head.pieces(), ...body.list()], width, height }
}

/** Returns the position of the marker that must follow, after any fill bytes. */
async function lastOfFill(reader: BytesReader, from: number, breathe: Breathe): Promise<number> {
  let at = from
  if (reader.u8(at) !== MARKER_START) throw refused('The JPEG file is damaged: a segment has a wrong length.')
  await breathe()
  while (reader.u8(at + 1) === MARKER_START) if (++at % SLICE_BYTES === 0) await breathe()
  return at
}

/** Returns a segment's content. The length in the file includes its own two bytes. */
function segmentAt(reader: BytesReader, at: number): Uint8Array {
  const length = reader.u16(at)
  if (length < 2) throw refused('The JPEG file is damaged: a segment has a wrong length.')
  return reader.part(at + 2, length - 2)
}

/** Possible marker starts checked in one step. */
const STARTS_AT_ONCE = 4_096

/** Returns the position of the marker that ends the coded data. */
async function endOfScan(bytes: Uint8Array, from: number, breathe: Breathe): Promise<number> {
  // A Buffer finds a byte several times faster than a loop.
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = from
  for (let starts = 1; ; starts++) {
    at = data.indexOf(MARKER_START, at)
    if (at < 0 || at === bytes.length - 1)
      throw refused('The picture is cut off: the end of the JPEG picture is missing.')
    const code = must(bytes[at + 1])
    if (continuesScan(code)) at += 2
    else if (code === MARKER_START) at++
    else if (at === from) throw refused('The JPEG file is damaged: a scan has no data.')
    else return at
    if (starts % STARTS_AT_ONCE === 0) await breathe()
  }
}
