import { median } from '../bench/measure.ts'
import type { Faults, Tally } from '../soak/tally.ts'
import type { Look } from './watch.ts'

/** Memory as it was seen from time to time: it must not grow with what has been done. */

const MIB = 2 ** 20
/** A short run has not filled what is remembered; then nothing can be said of growth. */
const FEWEST_LOOKS = 8
/** What may be remembered more after the first half than in it: pages, parties, the newest chunk of the audit log. */
const MAY_GROW_MIB = 48

export class Memory {
  readonly #faults: Faults
  readonly #tally: Tally
  readonly #looks: Look[] = []

  constructor(faults: Faults, tally: Tally) {
    this.#faults = faults
    this.#tally = tally
  }

  add(look: Look): void {
    this.#looks.push(look)
    const waited = Math.round(look.longestWaitMs) - this.#tally.of('longest wait for the disk, ms')
    this.#tally.add('longest wait for the disk, ms', Math.max(0, waited))
  }

  /** Compares the last quarter with the second. */
  judge(): void {
    const half = this.#looks.length >> 1
    const [earlier, later] = [this.#looks.slice(half >> 1, half), this.#looks.slice(-(half >> 1))]
    for (const name of ['heapUsed', 'rss'] as const) {
      const mib = (looks: readonly Look[]) => Math.round(median(looks.map((look) => look[name])) / MIB)
      if (later.length > 0) this.#tally.add(`${name} MiB`, mib(later))
      if (this.#looks.length < FEWEST_LOOKS) continue
      this.#tally.add(`${name} MiB before`, mib(earlier))
      if (mib(later) - mib(earlier) > MAY_GROW_MIB)
        this.#faults.add('memory grows', `${name} from ${mib(earlier)} to ${mib(later)} MiB`)
    }
  }
}
