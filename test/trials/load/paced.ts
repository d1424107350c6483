/** Does something at a fixed rate, whether what was begun before is done or not: nobody waits for a slow service. */

/** So many at once mean that the service does not keep up. */
const MOST_UNDER_WAY = 1_000

export class Paced {
  readonly name: string
  /** Milliseconds. */
  readonly latencies: number[] = []
  readonly #everyMs: number
  readonly #work: () => Promise<unknown>
  #timer: NodeJS.Timeout | undefined
  #nextAtMs = 0
  readonly #underWay = new Set<Promise<unknown>>()
  /** Left out because too many were under way. */
  leftOut = 0
  #isStopped = true

  constructor(name: string, perSecond: number, work: () => Promise<unknown>) {
    this.name = name
    this.#everyMs = 1_000 / perSecond
    this.#work = work
  }

  start(): void {
    this.#isStopped = false
    this.#nextAtMs = performance.now() + this.#everyMs
    this.#wait()
  }

  /** Resolves when everything that was begun is done. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await Promise.all(this.#underWay)
  }

  #wait(): void {
    this.#timer = setTimeout(
      () => {
        const now = performance.now()
        for (; this.#nextAtMs <= now; this.#nextAtMs += this.#everyMs) this.#begin(this.#nextAtMs)
        if (!this.#isStopped) this.#wait()
      },
      Math.max(0, this.#nextAtMs - performance.now()),
    )
  }

  /** What took its beginning late counts from when it was due. */
  #begin(dueAtMs: number): void {
    if (this.#underWay.size >= MOST_UNDER_WAY) {
      this.leftOut++
      return
    }
    const done = this.#work().then(() => {
      this.latencies.push(performance.now() - dueAtMs)
      this.#underWay.delete(done)
    })
    this.#underWay.add(done)
  }
}
