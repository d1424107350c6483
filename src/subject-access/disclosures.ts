import { subjectsOf } from '../domain/derived/subjects.ts'
import { formatInstant } from '../domain/time.ts'
import { maskCovers, typeCode } from '../domain/types/index.ts'
import type { AuditRow } from '../store/audit.ts'
import { INDEXED, type Posting } from '../store/audit-index.ts'
import { type ListKey, type RecordOutline, ROLE } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/** What of a person's records was shown to somebody else, told from the audit log. */
export interface Disclosure {
  readonly to: string
  readonly at: string
  readonly purpose: string | null
  /** The person's own grant relied on; null where it was read as the reader's own. */
  readonly grant_id: string | null
  readonly record_ids: readonly string[]
}

/** Where to go on. Records whose subjects may change are indexed one by one, after all others. */
export type DisclosurePlace =
  | { readonly afterN: number }
  | { readonly late: LateType; readonly after: ListKey; readonly afterN: number }
type LateType = (typeof LATE_TYPES)[number]

export const FIRST_PLACE: DisclosurePlace = { afterN: 0 }

const LATE_TYPES = ['loss', 'retraction'] as const
/** One job tells so many showings of a record, or one entry where a single one has more. */
const SHOWN_A_JOB = 1_000
const POSTINGS_AT_ONCE = 200
const START: ListKey = { occurredAt: -Number.MAX_SAFE_INTEGER, id: '' }

export interface Found {
  readonly disclosures: readonly Disclosure[]
  readonly next: DisclosurePlace | null
}

export class Disclosures {
  readonly #store: Store
  readonly #party: number

  constructor(store: Store, party: number) {
    this.#store = store
    this.#party = party
  }

  /** The next ones, inside a job of a few milliseconds. */
  after(place: DisclosurePlace): Found {
    return 'late' in place ? this.#late(place) : this.#main(place.afterN)
  }

  #main(afterN: number): Found {
    const postings = this.#postings(this.#party, afterN)
    const last = postings[postings.length - 1]
    if (last === undefined) return this.#late({ late: LATE_TYPES[0], after: START, afterN: 0 })
    return { disclosures: this.#told(postings), next: { afterN: last.n } }
  }

  /** One further record whose subjects may have come to be known late, or more of the same one. */
  #late({ late, after, afterN }: Extract<DisclosurePlace, { late: string }>): Found {
    const [row] = this.#store.records.stream(
      this.#party,
      typeCode(late),
      'oldest',
      after,
      Number.MAX_SAFE_INTEGER,
      1,
    )
    if (!row) {
      const then = LATE_TYPES[LATE_TYPES.indexOf(late) + 1]
      return { disclosures: [], next: then === undefined ? null : { late: then, after: START, afterN: 0 } }
    }
    const postings = this.#isAboutMe(row.seq) ? this.#postings(-row.seq, afterN) : []
    const last = postings[postings.length - 1]
    if (last !== undefined)
      return { disclosures: this.#told(postings), next: { late, after, afterN: last.n } }
    return { disclosures: [], next: { late, after: row, afterN: 0 } }
  }

  /** Lists keep candidates; whether somebody is a subject is asked of the records as they are now. */
  #isAboutMe(seq: number): boolean {
    const world = this.#store.neighbourhood()
    const record = world.bySeq(seq)
    return (
      record !== undefined && subjectsOf(world, record).parties.includes(this.#store.parties.id(this.#party))
    )
  }

  #postings(key: number, afterN: number): Posting[] {
    const found = this.#store.audit.index.after(INDEXED.shown, key, afterN, POSTINGS_AT_ONCE)
    let shown = 0
    return found.filter((posting, i) => {
      shown += posting.seqs.length
      return i === 0 || shown <= SHOWN_A_JOB
    })
  }

  #told(postings: readonly Posting[]): Disclosure[] {
    const toOthers = postings
      .map((posting) => ({ posting, to: this.#store.readerOf(posting.credential) }))
      .filter(({ to }) => to !== this.#party)
    const entries = new Map(
      this.#store.audit.entries(toOthers.map(({ posting }) => posting.n)).map((entry) => [entry.n, entry]),
    )
    const seqs = toOthers.flatMap(({ posting }) => posting.seqs)
    const records = new Map(this.#store.records.outlines(seqs).map((record) => [record.seq, record]))
    return toOthers.flatMap(({ posting, to }) => {
      const shown = posting.seqs.map((seq) => records.get(seq)).filter((record) => record !== undefined)
      return this.#byGrant(entries.get(posting.n) as AuditRow, to, shown)
    })
  }

  #byGrant(entry: AuditRow, to: number, shown: readonly RecordOutline[]): Disclosure[] {
    const grants = this.#ownGrants(entry)
    const byGrant = new Map<number | null, string[]>()
    for (const record of shown) {
      const covering = grants.find(({ types }) => maskCovers(types, typeCode(record.type)))
      const grant = covering && !this.#isOwn(to, record) ? covering : undefined
      const ids = byGrant.get(grant?.seq ?? null)
      if (ids === undefined) byGrant.set(grant?.seq ?? null, [record.id])
      else ids.push(record.id)
    }
    return [...byGrant].map(([grant, record_ids]) => ({
      to: this.#store.parties.id(to),
      at: formatInstant(entry.at),
      purpose: entry.purpose,
      grant_id: grant === null ? null : (this.#store.acts.bySeq(grant)?.id as string),
      record_ids,
    }))
  }

  #ownGrants(entry: AuditRow) {
    const { grants = [] } = JSON.parse(entry.detail ?? '{}') as { grants?: readonly number[] }
    return grants
      .map((seq) => this.#store.consents.grant(seq))
      .filter((grant) => grant !== undefined && grant.subject === this.#party)
      .filter((grant) => grant !== undefined)
  }

  #isOwn(party: number, record: RecordOutline): boolean {
    return (
      record.assertedBy === party ||
      record.onBehalfOf === party ||
      this.#store.records.isInvolved(party, record, ROLE.subject)
    )
  }
}
