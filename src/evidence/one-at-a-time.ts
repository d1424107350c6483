import { Problem } from '../base/problem.ts'

/** Runs memory-hungry work one by one, and refuses what would wait too long. */
export class OneAtATime {
  readonly #mostWaiting: number
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting
  }

  /** @throws {Problem} overloaded */
  async do<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting > this.#mostWaiting) throw new Problem('overloaded', { retryAfterSeconds: 5 })
    this.#waiting++
    const before = this.#last
    const mine = before.then(work)
    this.#last = mine.catch(() => {})
    try {
      return await mine
    } finally {
      this.#waiting--
    }
  }
}
