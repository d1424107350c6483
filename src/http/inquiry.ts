import { isOverWithin } from '../base/within.ts'

/** What became of a question. Late: whoever asked has waited long enough; the answer may still come, for others. */
export type InquiryResult<T> =
  | { readonly kind: 'told'; readonly value: T }
  | { readonly kind: 'failed' }
  | { readonly kind: 'late' }

export interface InquiryTimes {
  /** So long one who asks waits. */
  readonly timeoutMs: number
  /**
   * So long an answer is believed, so that a crowd that asks costs one question. A failure is not believed at
   * all: whoever mends what was broken sees it at once.
   */
  readonly believedMs: number
}

/**
 * A question that may never be answered, such as one to a disk of another machine that has gone away. One is under way at
 * a time, for all who ask meanwhile: a call that hangs holds one thread of the few there are, however often it is asked.
 */
export class Inquiry<T> {
  readonly #ask: () => Promise<T>
  readonly #times: InquiryTimes
  #answer: InquiryResult<T> = { kind: 'late' }
  #answeredAtMs = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | null = null
  /** Whether the question under way is answered before those who wait now have waited long enough. */
  #inTime: Promise<boolean> | null = null

  constructor(ask: () => Promise<T>, times: InquiryTimes) {
    this.#ask = ask
    this.#times = times
  }

  /** Never rejects, and takes no longer than the timeouts. */
  async answer(): Promise<InquiryResult<T>> {
    const { timeoutMs, believedMs } = this.#times
    if (performance.now() - this.#answeredAtMs < believedMs) return this.#answer
    this.#asking ??= this.#askOnce().finally(() => {
      this.#asking = null
    })
    // Whoever comes meanwhile waits for the same moment, so that a question which hangs gathers no crowd.
    this.#inTime ??= isOverWithin(timeoutMs, this.#asking).finally(() => {
      this.#inTime = null
    })
    return (await this.#inTime) ? this.#answer : { kind: 'late' }
  }

  async #askOnce(): Promise<void> {
    try {
      this.#answer = { kind: 'told', value: await this.#ask() }
      this.#answeredAtMs = performance.now()
    } catch {
      this.#answer = { kind: 'failed' }
      this.#answeredAtMs = Number.NEGATIVE_INFINITY
    }
  }
}
