/**
 * Who waits to have a password hashed. Each hash takes a tenth of a second of one processor and 32 MB, so they are made one at a
 * time. Addresses take turns, and each has a small part of the line. A person who is known goes before strangers, and in a full
 * line takes a stranger's place.
 */

const MOST = 20
/** Of one address, or of one known person. */
const MOST_OF_ONE = 4

interface Waiting {
  readonly start: () => void
  readonly refuse: () => void
}

/** By whose they are, whose turn is next first. */
type Turns = Map<string, Waiting[]>

export class Line {
  readonly #known: Turns = new Map()
  readonly #strangers: Turns = new Map()
  #isRunning = false

  /**
   * @param owner an address, or an account whose person is known
   * @returns `busy` if there is no place, or another takes it
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

  /** In a full line the newest of whoever has most makes room, if it leaves them no fewer than the newcomer then has. */
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
