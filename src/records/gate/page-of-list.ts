import type { ListKey, StoredRecord } from '../../store/log/records.ts'
import { Collected } from './collected.ts'
import type { AccessEvaluation, GateCore, Requester } from './core.ts'
import type { GatedRecord } from './gated.ts'
import type { ListFilter } from './list-filter.ts'
import { type ListStep, ListWalk } from './list-walk.ts'
import { Share, type ShareLimits } from './share.ts'
import { rendered, type Texts, TIMES_ITS_JSON } from './texts.ts'
import { isFar, NOWHERE, type Walked } from './walked.ts'

export interface PageAsked {
  readonly filter: ListFilter
  /** The page begins after this place. */
  readonly after: ListKey | null
  /** Number of records to show. */
  readonly count: number
  /** The page ends after this many records that the requester may read, shown or not. */
  readonly most: number
  /** The action under which the audit log notes the page; `list` if left out. */
  readonly action?: 'list' | 'export'
  /** What one slice may spend, if not the default. */
  readonly slice?: ShareLimits
}

export interface ListPage {
  readonly texts: Texts
  /** Whether the requester's own party asserted every record shown. */
  readonly isOwnWords: boolean
  /** The last record shown. */
  readonly last: Pick<StoredRecord, 'id' | 'occurredAtMs'> | undefined
  /** Whether another record to show follows. */
  readonly isMore: boolean
  /** Whether the list ends here. */
  readonly isEnd: boolean
  readonly walked: Walked
  /** Whether the consent that the page relies on still holds. Call it again while sending. */
  readonly isStillOpen: () => boolean
}

/** Fetched records serve at most this many slices: a walk keeps all of them in memory, even withheld ones. */
const SLICES_SERVED = 8
/** Characters of JSON of fetched records that are kept for another slice. */
const KEPT_CHARACTERS = 256 * 1024

/**
 * One page of a list for one requester, made in slices. The last slice audits what the page shows; nothing
 * leaves before that. The page does not depend on where slices end.
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
  #access: AccessEvaluation
  /** The store's epoch when the walk began. */
  #epoch = 0
  #served = 0
  #resume: ListKey | null
  #walked = NOWHERE
  #isMore = false

  /** @param render returns the text of a record */
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
    this.#access = gate.accessFor(requester, purpose)
    this.#collected = new Collected(gate, requester, purpose, asked.action ?? 'list', rendered(render))
  }

  /** Bytes that the page holds between two slices. */
  get bytes(): number {
    return this.#collected.bytes + (this.#steps === null ? 0 : TIMES_ITS_JSON * this.#fetched)
  }

  /** Characters of JSON of the records that were fetched for the walk. */
  get #fetched(): number {
    return this.#access.world.characters
  }

  /** Makes the next slice. Call it inside a job of the writer. @returns null until the page is complete */
  next(): ListPage | null {
    this.#share.renew()
    for (const steps = this.#stepsNow(); ; ) {
      const { value: step, done } = steps.next()
      if (done) return this.#finish(true)
      this.#take(step)
      if (this.#isMore || isFar(this.#walked, this.#asked.most)) return this.#finish(false)
      if (this.#share.isSpent) break
    }
    if (this.#fetched > KEPT_CHARACTERS) this.#forget()
    return null
  }

  #forget(): void {
    this.#steps = null
    this.#access = this.#gate.accessFor(this.#requester, this.#purpose)
  }

  /** Continues the walk with its fetched records, unless something was written in between. */
  #stepsNow(): Iterator<ListStep, void> {
    const { epoch } = this.#gate.store
    if (this.#steps === null || this.#epoch !== epoch || this.#served === SLICES_SERVED) {
      this.#forget()
      const { filter, count, most } = this.#asked
      const wanted = {
        after: this.#resume,
        count: count - this.#collected.count,
        walked: this.#walked,
        most,
      }
      this.#epoch = epoch
      this.#served = 0
      this.#steps = new ListWalk(this.#gate, this.#requester, this.#purpose, this.#access).walk(
        filter,
        wanted,
        this.#share,
        () => this.#collected.isFull,
      )
    }
    this.#served++
    return this.#steps
  }

  #take({ found, at, walked }: ListStep): void {
    this.#resume = at
    this.#walked = walked
    if (found === null) return
    const { record, decision } = found
    const { own, grants } = decision
    if (this.#collected.count === this.#asked.count) this.#isMore = true
    else if (this.#collected.isFull) this.#collected.addLater({ record, own, grants }, null)
    else {
      const gated = this.#access.gated(record, decision)
      this.#collected.add(gated, this.#render(gated))
    }
  }

  #finish(isEnd: boolean): ListPage | null {
    const { last } = this.#collected
    const collected = this.#collected
    const texts = collected.finish(true)
    // `isStillOpen` is called while the page is read: that must not keep the fetched records in memory.
    this.#forget()
    if (texts !== null)
      return {
        texts,
        isOwnWords: collected.isOwnWords,
        last,
        isMore: this.#isMore,
        isEnd,
        walked: this.#walked,
        isStillOpen: () => collected.isStillOpen(),
      }
    this.#resume = this.#asked.after
    this.#walked = NOWHERE
    this.#isMore = false
    return null
  }
}
