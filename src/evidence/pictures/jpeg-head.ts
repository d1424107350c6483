import { hasText, totalBytes } from './bytes.ts'
import { EXIF_PREFIX, orientationExif, orientationOf } from './exif-orientation.ts'
import { isKeptProfile, MAX_PROFILE_BYTES } from './icc.ts'
import { damaged } from './picture.ts'

/** Marker and length, two bytes each. */
const SEGMENT_HEAD_BYTES = 4

/** JFIF 1.02: no unit, square pixels, no thumbnail. Decoders do not accept a shorter one as JFIF either. */
const JFIF = Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\0\0', 'latin1')

/** Adobe technical note 5116: version 100, no flags; the transform follows. */
const ADOBE = Buffer.from('Adobe\0\x64\0\0\0\0', 'latin1')
const MAX_ADOBE_TRANSFORM = 2

/** ICC.1, annex B: this word, the chunk's number from 1, the number of chunks, and part of the profile. */
const ICC_WORD = 'ICC_PROFILE\0'
const ICC_NUMBER_AT = SEGMENT_HEAD_BYTES + ICC_WORD.length
const ICC_PART_AT = ICC_NUMBER_AT + 2

/**
 * Returns the start of image and what viewers need from a JPEG's application segments: JFIF and Adobe, which
 * state how colours are coded; the colour profile; and the orientation. They have the order in which cameras
 * write them. The profile is copied; the others are rewritten, without room for other data.
 * @param segments with marker and length
 * @throws {Problem} evidence_refused
 */
export function headOf(segments: readonly Buffer[]): readonly Uint8Array[] {
  const those = (code: number, word: string, minBytes: number) =>
    segments.filter(
      (segment) =>
        segment[1] === code &&
        segment.length >= SEGMENT_HEAD_BYTES + minBytes &&
        hasText(segment, word, SEGMENT_HEAD_BYTES),
    )
  const head: Uint8Array[] = [Uint8Array.of(0xff, 0xd8)]
  if (those(0xe0, 'JFIF\0', JFIF.length).length > 0) head.push(written(0xe0, JFIF))
  // Of several Exif blocks, viewers use the first.
  const exif = those(0xe1, EXIF_PREFIX, 0)[0]
  const orientation = exif === undefined ? 1 : orientationOf(exif.subarray(SEGMENT_HEAD_BYTES))
  if (orientation !== 1) head.push(written(0xe1, Buffer.from(EXIF_PREFIX), orientationExif(orientation)))
  head.push(...keptProfile(those(0xe2, ICC_WORD, ICC_PART_AT - SEGMENT_HEAD_BYTES + 1)))
  const adobe = those(0xee, 'Adobe', ADOBE.length + 1)
  const transforms = adobe.map((segment) => segment.readUInt8(SEGMENT_HEAD_BYTES + ADOBE.length))
  if (transforms.some((transform) => transform > MAX_ADOBE_TRANSFORM))
    throw damaged('JPEG', 'the coding of its colours is unknown')
  if (transforms.length > 0) head.push(written(0xee, ADOBE, Buffer.from(transforms.slice(-1))))
  return head
}

function written(code: number, ...content: readonly Buffer[]): Buffer {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(totalBytes(content) + 2, 2)
  return Buffer.concat([head, ...content])
}

/** Returns the profile's segments in order; none if a chunk is missing or they do not form a profile. */
function keptProfile(segments: readonly Buffer[]): readonly Buffer[] {
  const inOrder = segments.toSorted((a, b) => a.readUInt8(ICC_NUMBER_AT) - b.readUInt8(ICC_NUMBER_AT))
  const isWhole = inOrder.every(
    (segment, i) => segment[ICC_NUMBER_AT] === i + 1 && segment[ICC_NUMBER_AT + 1] === inOrder.length,
  )
  const parts = inOrder.map((segment) => segment.subarray(ICC_PART_AT))
  const isKept = isWhole && totalBytes(parts) <= MAX_PROFILE_BYTES && isKeptProfile(Buffer.concat(parts))
  return isKept ? inOrder : []
}
