import type { ListKey, StoredRecord } from '../../store/records.ts'
import { Collected } from './collected.ts'
import type { GateCore, Requester } from './core.ts'
import type { GatedRecord } from './gated.ts'
import type { ListFilter } from './list-filter.ts'
import { type ListStep, ListWalk } from './list-walk.ts'
import { Share } from './share.ts'
import { isFar, NOWHERE, type Walked } from './walked.ts'

export interface PageAsked {
  readonly filter: ListFilter
  /** The place that the page begins behind. */
  readonly after: ListKey | null
  /** So many are to be shown. */
  readonly count: number
  /** The page ends when it has gone past so many records that the requester may read. */
  readonly most: number
}

export interface ListPage {
  readonly texts: readonly string[]
  /** Whether the requester's own party asserted all that is shown. */
  readonly isOwnWords: boolean
  /** The last one shown. */
  readonly last: StoredRecord | undefined
  /** There is another record behind it that would be shown. */
  readonly isMore: boolean
  /** The list ends here. */
  readonly isEnd: boolean
  readonly walked: Walked
  /** Whether the consent that it rests on holds; to be asked while it is sent. */
  readonly isStillOpen: () => boolean
}

/** What was fetched serves so many slices at most: much may be gone through that is withheld, and would all be kept. */
const SLICES_SERVED = 8

/**
 * One page of a list for one requester, made in slices. What it shows is written into the audit log by the last of them,
 * and nothing of it is given out before. Where a slice ends is nobody's business: the page is the same however it is cut.
 */
export class PageOfList {
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #purpose: string
  readonly #asked: PageAsked
  readonly #render: (gated: GatedRecord) => string
  readonly #share: Share
  readonly #collected: Collected
  #steps: Iterator<ListStep, void> | null = null
  /** Of the store, when the walk began. */
  #epoch = 0
  #served = 0
  #resume: ListKey | null
  #walked = NOWHERE
  #isMore = false

  /** @param render each record as the reply has it */
  constructor(
    gate: GateCore,
    requester: Requester,
    purpose: string,
    asked: PageAsked,
    render: (gated: GatedRecord) => string,
    share = new Share(),
  ) {
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.#asked = asked
    this.#render = render
    this.#share = share
    this.#resume = asked.after
    this.#collected = new Collected(gate, requester, purpose, 'list')
  }

  /** Of what it shows so far, in characters. */
  get length(): number {
    return this.#collected.length
  }

  /** Goes on, inside a job of the writer. @returns null while the page is not whole */
  next(): ListPage | null {
    this.#share.renew()
    for (const steps = this.#stepsNow(); ; ) {
      const { value: step, done } = steps.next()
      if (done) return this.#finish(true)
      this.#take(step)
      if (this.#isMore || isFar(this.#walked, this.#asked.most)) return this.#finish(false)
      if (this.#share.isSpent) return null
    }
  }

  /** What was fetched serves the next slice too, unless something was written in between. */
  #stepsNow(): Iterator<ListStep, void> {
    const { epoch } = this.#gate.store
    if (this.#steps === null || this.#epoch !== epoch || this.#served === SLICES_SERVED) {
      const access = this.#gate.accessFor(this.#requester, this.#purpose)
      const { filter, count, most } = this.#asked
      const wanted = {
        after: this.#resume,
        count: count - this.#collected.count,
        walked: this.#walked,
        most,
      }
      this.#epoch = epoch
      this.#served = 0
      this.#steps = new ListWalk(this.#gate, this.#requester, this.#purpose, access).walk(
        filter,
        wanted,
        this.#share,
      )
    }
    this.#served++
    return this.#steps
  }

  #take({ found, at, walked }: ListStep): void {
    this.#resume = at
    this.#walked = walked
    if (found === null) return
    if (this.#collected.count === this.#asked.count) this.#isMore = true
    else this.#collected.add(found, this.#render(found))
  }

  #finish(isEnd: boolean): ListPage | null {
    const { last } = this.#collected
    const texts = this.#collected.finish(true)
    if (texts !== null)
      return {
        texts,
        isOwnWords: this.#collected.isOwnWords,
        last,
        isMore: this.#isMore,
        isEnd,
        walked: this.#walked,
        isStillOpen: () => this.#collected.isStillOpen(),
      }
    this.#steps = null
    this.#resume = this.#asked.after
    this.#walked = NOWHERE
    this.#isMore = false
    return null
  }
}
