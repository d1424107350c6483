import type { Faults, Tally } from './tally.ts'

/** The pages of one feed: is each as long as it must be? */

/** The ids that a page names. */
export interface Named {
  readonly changes: readonly string[]
  readonly closed: readonly string[]
}

/**
 * A page before others is full. There is one exception: it ends before a record that it would name twice, as shown and as
 * closed, or with two standings, because what it rests on changed while the page was made. That record is named again before the feed
 * is dry.
 */
export class Pages {
  readonly #scene: { readonly faults: Faults; readonly tally: Tally }
  readonly #whose: string
  /** What a short page named, until some of it is named again. */
  #awaited: ReadonlySet<string> | null = null

  constructor(scene: { readonly faults: Faults; readonly tally: Tally }, whose: string) {
    this.#scene = scene
    this.#whose = whose
  }

  note({ changes, closed }: Named, limit: number, hasMore: boolean): void {
    const { faults, tally } = this.#scene
    const named = [...changes, ...closed]
    // What is shown twice is judged where it came again (`doubles.ts`).
    const twice = closed.filter((id, i) => changes.includes(id) || closed.indexOf(id) < i)
    if (twice.length > 0)
      faults.add('a page closes a record twice, or shows it too', `${this.#whose}: ${twice}`)
    if (named.length > limit || (hasMore && named.length === 0))
      faults.add(
        'a page is not as long as it must be',
        `${this.#whose}: ${named.length} of ${limit}, ${hasMore}`,
      )
    if (this.#awaited !== null && named.some((id) => this.#awaited?.has(id))) this.#awaited = null
    if (hasMore) {
      tally.add('pages before others')
      if (named.length > 0 && named.length < limit) {
        tally.add('short pages')
        this.#awaited = new Set(named)
      }
      return
    }
    if (this.#awaited !== null)
      faults.add('a page was short for no reason', `${this.#whose}: ${[...this.#awaited].join(' ')}`)
    this.#awaited = null
  }
}

/** One page in so many may be short: consent, or the standing of one of its records, must change while it is made. */
const PAGES_FOR_A_SHORT_ONE = 20
/** In a run of few pages too. */
const SOME = 2

export function compareShortPages(tally: Tally, faults: Faults): void {
  const [short, all] = [tally.of('short pages'), tally.of('pages before others')]
  if (short > SOME + all / PAGES_FOR_A_SHORT_ONE)
    faults.add('many pages are short', `${short} of ${all} that had others after them`)
}
