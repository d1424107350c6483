import { type RecordType, SUBJECTS_COME_LATER, typeCode } from '../../domain/types/index.ts'
import { INDEXED, type Posting } from '../../store/audit/postings.ts'
import type { ListKey } from '../../store/log/records.ts'
import type { Store } from '../../store/store.ts'
import { isAbout } from '../disclosures/about.ts'
import { DisclosureRules, type PlacedDisclosure } from '../disclosures/rules.ts'

/** Reads every disclosure of a party's records to others, in the order of the index: the fastest. */

/** Where to continue: in most records; then in those whose subjects may change; then in inferences. */
export type DisclosurePlace =
  | { readonly afterN: number }
  | { readonly late: RecordType; readonly after: ListKey; readonly afterN: number }
  | { readonly inference: number; readonly afterN: number }

export const FIRST_PLACE: DisclosurePlace = { afterN: 0 }

/** Most shown records per job, except that a single entry may have more. */
const SHOWN_A_JOB = 1_000
const POSTINGS_AT_ONCE = 100
const START: ListKey = { occurredAt: -Number.MAX_SAFE_INTEGER, id: '' }

export interface DisclosurePage {
  readonly disclosures: readonly PlacedDisclosure[]
  readonly next: DisclosurePlace | null
}

export class Disclosures {
  readonly #store: Store
  readonly #party: number
  readonly #rules: DisclosureRules

  constructor(store: Store, party: number, isPerson: (party: number) => boolean) {
    this.#store = store
    this.#party = party
    this.#rules = new DisclosureRules(store, party, isPerson)
  }

  /** Returns the next page. Call inside a job; it takes a few milliseconds. */
  after(place: DisclosurePlace): DisclosurePage {
    if ('inference' in place) return this.#inferences(place)
    return 'late' in place ? this.#late(place) : this.#main(place.afterN)
  }

  #main(afterN: number): DisclosurePage {
    const postings = this.#postings(this.#party, afterN)
    const last = postings[postings.length - 1]
    if (last === undefined) return this.#late({ late: SUBJECTS_COME_LATER[0], after: START, afterN: 0 })
    return { disclosures: this.#rules.told(postings), next: { afterN: last.n } }
  }

  /** Continues with the next record whose subjects may become known late, or with the current one. */
  #late({ late, after, afterN }: Extract<DisclosurePlace, { late: string }>): DisclosurePage {
    const [row] = this.#store.records.stream(
      this.#party,
      typeCode(late),
      'oldest',
      after,
      Number.MAX_SAFE_INTEGER,
      1,
    )
    if (!row) {
      const then = SUBJECTS_COME_LATER[SUBJECTS_COME_LATER.indexOf(late) + 1]
      const next = then === undefined ? { inference: 0, afterN: 0 } : { late: then, after: START, afterN: 0 }
      return { disclosures: [], next }
    }
    const postings = isAbout(this.#store, this.#party, row.seq) ? this.#postings(-row.seq, afterN) : []
    const last = postings[postings.length - 1]
    if (last !== undefined)
      return { disclosures: this.#rules.told(postings), next: { late, after, afterN: last.n } }
    return { disclosures: [], next: { late, after: row, afterN: 0 } }
  }

  /** Continues with the next inference, or with the rest of the current one. */
  #inferences({ inference: from, afterN }: Extract<DisclosurePlace, { inference: number }>): DisclosurePage {
    const [seq] = this.#store.inferences.about(this.#party, from, 1)
    if (seq === undefined) return { disclosures: [], next: null }
    const postings = this.#postings(-seq, afterN)
    const last = postings[postings.length - 1]
    if (last === undefined) return { disclosures: [], next: { inference: seq, afterN: 0 } }
    return { disclosures: this.#rules.told(postings), next: { inference: from, afterN: last.n } }
  }

  #postings(key: number, afterN: number): Posting[] {
    const found = this.#store.audit.index.after(INDEXED.shown, key, afterN, POSTINGS_AT_ONCE)
    let shown = 0
    return found.filter((posting, i) => {
      shown += posting.seqs.length
      return i === 0 || shown <= SHOWN_A_JOB
    })
  }
}
