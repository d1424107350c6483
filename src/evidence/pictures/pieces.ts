/** Collects ranges of a file. Adjacent ranges become one view; nothing is copied. */
export class Pieces {
  readonly #bytes: Uint8Array
  readonly #list: Uint8Array[] = []
  #start = 0
  #end = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Keeps the bytes from `start` up to, but not including, `end`. */
  keep(start: number, end: number): void {
    if (start !== this.#end) {
      this.#close()
      this.#start = start
    }
    this.#end = end
  }

  /** Adds new bytes. */
  put(...written: readonly Uint8Array[]): void {
    this.#close()
    this.#list.push(...written)
  }

  list(): readonly Uint8Array[] {
    this.#close()
    return this.#list
  }

  #close(): void {
    if (this.#end > this.#start) this.#list.push(this.#bytes.subarray(this.#start, this.#end))
    this.#start = this.#end
  }
}
