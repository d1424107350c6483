import { statSync } from 'node:fs'
import type { Look } from '../common/watch.ts'
import type { Tally } from '../soak/tally.ts'

const MIB = 2 ** 20
/** Of the writing connection (`CACHE_KIB` of src/store/file/open.ts). */
const PAGE_CACHE_BYTES = 64 * MIB

/** A look without the pages of the file that SQLite keeps: while the file is young they grow with it, up to a bound. */
export const withoutPages = (look: Look, database: string): Look => ({
  ...look,
  rss: look.rss - Math.min(PAGE_CACHE_BYTES, statSync(database).size),
})

/** How the service was when the requests began, how it is when they have ended, and the worst between. */
export class Vitals {
  readonly #before: Look
  #now: Look
  #longestWorkMs = 0

  /** @param before what came until then, its start above all, is no doing of the requests */
  constructor(before: Look) {
    this.#before = before
    this.#now = before
  }

  add(look: Look): void {
    this.#now = look
    this.#longestWorkMs = Math.max(this.#longestWorkMs, look.longestWorkMs)
  }

  tell(tally: Tally): void {
    tally.add('longest turn of the loop, ms', Math.round(this.#longestWorkMs))
    for (const [name, look] of [
      ['start', this.#before],
      ['end', this.#now],
    ] as const) {
      tally.add(`heap at the ${name}, MiB`, Math.round(look.heapUsed / MIB))
      tally.add(`rss at the ${name}, MiB`, Math.round(look.rss / MIB))
    }
  }
}
