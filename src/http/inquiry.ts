import { isOverWithin } from '../base/within.ts'

/** What became of a question. Late: whoever asked has waited long enough; the answer may still come, for others. */
export type Answer<T> =
  | { readonly kind: 'told'; readonly value: T }
  | { readonly kind: 'failed' }
  | { readonly kind: 'late' }

export interface Patience {
  /** So long one who asks waits. */
  readonly patienceMs: number
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
  readonly #patience: Patience
  #answer: Answer<T> = { kind: 'late' }
  #toldAtMs = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | null = null
  /** Whether the question under way is answered before those who wait now have waited long enough. */
  #inTime: Promise<boolean> | null = null

  constructor(ask: () => Promise<T>, patience: Patience) {
    this.#ask = ask
    this.#patience = patience
  }

  /** Never rejects, and takes no longer than the patience. */
  async answer(): Promise<Answer<T>> {
    const { patienceMs, believedMs } = this.#patience
    if (performance.now() - this.#toldAtMs < believedMs) return this.#answer
    this.#asking ??= this.#askOnce().finally(() => {
      this.#asking = null
    })
    // Whoever comes meanwhile waits for the same moment, so that a question which hangs gathers no crowd.
    this.#inTime ??= isOverWithin(patienceMs, this.#asking).finally(() => {
      this.#inTime = null
    })
    return (await this.#inTime) ? this.#answer : { kind: 'late' }
  }

  async #askOnce(): Promise<void> {
    try {
      this.#answer = { kind: 'told', value: await this.#ask() }
      this.#toldAtMs = performance.now()
    } catch {
      this.#answer = { kind: 'failed' }
      this.#toldAtMs = Number.NEGATIVE_INFINITY
    }
  }
}
