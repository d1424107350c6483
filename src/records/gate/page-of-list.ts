import type { ListKey, StoredRecord } from '../../store/records.ts'
import { Collected } from './collected.ts'
import type { GateCore, Requester } from './core.ts'
import type { GatedRecord } from './gated.ts'
import type { ListFilter } from './list-filter.ts'
import { type ListStep, ListWalk } from './list-walk.ts'
import { Share, type ShareLimits } from './share.ts'
import { isFar, NOWHERE, type Walked } from './walked.ts'

export interface PageAsked {
  readonly filter: ListFilter
  /** The page begins after this place. */
  readonly after: ListKey | null
  /** Number of records to show. */
  readonly count: number
  /** The page ends after this many records that the requester may read, shown or not. */
  readonly most: number
  /** Under which the audit log keeps it; `list` if left out. */
  readonly action?: 'list' | 'export'
  /** What one slice may spend, if not the usual. */
  readonly slice?: ShareLimits
}

export interface ListPage {
  readonly texts: readonly string[]
  /** Whether the requester's own party asserted all that is shown. */
  readonly isOwnWords: boolean
  /** The last one shown. */
  readonly last: StoredRecord | undefined
  /** Whether another record to show follows. */
  readonly isMore: boolean
  /** Whether the list ends here. */
  readonly isEnd: boolean
  readonly walked: Walked
  /** Whether the consent still holds; ask again while sending. */
  readonly isStillOpen: () => boolean
}

/** Fetched records serve at most this many slices: a walk keeps all records in memory, including withheld ones. */
const SLICES_SERVED = 8

/**
 * One page of a list for one requester, made in slices. The last slice audits what the page shows; nothing leaves before
 * that. The page does not depend on where slices end.
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
  /** The store's epoch when the walk began. */
  #epoch = 0
  #served = 0
  #resume: ListKey | null
  #walked = NOWHERE
  #isMore = false

  /** @param render makes the text of a record */
  constructor(
    gate: GateCore,
    requester: Requester,
    purpose: string,
    asked: PageAsked,
    render: (gated: GatedRecord) => string,
    share = new Share(asked.slice),
  ) {
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.#asked = asked
    this.#render = render
    this.#share = share
    this.#resume = asked.after
    this.#collected = new Collected(gate, requester, purpose, asked.action ?? 'list')
  }

  /** Length of the texts so far, in characters. */
  get length(): number {
    return this.#collected.length
  }

  /** Does the next slice; call inside a job of the writer. @returns null until the page is complete */
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

  /** Continues the walk with its fetched records, unless something was written in between. */
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
