import { must } from '../../base/typed.ts'
import { formatInstant } from '../../domain/time.ts'
import { type GrantableType, grantableCode, maskCovers } from '../../domain/types/index.ts'
import type { NumberedEntry } from '../../store/audit/audit-row.ts'
import type { Posting } from '../../store/audit/postings.ts'
import type { Store } from '../../store/store.ts'
import { type Disclosure, GROUNDS, type Ground } from './disclosure-shapes.ts'

/** A record that was shown. */
export interface DisclosedRecord {
  readonly seq: number
  readonly id: string
  readonly type: GrantableType
}

/** A disclosure, and its place in the audit log. Disclosures of one entry differ in ground or grant. */
export interface PlacedDisclosure {
  readonly n: number
  /** Index in `GROUNDS`. */
  readonly rank: number
  /** Seq of the party's own grant; 0 without one. */
  readonly grant: number
  readonly shown: readonly DisclosedRecord[]
  /** The party that read, even if the disclosure does not say who. */
  readonly reader: number
  readonly disclosure: Disclosure
}

/** An entry of the audit log, as far as it is about the party. */
export type ShownAt = Pick<Posting, 'n' | 'credential' | 'seqs'>

/** Makes a party's disclosures from audit entries: for subject access, lists and statements. */
export class DisclosureRules {
  readonly #store: Store
  readonly #party: number
  readonly #isPerson: (party: number) => boolean
  readonly #sinceMs: number | undefined
  readonly #except: number | undefined
  /** By credential: there are few readers, and a credential never changes its party. */
  readonly #readers = new Map<number, number>()

  /**
   * @param limits.sinceMs for a device that may read only what happened from then on
   * @param limits.except a reader whose reads are left out too
   */
  constructor(
    store: Store,
    party: number,
    isPerson: (party: number) => boolean,
    limits: { readonly sinceMs?: number | undefined; readonly except?: number } = {},
  ) {
    this.#store = store
    this.#party = party
    this.#isPerson = isPerson
    this.#sinceMs = limits.sinceMs
    this.#except = limits.except
  }

  /** Whether another party read; a party's own reads are not disclosures. */
  isToOther = ({ credential }: Pick<ShownAt, 'credential'>): boolean => {
    const reader = this.#readerOf(credential)
    return reader !== this.#party && reader !== this.#except
  }

  /** Returns the disclosures of these entries, in their order, without the party's own reads. */
  told(found: readonly ShownAt[]): PlacedDisclosure[] {
    const toOthers = found.filter(this.isToOther)
    const entries = this.#store.audit.entries(toOthers.map(({ n }) => n))
    const known = this.#shown(toOthers.flatMap(({ seqs }) => seqs))
    return toOthers.flatMap(({ n, credential, seqs }) => {
      const shown = seqs.map((seq) => known.get(seq)).filter((record) => record !== undefined)
      return this.#byGrant(must(entries.get(n)), this.#readerOf(credential), shown)
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

  #shown(seqs: readonly number[]): Map<number, DisclosedRecord> {
    const { records, inferences } = this.#store
    const sinceMs = this.#sinceMs ?? Number.NEGATIVE_INFINITY
    const observations = records.outlines(seqs)
    const all = new Set(observations.map(({ seq }) => seq))
    const shown = new Map(
      observations
        .filter(({ occurredAtMs }) => occurredAtMs >= sinceMs)
        .map(({ seq, id, type }): [number, DisclosedRecord] => [seq, { seq, id, type }]),
    )
    const others = seqs.filter((seq) => !all.has(seq))
    if (others.length === 0) return shown
    for (const [seq, id] of inferences.idsOf(others))
      if (this.#sinceMs === undefined || (inferences.byId(id)?.occurredAtMs ?? 0) >= sinceMs)
        shown.set(seq, { seq, id, type: 'inference' })
    return shown
  }

  #byGrant(entry: NumberedEntry, to: number, shown: readonly DisclosedRecord[]): PlacedDisclosure[] {
    const reliedOn = grantsOfRecords(entry)
    const byGround = new Map<string, { ground: Ground; grant: number | null; shown: DisclosedRecord[] }>()
    for (const record of shown) {
      const grants = reliedOn(record.seq)
      const grant = this.#mine(grants, record)
      const ground = groundOf(entry, grants.length === 0, grant !== null)
      const key = `${ground} ${grant}`
      const known = byGround.get(key)
      if (known) known.shown.push(record)
      else byGround.set(key, { ground, grant, shown: [record] })
    }
    return [...byGround.values()].map(({ ground, grant, shown: together }) => ({
      n: entry.n,
      rank: GROUNDS.indexOf(ground),
      grant: grant ?? 0,
      shown: together,
      reader: to,
      disclosure: {
        to: ground !== 'consent' && this.#isPerson(to) ? null : this.#store.parties.id(to),
        at: formatInstant(entry.at),
        purpose: entry.purpose ?? null,
        ground,
        grant_id: grant === null ? null : must(this.#store.acts.bySeq(grant)?.id),
        record_ids: together.map(({ id }) => id),
      },
    }))
  }

  /** Returns the party's own grant among those used; null if there is none. */
  #mine(grants: readonly number[], record: DisclosedRecord): number | null {
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

interface GivenGrants {
  /** Grants for the only group of records. */
  readonly grants?: readonly number[]
  /** For several groups: number of records, and their grants. Records before them needed no grant. */
  readonly groups?: readonly (readonly number[])[]
}

/** Returns the grants used for each record of an entry; none for the reader's own records. */
function grantsOfRecords(entry: NumberedEntry): (seq: number) => readonly number[] {
  const { grants = [], groups } = (entry.detail ?? {}) as GivenGrants
  if (groups === undefined) return () => grants
  const seqs = entry.records
  const bySeq = new Map<number, readonly number[]>()
  let at = seqs.length - groups.reduce((sum, [count = 0]) => sum + count, 0)
  for (const [count = 0, ...relied] of groups)
    for (const end = at + count; at < end; at++) bySeq.set(must(seqs[at]), relied)
  return (seq) => bySeq.get(seq) ?? []
}
