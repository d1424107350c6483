/** How long things took, kept in little room however many there were: a hundredth of a figure is lost. */

/** Bounds of neighbouring classes differ by so much. */
const STEP = 1.02
const SMALLEST_MS = 0.05
const CLASSES = 1_000

export class Latencies {
  readonly #counts = new Uint32Array(CLASSES)
  #count = 0
  longestMs = 0

  add(ms: number): void {
    const at = Math.ceil(Math.log(Math.max(ms, SMALLEST_MS) / SMALLEST_MS) / Math.log(STEP))
    const place = Math.min(CLASSES - 1, at)
    this.#counts[place] = (this.#counts[place] as number) + 1
    this.#count++
    this.longestMs = Math.max(this.longestMs, ms)
  }

  get count(): number {
    return this.#count
  }

  /** @param share such as 0.99 @returns milliseconds that this share did not take longer than; 0 where there are none */
  quantileMs(share: number): number {
    let left = share * this.#count
    for (const [at, count] of this.#counts.entries()) {
      left -= count
      if (count > 0 && left <= 0) return Math.min(SMALLEST_MS * STEP ** at, this.longestMs)
    }
    return this.longestMs
  }
}
