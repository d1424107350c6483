/** Tells everybody who lives in the soak that it is over, and wakes whoever sleeps. */
export class Stop {
  #isSet = false
  readonly #sleepers = new Set<() => void>()

  get isSet(): boolean {
    return this.#isSet
  }

  set(): void {
    this.#isSet = true
    for (const wake of [...this.#sleepers]) wake()
  }

  /** Sleeps so many milliseconds, or until it is over. */
  sleep(ms: number): Promise<void> {
    if (this.#isSet) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#sleepers.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      this.#sleepers.add(wake)
    })
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
