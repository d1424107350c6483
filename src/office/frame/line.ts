/**
 * The queue for hashing passwords. Each hash takes a tenth of a second of one processor and 32 MB, so hashes
 * are made one at a time. Addresses take turns, and each may hold only a few places. A known person goes
 * before strangers, and takes a stranger's place when the queue is full.
 */

const MOST = 20
/** The most places that one address, or one known person, may hold. */
const MOST_OF_ONE = 4

interface Waiting {
  readonly start: () => void
  readonly refuse: () => void
}

/** Waiting hashes by owner; the owner whose turn is next is first. */
type Turns = Map<string, Waiting[]>

export class PasswordLine {
  readonly #known: Turns = new Map()
  readonly #strangers: Turns = new Map()
  #isRunning = false

  /**
   * Runs `work` when its turn arrives.
   * @param owner an address, or the account of a known person
   * @returns the result, or `busy` if there was no place, or a later caller took the place
   */
  run<T>(owner: string, isKnown: boolean, work: () => Promise<T>): Promise<T | 'busy'> {
    return new Promise((resolve, reject) => {
      const turns = isKnown ? this.#known : this.#strangers
      const before = turns.get(owner)?.length ?? 0
      if (before >= MOST_OF_ONE || !this.#hasPlace(isKnown, before)) return resolve('busy')
      const start = () => {
        work()
          .then(resolve, reject)
          .finally(() => {
            this.#isRunning = false
            this.#next()
          })
      }
      turns.set(owner, [...(turns.get(owner) ?? []), { start, refuse: () => resolve('busy') }])
      this.#next()
    })
  }

  #next(): void {
    if (this.#isRunning) return
    const turns = this.#known.size > 0 ? this.#known : this.#strangers
    const [turn] = turns
    if (turn === undefined) return
    const [owner, [first, ...rest]] = turn
    turns.delete(owner)
    if (rest.length > 0) turns.set(owner, rest)
    this.#isRunning = true
    first?.start()
  }

  /**
   * Returns whether one more fits. When the queue is full, the owner with the most places gives up the newest
   * one, unless that would leave them with fewer than the newcomer then has. A known person always displaces
   * a stranger.
   */
  #hasPlace(isKnown: boolean, before: number): boolean {
    const all = [...this.#strangers.values(), ...this.#known.values()].flat()
    if (all.length < MOST) return true
    const turns = this.#strangers.size > 0 ? this.#strangers : this.#known
    if (turns === this.#known && !isKnown) return false
    const [owner, most] = [...turns].reduce((one, other) => (other[1].length > one[1].length ? other : one))
    const goesBefore = isKnown && turns === this.#strangers
    if (!goesBefore && most.length <= before + 1) return false
    most.pop()?.refuse()
    if (most.length === 0) turns.delete(owner)
    return true
  }
}
