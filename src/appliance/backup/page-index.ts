import { must } from '../../base/typed.ts'
/**
 * Distinct page hashes, numbered from 0. A database of 30 GB has four million pages, and its packs have four
 * million too. To save memory, a hash is kept once, in 20 bytes and about 8 more in the table, and all other
 * code uses its number.
 */

/**
 * Only this many bytes of each SHA-256 are kept. To find two different pages that share 160 bits, an attacker
 * would need 2^80 tries, and a check with the identity would detect them, because the backup also holds the
 * hash of the whole file.
 */
export const HASH_BYTES = 20
/** Hashes are kept in chunks, so that growth never copies them. */
const CHUNK_HASHES = 65_536
const FIRST_SLOTS = 1 << 16
/** The table grows when its load factor exceeds this. */
const MOST_FULL = 0.6

export class PageIndex {
  readonly #chunks: Buffer[] = []
  /**
   * Open addressing: number of a hash + 1; 0 is a free slot. The bits of a SHA-256 are evenly spread already.
   */
  #slots = new Uint32Array(FIRST_SLOTS)
  #size = 0

  /** Number of distinct hashes; every number is below it. */
  get size(): number {
    return this.#size
  }

  /**
   * The number of a hash; a new hash gets the next one.
   * @param hash SHA-256, or the part of it that is kept
   */
  numberOf(hash: Buffer): number {
    const slot = this.#slotOf(hash)
    const held = must(this.#slots[slot])
    if (held !== 0) return held - 1
    const number = this.#size++
    if (number % CHUNK_HASHES === 0) this.#chunks.push(Buffer.allocUnsafeSlow(CHUNK_HASHES * HASH_BYTES))
    hash.copy(this.#chunkOf(number), offsetOf(number), 0, HASH_BYTES)
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
      this.#chunkOf(number).copy(hashes, i * HASH_BYTES, at, at + HASH_BYTES)
    }
    return hashes
  }

  #chunkOf(number: number): Buffer {
    return must(this.#chunks[Math.floor(number / CHUNK_HASHES)])
  }

  /** The slot of a known hash, or the free slot for a new one. */
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
    return this.#chunkOf(number).compare(hash, 0, HASH_BYTES, at, at + HASH_BYTES) === 0
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    const mask = this.#slots.length - 1
    for (let number = 0; number < this.#size; number++) {
      let slot = this.#chunkOf(number).readUInt32LE(offsetOf(number)) & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = number + 1
    }
  }
}

const offsetOf = (number: number): number => (number % CHUNK_HASHES) * HASH_BYTES
