import { isOverWithin } from '../base/within.ts'

/** Result of a question. Late: this caller has waited long enough; others may still get the answer. */
export type InquiryResult<T> =
  | { readonly kind: 'told'; readonly value: T }
  | { readonly kind: 'failed' }
  | { readonly kind: 'late' }

export interface InquiryTimes {
  readonly timeoutMs: number
  /** How long an answer is shared among callers. A failure is not shared, so that a repair shows at once. */
  readonly believedMs: number
}

/**
 * A question that may never be answered, such as one to a network disk. Only one is pending, for all callers, so that a
 * hanging call occupies only one of the few threads.
 */
export class Inquiry<T> {
  readonly #ask: () => Promise<T>
  readonly #times: InquiryTimes
  #answer: InquiryResult<T> = { kind: 'late' }
  #answeredAtMs = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | null = null
  /** Whether the pending question is answered within the timeout of its waiting callers. */
  #inTime: Promise<boolean> | null = null

  constructor(ask: () => Promise<T>, times: InquiryTimes) {
    this.#ask = ask
    this.#times = times
  }

  /** Never rejects, and keeps to the timeout. */
  async answer(): Promise<InquiryResult<T>> {
    const { timeoutMs, believedMs } = this.#times
    if (performance.now() - this.#answeredAtMs < believedMs) return this.#answer
    this.#asking ??= this.#askOnce().finally(() => {
      this.#asking = null
    })
    // Later callers share this timeout, so that they do not pile up behind a hanging question.
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
