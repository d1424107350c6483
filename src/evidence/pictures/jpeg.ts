import type { Breathe } from './breathe.ts'
import { keep, partOf } from './bytes.ts'
import { JpegFrame } from './jpeg-frame.ts'
import { headOf } from './jpeg-head.ts'
import { type CleanPicture, checkBlockCount, damaged, refused } from './picture.ts'

/** The first byte of every marker; it may be repeated (ITU-T T.81 §B.1.1.2). The second byte is its code. */
const MARKER_START = 0xff
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
const COMMENT = 0xfe
const isApplication = (code: number) => code >= 0xe0 && code <= 0xef

/** Fill bytes checked in one step. */
const SLICE_BYTES = 131_072

/**
 * Returns a JPEG without its metadata: a new head (`headOf`), then the original tables, frame and scans.
 * Removes everything after the picture: previews, second pictures, films.
 * @param file begins with a start of image
 * @throws {Problem} evidence_refused
 */
export async function cleanJpeg(file: Buffer, breathe: Breathe): Promise<CleanPicture> {
  const applications: Buffer[] = []
  const frame = new JpegFrame()
  const body: Buffer[] = []
  let at = 2
  for (let blocks = 1; ; blocks++) {
    checkBlockCount(blocks)
    at = await lastOfFill(file, at, breathe)
    const code = partOf(file, at, 2).readUInt8(1)
    if (code === END_OF_IMAGE) break
    // The length in the file includes its own two bytes.
    const length = partOf(file, at + 2, 2).readUInt16BE()
    if (length < 2) throw damaged('JPEG', 'a segment has a wrong length')
    const segment = partOf(file, at + 4, length - 2)
    let end = at + 2 + length
    if (isApplication(code)) {
      if (!frame.hasScans) applications.push(file.subarray(at, end))
    } else if (code !== COMMENT) {
      frame.take(code, segment)
      if (code === START_OF_SCAN) end = await endOfScan(file, end, breathe)
      keep(body, file, at, end)
    }
    at = end
  }
  keep(body, file, at, at + 2)
  return { mediaType: 'image/jpeg', pieces: [...headOf(applications), ...body], ...frame.whole() }
}

/** Returns the position of the marker that must follow, after any fill bytes. */
async function lastOfFill(file: Buffer, from: number, breathe: Breathe): Promise<number> {
  let at = from
  if (partOf(file, at, 1)[0] !== MARKER_START) throw damaged('JPEG', 'a segment has a wrong length')
  await breathe()
  while (file[at + 1] === MARKER_START) if (++at % SLICE_BYTES === 0) await breathe()
  return at
}

/** Possible marker starts checked in one step. */
const STARTS_AT_ONCE = 4_096

/** Whether this byte after 0xff belongs to the coded data: a stuffed zero (§F.1.2.3) or a restart marker. */
const continuesScan = (code: number): boolean => code === 0 || (code >= 0xd0 && code <= 0xd7)

/** Returns the position of the marker that ends the coded data. */
async function endOfScan(file: Buffer, from: number, breathe: Breathe): Promise<number> {
  let at = from
  for (let starts = 1; ; starts++) {
    at = file.indexOf(MARKER_START, at)
    if (at < 0 || at === file.length - 1)
      throw refused('The picture is cut off: the end of the JPEG picture is missing.')
    const code = file.readUInt8(at + 1)
    if (continuesScan(code)) at += 2
    else if (code === MARKER_START) at++
    else if (at === from) throw damaged('JPEG', 'a scan has no data')
    else return at
    if (starts % STARTS_AT_ONCE === 0) await breathe()
  }
}
