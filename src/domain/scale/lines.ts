import { BEGINS, LONGEST_LINE, NOT_PRINTABLE, type ScaleReading, scaleReading } from './reading.ts'

/**
 * What a scale sends, cut into lines. Only a whole line counts: it stands between two characters that end lines, or
 * begins with STX, or was the first after a silence. A line that cannot be read makes the next one count for
 * nothing too, unless STX begins it: noise may have cut one line in two.
 */

export interface Hearing {
  /** The line so far; null while what comes is no whole line. */
  readonly text: string | null
  /** Whether the line before could not be read. */
  readonly isCut: boolean
}

/** After the port was opened, or an error of the line: a line may be under way. */
export const UNDER_WAY: Hearing = { text: null, isCut: false }
/** After a silence longer than that within any line. */
export const SILENT: Hearing = { text: '', isCut: false }

const [STX, ETX, LF, CR] = [2, 3, 10, 13]

/** @returns each whole line, read; null for one that counts for nothing */
export function heard(before: Hearing, bytes: Uint8Array) {
  let { text, isCut } = before
  const readings: (ScaleReading | null)[] = []
  const end = () => {
    if (text !== null && text !== '' && text !== BEGINS) {
      const read = scaleReading(text)
      readings.push(isCut ? null : read)
      isCut = read === null
    }
    text = ''
  }
  for (const byte of bytes) {
    if (byte === CR || byte === LF || byte === ETX) end()
    else if (byte === STX) {
      // A single character is the checksum behind the line before.
      isCut = text !== null && text.length > 1
      text = BEGINS
    } else if (text !== null && text.length >= LONGEST_LINE) {
      readings.push(null)
      isCut = true
      text = null
    } else if (text !== null) text += byte < 32 || byte > 126 ? NOT_PRINTABLE : String.fromCharCode(byte)
  }
  return { hearing: { text, isCut } satisfies Hearing, readings }
}
