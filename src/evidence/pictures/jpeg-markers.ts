import { refused } from './picture.ts'

/** The second bytes of the markers of ITU-T T.81, table B.1, that have a meaning here. */
export const MARKER = {
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  huffmanTables: 0xc4,
  quantizationTables: 0xdb,
  restartInterval: 0xdd,
  startOfScan: 0xda,
  application0: 0xe0,
  application1: 0xe1,
  application2: 0xe2,
  application14: 0xee,
  comment: 0xfe,
} as const

/** Every marker begins with it, and any number of them may stand before its second byte (§B.1.1.2). */
export const MARKER_START = 0xff

/** Within coded data, what follows a byte that only looks like the start of a marker (§F.1.2.3). */
const STUFFED = 0x00

/** Whether the byte after 0xff belongs to the coded data: a stuffed zero, or one of the restart markers. */
export const continuesScan = (code: number): boolean => code === STUFFED || (code >= 0xd0 && code <= 0xd7)

/** What is done with a segment: `application` may be kept in part, `dropped` goes. */
export type Segment = 'frame' | 'scan' | 'huffman' | 'quantization' | 'restart' | 'application' | 'dropped'

/**
 * Baseline, extended and progressive frames are what cameras make and browsers show. The others of T.81
 * (lossless, hierarchical, arithmetic coding, a height told after the first scan) hardly any viewer opens.
 * @throws {Problem} evidence_refused a marker that has no business between the segments of such a picture
 */
export function segmentOf(code: number): Segment {
  switch (code) {
    case 0xc0:
    case 0xc1:
    case 0xc2:
      return 'frame'
    case MARKER.startOfScan:
      return 'scan'
    case MARKER.huffmanTables:
      return 'huffman'
    case MARKER.quantizationTables:
      return 'quantization'
    case MARKER.restartInterval:
      return 'restart'
    case MARKER.comment:
      return 'dropped'
    case MARKER.startOfImage:
      throw refused('A second JPEG picture begins inside the first.')
  }
  if (code >= 0xe0 && code <= 0xef) return 'application'
  if (code >= 0xc0 && code <= 0xcf) throw refused('The JPEG picture is coded in a way that few viewers open.')
  throw refused('The JPEG file is damaged: a segment begins with an unknown marker.')
}
