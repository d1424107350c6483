import { must } from '../../base/typed.ts'
import { hasText, joined, latin1, totalBytes } from './bytes-reader.ts'
import { EXIF_PREFIX, type Orientation, orientationExif, orientationOf } from './exif-orientation.ts'
import { isKeptProfile, MAX_PROFILE_BYTES } from './icc.ts'
import { MARKER, MARKER_START } from './jpeg-markers.ts'
import { refused } from './picture.ts'

/** JFIF 1.02: no unit, square pixels, no thumbnail. */
const JFIF = [...latin1('JFIF\0'), 1, 2, 0, 0, 1, 0, 1, 0, 0]

/** Decoders do not accept a shorter segment as JFIF either. */
const MIN_JFIF_BYTES = JFIF.length

/** Adobe technical note 5116: version 100, no flags; the last byte is the transform. */
const ADOBE = [...latin1('Adobe'), 0, 100, 0, 0, 0, 0]
const MAX_ADOBE_TRANSFORM = 2

/** ICC.1, annex B: this word, the chunk's number from 1, the number of chunks, and part of the profile. */
const ICC_WORD = 'ICC_PROFILE\0'
const ICC_HEAD_BYTES = ICC_WORD.length + 2

interface ProfileChunk {
  readonly number: number
  readonly of: number
  /** The original segment, with its marker. */
  readonly whole: Uint8Array
}

/** Marker and length, two bytes each. */
const SEGMENT_HEAD_BYTES = 4

/**
 * Keeps what viewers need from a JPEG's application segments: JFIF and Adobe, which state how colours are
 * coded; the colour profile; and the orientation. The profile is copied; the others are rewritten, without
 * room for other data.
 */
export class JpegHead {
  #isJfif = false
  #adobeTransform: number | undefined
  #orientation: Orientation | undefined
  readonly #profile: ProfileChunk[] = []

  /**
   * @param whole the segment with its marker and length
   * @throws {Problem} evidence_refused
   */
  take(code: number, whole: Uint8Array): void {
    const segment = whole.subarray(SEGMENT_HEAD_BYTES)
    if (code === MARKER.application0) {
      this.#isJfif ||= hasText(segment, 'JFIF\0') && segment.length >= MIN_JFIF_BYTES
    } else if (code === MARKER.application1) {
      // Of several Exif blocks, viewers use the first.
      if (hasText(segment, EXIF_PREFIX)) this.#orientation ??= orientationOf(segment)
    } else if (code === MARKER.application2) {
      if (hasText(segment, ICC_WORD) && segment.length > ICC_HEAD_BYTES)
        this.#profile.push({
          number: must(segment[ICC_HEAD_BYTES - 2]),
          of: must(segment[ICC_HEAD_BYTES - 1]),
          whole,
        })
    } else if (code === MARKER.application14) {
      if (hasText(segment, 'Adobe') && segment.length > ADOBE.length)
        this.#adobeTransform = checkedTransform(must(segment[ADOBE.length]))
    }
  }

  /** Returns the start of image and the segments after it, in the order in which cameras write them. */
  pieces(): readonly Uint8Array[] {
    const head: Uint8Array[] = [Uint8Array.of(MARKER_START, MARKER.startOfImage)]
    if (this.#isJfif) head.push(written(MARKER.application0, JFIF))
    if (this.#orientation !== undefined && this.#orientation !== 1)
      head.push(written(MARKER.application1, [...latin1(EXIF_PREFIX), ...orientationExif(this.#orientation)]))
    head.push(...keptProfile(this.#profile))
    if (this.#adobeTransform !== undefined)
      head.push(written(MARKER.application14, [...ADOBE, this.#adobeTransform]))
    return head
  }
}

function checkedTransform(transform: number): number {
  if (transform > MAX_ADOBE_TRANSFORM)
    throw refused('The JPEG file is damaged: the coding of its colours is unknown.')
  return transform
}

function written(code: number, content: readonly number[]): Uint8Array {
  const length = content.length + 2
  return Uint8Array.of(MARKER_START, code, length >> 8, length & 0xff, ...content)
}

/** Returns the profile's segments in order; none if a chunk is missing or they do not form a profile. */
function keptProfile(chunks: readonly ProfileChunk[]): readonly Uint8Array[] {
  const inOrder = [...chunks].sort((a, b) => a.number - b.number)
  if (!inOrder.every(({ number, of }, i) => number === i + 1 && of === inOrder.length)) return []
  const segments = inOrder.map(({ whole }) => whole)
  const parts = segments.map((whole) => whole.subarray(SEGMENT_HEAD_BYTES + ICC_HEAD_BYTES))
  return totalBytes(parts) <= MAX_PROFILE_BYTES && isKeptProfile(joined(parts)) ? segments : []
}
