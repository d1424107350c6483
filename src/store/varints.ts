/** Lists of numbers as variable-length integers (LEB128): small numbers and steps take one byte. */

export class VarintWriter {
  readonly #bytes: number[] = []

  /** @param value a whole number from 0 up to 2^53 - 1 */
  write(value: number): void {
    let rest = value
    while (rest >= 128) {
      this.#bytes.push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    this.#bytes.push(rest)
  }

  /** A step of either sign, as zigzag: 0 -1 1 -2 2 become 0 1 2 3 4. */
  writeStep(step: number): void {
    this.write(step >= 0 ? step * 2 : -step * 2 - 1)
  }

  bytes(): Buffer {
    return Buffer.from(this.#bytes)
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

  readStep(): number {
    const value = this.read()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
}
