import { damaged, refused } from './picture.ts'

/** Returns how many of the bytes after its first belong to a table. @throws {Problem} evidence_refused */
type Measure = (head: number, rest: Buffer) => number

/** The tables of one kind that a decoder has at some point of a JPEG. Sections: ITU-T T.81. */
export class JpegTables {
  readonly #most: number
  readonly #measure: Measure
  readonly #heads = new Set<number>()
  #count = 0

  /** @param most tables in all: filling the slots again and again could hide data */
  constructor(most: number, measure: Measure) {
    this.#most = most
    this.#measure = measure
  }

  /** @param head the class of the table (0 or 1) in the upper four bits, the slot in the lower ones */
  has(head: number): boolean {
    return this.#heads.has(head)
  }

  /** Reads a segment of tables. @throws {Problem} evidence_refused */
  take(segment: Buffer): void {
    let at = 0
    while (at < segment.length) {
      const head = segment.readUInt8(at)
      if (head >> 4 > 1 || (head & 15) > 3) throw damaged('JPEG', 'a table has an unknown kind')
      if (++this.#count > this.#most) throw refused('The JPEG picture has tables that it does not need.')
      at += 1 + this.#measure(head, segment.subarray(at + 1))
      this.#heads.add(head)
    }
    if (at !== segment.length || at === 0) throw damaged('JPEG', 'a table has a wrong length')
  }
}

/** §B.2.4.1: 64 numbers of one or two bytes. */
export const quantizationBytes: Measure = (head) => 64 * (1 + (head >> 4))

const LONGEST_CODE_BITS = 16
const MAX_SYMBOLS = 256
/** A DC symbol is the number of bits of a difference, at most 15 for 12-bit samples (table F.1). */
const MAX_DC_SYMBOL = 15

/** §B.2.4.2: the number of codes of 1 to 16 bits, then their symbols. Refuses ambiguous codes. */
export const huffmanBytes: Measure = (head, rest) => {
  let symbols = 0
  let codes = 0
  let isAmbiguous = false
  for (const [i, count] of rest.subarray(0, LONGEST_CODE_BITS).entries()) {
    symbols += count
    codes = codes * 2 + count
    isAmbiguous ||= codes > 2 ** (i + 1)
  }
  const end = LONGEST_CODE_BITS + symbols
  const isDc = head >> 4 === 0
  const isTooLong = isDc && rest.subarray(LONGEST_CODE_BITS, end).some((symbol) => symbol > MAX_DC_SYMBOL)
  if (isAmbiguous || symbols > MAX_SYMBOLS || isTooLong)
    throw damaged('JPEG', 'a Huffman table is not well-formed')
  return end
}
