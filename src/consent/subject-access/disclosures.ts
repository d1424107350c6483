import { subjectsOf } from '../../domain/derived/subjects.ts'
import { formatInstant } from '../../domain/time.ts'
import { type GrantableType, grantableCode, maskCovers, typeCode } from '../../domain/types/index.ts'
import { BY_THEMSELVES } from '../../store/audit-index.ts'
import type { NumberedEntry } from '../../store/audit-row.ts'
import { INDEXED, type Posting } from '../../store/postings.ts'
import type { ListKey } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'

/** A disclosure of a person's records to another party, from the audit log. */
export interface Disclosure {
  /** Null for a person named in the records: their identity is not disclosed (see `redact.ts`). */
  readonly to: string | null
  readonly at: string
  readonly purpose: string | null
  readonly ground: Ground
  /** The person's own grant used; null without one. */
  readonly grant_id: string | null
  readonly record_ids: readonly string[]
}

/**
 * Why the reader could read them: its own records, the requester's consent, or the other subjects' consent; or printed by
 * the front office for their subject.
 */
export const GROUNDS = ['own', 'consent', 'consent_of_others', 'printed_for_the_subject'] as const
export type Ground = (typeof GROUNDS)[number]

/** Where to continue. First most records; then, one by one, those whose subjects may change; then inferences. */
export type DisclosurePlace =
  | { readonly afterN: number }
  | { readonly late: LateType; readonly after: ListKey; readonly afterN: number }
  | { readonly inference: number; readonly afterN: number }
type LateType = (typeof LATE_TYPES)[number]

export const FIRST_PLACE: DisclosurePlace = { afterN: 0 }

const LATE_TYPES = BY_THEMSELVES
/** Disclosures per job of one record; a single entry may have more. */
const SHOWN_A_JOB = 1_000
const POSTINGS_AT_ONCE = 100
const START: ListKey = { occurredAt: -Number.MAX_SAFE_INTEGER, id: '' }

interface Shown {
  readonly seq: number
  readonly id: string
  readonly type: GrantableType
}

export interface DisclosurePage {
  readonly disclosures: readonly Disclosure[]
  readonly next: DisclosurePlace | null
}

export class Disclosures {
  readonly #store: Store
  readonly #party: number
  readonly #isPerson: (party: number) => boolean
  /** By credential: there are few readers, and a credential never changes its party. */
  readonly #readers = new Map<number, number>()

  constructor(store: Store, party: number, isPerson: (party: number) => boolean) {
    this.#store = store
    this.#party = party
    this.#isPerson = isPerson
  }

  /** The next page, inside a job of a few milliseconds. */
  after(place: DisclosurePlace): DisclosurePage {
    if ('inference' in place) return this.#inferences(place)
    return 'late' in place ? this.#late(place) : this.#main(place.afterN)
  }

  #main(afterN: number): DisclosurePage {
    const postings = this.#postings(this.#party, afterN)
    const last = postings[postings.length - 1]
    if (last === undefined) return this.#late({ late: LATE_TYPES[0], after: START, afterN: 0 })
    return { disclosures: this.#described(postings), next: { afterN: last.n } }
  }

  /** The next record whose subjects may become known late, or the rest of the current one. */
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
      const then = LATE_TYPES[LATE_TYPES.indexOf(late) + 1]
      const next = then === undefined ? { inference: 0, afterN: 0 } : { late: then, after: START, afterN: 0 }
      return { disclosures: [], next }
    }
    const postings = this.#isAboutMe(row.seq) ? this.#postings(-row.seq, afterN) : []
    const last = postings[postings.length - 1]
    if (last !== undefined)
      return { disclosures: this.#described(postings), next: { late, after, afterN: last.n } }
    return { disclosures: [], next: { late, after: row, afterN: 0 } }
  }

  /** The next inference, or the rest of the current one. */
  #inferences({ inference: from, afterN }: Extract<DisclosurePlace, { inference: number }>): DisclosurePage {
    const [seq] = this.#store.inferences.about(this.#party, from, 1)
    if (seq === undefined) return { disclosures: [], next: null }
    const postings = this.#postings(-seq, afterN)
    const last = postings[postings.length - 1]
    if (last === undefined) return { disclosures: [], next: { inference: seq, afterN: 0 } }
    return { disclosures: this.#described(postings), next: { inference: from, afterN: last.n } }
  }

  /** Lists keep candidates; the records as of now decide whether the party is a subject. */
  #isAboutMe(seq: number): boolean {
    const world = this.#store.recordGraph()
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

  #described(postings: readonly Posting[]): Disclosure[] {
    const toOthers = postings
      .map((posting) => ({ posting, to: this.#readerOf(posting.credential) }))
      .filter(({ to }) => to !== this.#party)
    const entries = this.#store.audit.entries(toOthers.map(({ posting }) => posting.n))
    const seqs = toOthers.flatMap(({ posting }) => posting.seqs)
    const known = this.#shown(seqs)
    return toOthers.flatMap(({ posting, to }) => {
      const shown = posting.seqs.map((seq) => known.get(seq)).filter((record) => record !== undefined)
      return this.#byGrant(entries.get(posting.n) as NumberedEntry, to, shown)
    })
  }

  #readerOf(credential: number): number {
    let reader = this.#readers.get(credential)
    if (reader === undefined) {
      reader = this.#store.readerOf(credential)
      this.#readers.set(credential, reader)
    }
    return reader
  }

  #shown(seqs: readonly number[]): Map<number, Shown> {
    const { records, inferences } = this.#store
    const observations = records.outlines(seqs).map(({ seq, id, type }): Shown => ({ seq, id, type }))
    const shown = new Map(observations.map((one) => [one.seq, one]))
    const others = seqs.filter((seq) => !shown.has(seq))
    if (others.length > 0)
      for (const [seq, id] of inferences.idsOf(others)) shown.set(seq, { seq, id, type: 'inference' })
    return shown
  }

  #byGrant(entry: NumberedEntry, to: number, shown: readonly Shown[]): Disclosure[] {
    const reliedOn = grantsOfRecords(entry)
    const byGround = new Map<string, { ground: Ground; grant: number | null; ids: string[] }>()
    for (const record of shown) {
      const grants = reliedOn(record.seq)
      const grant = this.#mine(grants, record)
      const ground = groundOf(entry, grants.length === 0, grant !== null)
      const key = `${ground} ${grant}`
      const known = byGround.get(key)
      if (known) known.ids.push(record.id)
      else byGround.set(key, { ground, grant, ids: [record.id] })
    }
    return [...byGround.values()].map(({ ground, grant, ids }) => ({
      to: ground === 'own' && this.#isPerson(to) ? null : this.#store.parties.id(to),
      at: formatInstant(entry.at),
      purpose: entry.purpose ?? null,
      ground,
      grant_id: grant === null ? null : (this.#store.acts.bySeq(grant)?.id as string),
      record_ids: ids,
    }))
  }

  /** The party's own grant among those used. */
  #mine(grants: readonly number[], record: Shown): number | null {
    const own = grants.find((seq) => {
      const grant = this.#store.consents.grant(seq)
      return grant?.subject === this.#party && maskCovers(grant.types, grantableCode(record.type))
    })
    return own ?? null
  }
}

function groundOf(entry: NumberedEntry, isOwn: boolean, isByConsent: boolean): Ground {
  if (entry.action === 'subject_access') return entry.credential === null ? 'printed_for_the_subject' : 'own'
  if (isOwn) return 'own'
  return isByConsent ? 'consent' : 'consent_of_others'
}

interface Given {
  /** Grants for the only group of records. */
  readonly grants?: readonly number[]
  /** For several groups: the number of records, and their grants. Records before them were shown without a grant. */
  readonly groups?: readonly (readonly number[])[]
}

/** The grants used for each record of an entry; none for the reader's own. */
function grantsOfRecords(entry: NumberedEntry): (seq: number) => readonly number[] {
  const { grants = [], groups } = (entry.detail ?? {}) as Given
  if (groups === undefined) return () => grants
  const seqs = entry.records
  const bySeq = new Map<number, readonly number[]>()
  let at = seqs.length - groups.reduce((sum, [count = 0]) => sum + count, 0)
  for (const [count = 0, ...relied] of groups)
    for (const end = at + count; at < end; at++) bySeq.set(seqs[at] as number, relied)
  return (seq) => bySeq.get(seq) ?? []
}
