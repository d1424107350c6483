import { must } from '../../base/typed.ts'
import { refused } from './picture.ts'

const LONGEST_CODE_BITS = 16
const MAX_SYMBOLS = 256
/**
 * A DC symbol is the number of bits of a difference, at most 15 for 12-bit samples (ITU-T T.81, table F.1).
 */
const MAX_DC_SYMBOL = 15

/** Most tables of a picture: a progressive one has about a dozen scans, each with at most eight. */
const MAX_TABLES = 256

const damaged = () => refused('The JPEG file is damaged: a Huffman table is not well-formed.')

/** The Huffman tables that a decoder has at some point of a JPEG (ITU-T T.81 §B.2.4.2). */
export class HuffmanTables {
  readonly #dc = new Set<number>()
  readonly #ac = new Set<number>()
  #tables = 0

  hasDc(slot: number): boolean {
    return this.#dc.has(slot)
  }

  hasAc(slot: number): boolean {
    return this.#ac.has(slot)
  }

  /**
   * Reads a segment of tables: kind and slot, the number of codes of 1 to 16 bits, their symbols.
   * @throws {Problem} evidence_refused for an unknown kind of table, or ambiguous codes
   */
  take(segment: Uint8Array): void {
    if (segment.length === 0) throw damaged()
    let at = 0
    while (at < segment.length) {
      const head = must(segment[at])
      const counts = segment.subarray(at + 1, at + 1 + LONGEST_CODE_BITS)
      if (head >> 4 > 1 || (head & 15) > 3 || counts.length < LONGEST_CODE_BITS) throw damaged()
      const symbolsAt = at + 1 + LONGEST_CODE_BITS
      const count = symbolCount(counts)
      const symbols = segment.subarray(symbolsAt, symbolsAt + count)
      const isDc = head >> 4 === 0
      if (symbols.length < count || (isDc && symbols.some((symbol) => symbol > MAX_DC_SYMBOL)))
        throw damaged()
      if (++this.#tables > MAX_TABLES) throw refused('The JPEG picture has tables that it does not need.')
      const slots = isDc ? this.#dc : this.#ac
      slots.add(head & 15)
      at = symbolsAt + count
    }
  }
}

/** Returns the number of symbols that follow; throws if one code is a prefix of another. */
function symbolCount(counts: Uint8Array): number {
  let symbols = 0
  let codes = 0
  for (let bits = 1; bits <= LONGEST_CODE_BITS; bits++) {
    const count = must(counts[bits - 1])
    symbols += count
    codes = codes * 2 + count
    if (codes > 2 ** bits) throw damaged()
  }
  if (symbols > MAX_SYMBOLS) throw damaged()
  return symbols
}
