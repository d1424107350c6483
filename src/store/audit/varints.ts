/** Lists of numbers as variable-length integers (LEB128), in which small numbers and steps take one byte. */

/** The most bytes that one number can take. */
const LONGEST = 8

export class VarintWriter {
  #bytes = Buffer.allocUnsafe(64)
  #length = 0

  /** @param value a whole number from 0 up to 2^53 - 1 */
  write(value: number): void {
    this.#makeRoom(LONGEST)
    let rest = value
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#length++] = rest
  }

  /** Writes a step of either sign in zigzag encoding: 0 -1 1 -2 2 become 0 1 2 3 4. */
  writeStep(step: number): void {
    this.write(step >= 0 ? step * 2 : -step * 2 - 1)
  }

  /** Writes bytes, such as another list, after their length. */
  writeBytes(bytes: Uint8Array): void {
    this.write(bytes.length)
    this.#makeRoom(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(2 * this.#bytes.length + bytes)
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}

export class VarintReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  read(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('a list of numbers ends in the middle of one')
      value += (byte % 128) * scale
      if (byte < 128) return value
      scale *= 128
    }
  }

  /** Reads the bytes that `writeBytes` wrote, as a view of the same memory. */
  readBytes(): Uint8Array {
    const length = this.read()
    const bytes = this.#bytes.subarray(this.#at, this.#at + length)
    if (bytes.length < length) throw new RangeError('a list of numbers ends in the middle of one')
    this.#at += length
    return bytes
  }

  readStep(): number {
    const value = this.read()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
}
