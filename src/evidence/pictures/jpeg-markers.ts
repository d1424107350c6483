import { refused } from './picture.ts'

/** Second bytes of the markers used here (ITU-T T.81, table B.1). */
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

/** The first byte of every marker; it may be repeated (§B.1.1.2). */
export const MARKER_START = 0xff

/** In coded data, this byte follows a 0xff that does not start a marker (§F.1.2.3). */
const STUFFED = 0x00

/** Whether this byte after 0xff belongs to the coded data: a stuffed zero or a restart marker. */
export const continuesScan = (code: number): boolean => code === STUFFED || (code >= 0xd0 && code <= 0xd7)

/** What to do with a segment: `application` is kept in part, `dropped` removed. */
export type Segment = 'frame' | 'scan' | 'huffman' | 'quantization' | 'restart' | 'application' | 'dropped'

/**
 * Returns the kind of a segment. Cameras write, and browsers show, baseline, extended and progressive frames.
 * Hardly any viewer opens the other frames of T.81 (lossless, hierarchical, arithmetic coding, height stated
 * after the first scan).
 * @throws {Problem} evidence_refused for a marker that does not belong between segments
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
      throw refused('A second JPEG picture starts inside the first.')
  }
  if (code >= 0xe0 && code <= 0xef) return 'application'
  if (code >= 0xc0 && code <= 0xcf) throw refused('The JPEG picture is coded in a way that few viewers open.')
  throw refused('The JPEG file is damaged: a segment begins with an unknown marker.')
}
