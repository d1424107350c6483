/** Packs being made or sent: one per account and few in all, since each is as much work as many requests. */

const MOST = 3

export interface PackUnderWay {
  readonly account: string
  /** Whether its reader has gone. The pack then ends, and no longer counts towards the limits. */
  readonly isGone: () => boolean
}

export class PacksUnderWay {
  readonly #packs = new Set<PackUnderWay>()

  /** Registers a pack. @returns null, or whose packs are in the way: then nothing is registered */
  begin(pack: PackUnderWay): 'own' | 'others' | null {
    const others = [...this.#packs].filter((other) => !other.isGone())
    if (others.some(({ account }) => account === pack.account)) return 'own'
    if (others.length >= MOST) return 'others'
    this.#packs.add(pack)
    return null
  }

  end(pack: PackUnderWay): void {
    this.#packs.delete(pack)
  }
}

/**
 * A file while it is sent. `ended` is called once, however sending ends. A generator alone cannot do that: if
 * its reader goes before the first read, its `finally` never runs.
 */
export class Sending<T> implements AsyncIterableIterator<T> {
  readonly #source: AsyncIterator<T>
  readonly #ended: () => void
  #first: IteratorResult<T> | null = null
  #isOver = false

  constructor(source: AsyncIterator<T>, ended: () => void) {
    this.#source = source
    this.#ended = ended
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** Makes the first part, before sending starts, so that an error can still be shown as a page. */
  async begin(): Promise<this> {
    this.#first = await this.next()
    return this
  }

  async next(): Promise<IteratorResult<T>> {
    const first = this.#first
    if (first !== null) {
      this.#first = null
      return first
    }
    try {
      const one = await this.#source.next()
      if (one.done === true) this.#over()
      return one
    } catch (error) {
      this.#over()
      throw error
    }
  }

  async return(): Promise<IteratorResult<T>> {
    this.#over()
    await this.#source.return?.()
    return { done: true, value: undefined }
  }

  #over(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#ended()
  }
}
