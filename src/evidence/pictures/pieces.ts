/** Collects a file from ranges of the one that came; ranges that touch become one view, so nothing is copied. */
export class Pieces {
  readonly #bytes: Uint8Array
  readonly #list: Uint8Array[] = []
  #start = 0
  #end = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Takes over the bytes from `start` up to, and without, `end`. */
  keep(start: number, end: number): void {
    if (start !== this.#end) {
      this.#close()
      this.#start = start
    }
    this.#end = end
  }

  /** Adds bytes that were written here. */
  put(...written: readonly Uint8Array[]): void {
    this.#close()
    this.#list.push(...written)
  }

  /** What was collected so far. */
  list(): readonly Uint8Array[] {
    this.#close()
    return this.#list
  }

  #close(): void {
    if (this.#end > this.#start) this.#list.push(this.#bytes.subarray(this.#start, this.#end))
    this.#start = this.#end
  }
}
