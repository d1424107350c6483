import { isOverWithin } from '../base/within.ts'

/** What became of a question. Late: this caller has waited long enough; the answer may still come, for others. */
export type InquiryResult<T> =
  | { readonly kind: 'told'; readonly value: T }
  | { readonly kind: 'failed' }
  | { readonly kind: 'late' }

export interface InquiryTimes {
  /** How long a caller waits. */
  readonly timeoutMs: number
  /** How long an answer is reused, so that many callers cost one question. A failure is not reused: a repair shows at once. */
  readonly believedMs: number
}

/**
 * A question that may never be answered, such as one to the disk of another machine. One is under way at a time, for all
 * callers: a call that hangs then holds only one of the few threads.
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

  /** Never rejects, and takes no longer than the timeout. */
  async answer(): Promise<InquiryResult<T>> {
    const { timeoutMs, believedMs } = this.#times
    if (performance.now() - this.#answeredAtMs < believedMs) return this.#answer
    this.#asking ??= this.#askOnce().finally(() => {
      this.#asking = null
    })
    // Later callers wait for the same moment, so that waiters do not pile up behind a question that hangs.
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
