import { must } from '../../base/typed.ts'
/**
 * Distinct page hashes, numbered from 0. A database of 30 GB has four million pages, and its packs as many: a hash takes 20
 * bytes here and about 8 in the table, and everything else uses its number.
 */

/**
 * Bytes kept of each SHA-256. Two different pages that share 160 bits would take 2^80 tries to find, and a check with the
 * identity would show them, since the backup also holds the hash of the whole file.
 */
export const HASH_BYTES = 20
/** Hashes are kept in chunks, so that growing never copies them. */
const PIECE_HASHES = 65_536
const FIRST_SLOTS = 1 << 16
/** The table grows beyond this load factor. */
const MOST_FULL = 0.6

export class PageIndex {
  readonly #pieces: Buffer[] = []
  /** Open addressing: hash number + 1; 0 is a free slot. A SHA-256 is already evenly spread. */
  #slots = new Uint32Array(FIRST_SLOTS)
  #size = 0

  /** Number of distinct hashes; every number is below it. */
  get size(): number {
    return this.#size
  }

  /** @param hash SHA-256, or the part of it that is kept */
  numberOf(hash: Buffer): number {
    const slot = this.#slotOf(hash)
    const held = must(this.#slots[slot])
    if (held !== 0) return held - 1
    const number = this.#size++
    if (number % PIECE_HASHES === 0) this.#pieces.push(Buffer.allocUnsafeSlow(PIECE_HASHES * HASH_BYTES))
    hash.copy(this.#pieceOf(number), offsetOf(number), 0, HASH_BYTES)
    this.#slots[slot] = number + 1
    if (this.#size > MOST_FULL * this.#slots.length) this.#grow()
    return number
  }

  /** Numbers of concatenated hashes. @throws {RangeError} when the length is not a multiple of a hash */
  numbersOf(hashes: Buffer): Uint32Array {
    if (hashes.length % HASH_BYTES !== 0) throw new RangeError('the length is not a multiple of a hash')
    return Uint32Array.from({ length: hashes.length / HASH_BYTES }, (_, i) =>
      this.numberOf(hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES)),
    )
  }

  /** The hashes, concatenated. */
  hashesOf(numbers: Uint32Array): Buffer {
    const hashes = Buffer.alloc(numbers.length * HASH_BYTES)
    for (const [i, number] of numbers.entries()) {
      const at = offsetOf(number)
      this.#pieceOf(number).copy(hashes, i * HASH_BYTES, at, at + HASH_BYTES)
    }
    return hashes
  }

  #pieceOf(number: number): Buffer {
    return must(this.#pieces[Math.floor(number / PIECE_HASHES)])
  }

  /** Slot of the hash, or the free slot for it. */
  #slotOf(hash: Buffer): number {
    const mask = this.#slots.length - 1
    let slot = hash.readUInt32LE(0) & mask
    for (;;) {
      const held = must(this.#slots[slot])
      if (held === 0 || this.#isAt(held - 1, hash)) return slot
      slot = (slot + 1) & mask
    }
  }

  #isAt(number: number, hash: Buffer): boolean {
    const at = offsetOf(number)
    return this.#pieceOf(number).compare(hash, 0, HASH_BYTES, at, at + HASH_BYTES) === 0
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    const mask = this.#slots.length - 1
    for (let number = 0; number < this.#size; number++) {
      let slot = this.#pieceOf(number).readUInt32LE(offsetOf(number)) & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = number + 1
    }
  }
}

const offsetOf = (number: number): number => (number % PIECE_HASHES) * HASH_BYTES
