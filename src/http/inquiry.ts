import { isOverWithin } from '../base/within.ts'

/** Result of an inquiry. `late`: this caller has waited long enough; others may still get the answer. */
export type InquiryResult<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'failed' }
  | { readonly kind: 'late' }

export interface InquiryTimes {
  readonly timeoutMs: number
  /**
   * How long an answer is reused for later callers. A failure is not reused, so that a repair shows at once.
   */
  readonly reuseMs: number
}

/**
 * Asks for something that may never be answered, such as the free space of a network disk. All callers share
 * one pending call, so that a hanging call occupies only one of the few threads.
 */
export class Inquiry<T> {
  readonly #ask: () => Promise<T>
  readonly #times: InquiryTimes
  #answer: InquiryResult<T> = { kind: 'late' }
  #answeredAtMs = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | null = null
  /** Resolves to whether the pending call ended within the timeout that its waiting callers share. */
  #inTime: Promise<boolean> | null = null

  constructor(ask: () => Promise<T>, times: InquiryTimes) {
    this.#ask = ask
    this.#times = times
  }

  /** Returns the answer, at the latest after the timeout. Never rejects. */
  async answer(): Promise<InquiryResult<T>> {
    const { timeoutMs, reuseMs } = this.#times
    if (performance.now() - this.#answeredAtMs < reuseMs) return this.#answer
    this.#asking ??= this.#askOnce().finally(() => {
      this.#asking = null
    })
    // Later callers share this timeout, so that they do not accumulate behind a hanging call.
    this.#inTime ??= isOverWithin(timeoutMs, this.#asking).finally(() => {
      this.#inTime = null
    })
    return (await this.#inTime) ? this.#answer : { kind: 'late' }
  }

  async #askOnce(): Promise<void> {
    try {
      this.#answer = { kind: 'answered', value: await this.#ask() }
      this.#answeredAtMs = performance.now()
    } catch {
      this.#answer = { kind: 'failed' }
      this.#answeredAtMs = Number.NEGATIVE_INFINITY
    }
  }
}
