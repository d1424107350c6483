import { membersOf, must } from '../base/typed.ts'
import type { DeviceCalled } from '../domain/device-called.ts'
import { isId } from '../domain/id.ts'
import { formatInstant } from '../domain/time.ts'
import { SUBJECTS_COME_LATER, typeCode } from '../domain/types/index.ts'
import { entryIds, partyId } from '../identity/who.ts'
import { tasksOn } from '../registry/kernel.ts'
import type { NumberedEntry } from '../store/audit/audit-row.ts'
import { ACT_MEMBERS } from '../store/audit/concerned.ts'
import { INDEXED, type Posting, type PostingKind } from '../store/audit/postings.ts'
import { type StoredRecord, StoredRecordOf } from '../store/log/stored-record.ts'
import type { StoredInference } from '../store/tables/inferences.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import type { CalledParty } from '../words/party-name.ts'
import { isReading } from './audit-views.ts'
import type { ConsentKernel } from './kernel.ts'

/** Queries of the audit log: who saw a record, what a party read, what was refused and why. */

export interface AuditQuestion {
  /** Only acts with this party's credentials. */
  readonly party?: string
  /** Only acts of this person at the office page, by the name of the account. */
  readonly staff?: string
  /** Only entries about this record. */
  readonly record?: string
  /** Only entries about this party: its records shown or refused, and acts that name it. */
  readonly about?: string
  readonly refused?: boolean
  /** Only what people and programs were shown on pages, or all but that. */
  readonly readings?: boolean
  readonly sinceMs?: number
  /** Exclusive. */
  readonly untilMs?: number
  /** Entries before this one, for the next page. */
  readonly before?: number
  readonly count: number
}

export interface AuditLine {
  readonly n: number
  readonly at: string
  /** The acting party; null for the operator and for anonymous callers. */
  readonly party: string | null
  readonly name: CalledParty | null
  /** The operating system's user who typed a command. */
  readonly operator: string | null
  /** The person at the office page: the name of the account. */
  readonly staff: string | null
  readonly action: string
  /** Whom the act itself names, other than the acting party; not those of its records. */
  readonly about: readonly { readonly party: string; readonly name: CalledParty }[]
  readonly purpose: string | null
  /** `disclosed`, `done`, or the true reason of a refusal. */
  readonly outcome: string
  /** How often the same refusal was repeated since the previous entry; null for a separate entry. */
  readonly repeated: number | null
  /** The records concerned; of a long page only those asked for. */
  readonly record_ids: readonly string[]
  readonly grant_ids: readonly string[]
  readonly detail: Readonly<Record<string, unknown>>
}

export const auditTasks = tasksOn<ConsentKernel>()({
  /**
   * Lists entries, newest first. `next` is the `before` of the next page, or null; a page may have fewer
   * entries than asked for, even none, and still have a next page.
   */
  audit: (kernel, operator, question: AuditQuestion) => {
    const { hits, next } = new Search(kernel, operator, question).page()
    return { entries: hits.map((hit) => lineOf(kernel, hit)), next }
  },

  /** Returns who wrote each record, by the audit log: person of the staff, operator, party and device. */
  'audit.writers': ({ store, people }, _operator, args: { readonly ids: readonly string[] }) =>
    args.ids.slice(0, MOST_WRITERS).map((id): Writer => {
      const record = isId(id) ? store.records.byId(id) : undefined
      // Appends are not indexed: the entry is among the first since the record was received, in the same
      // commit.
      const since =
        record === undefined
          ? []
          : store.audit.after(store.audit.firstSince(record.receivedAtMs) - 1, SEARCHED)
      const entry = since.find(
        ({ action, records }) => action === 'append' && records.includes(record?.seq ?? 0),
      )
      const { staff, operator } = membersOf(entry?.detail)
      const device = record?.body.device_id
      return {
        id,
        staff: typeof staff === 'string' ? (store.staff.byId(staff)?.name ?? staff) : null,
        operator: typeof operator === 'string' ? operator : null,
        party: record === undefined ? null : people.facts(record.assertedBy).called,
        device: device ?? null,
        phone:
          device === undefined || record === undefined
            ? null
            : store.devices.calledAt(device, record.assertedBy, record.seq),
      }
    }),
})

/** Audit entries searched for an append: more than one commit has. */
const SEARCHED = 500
/** Most records of one call: far more than a record has versions. */
const MOST_WRITERS = 64

export interface Writer {
  readonly id: string
  readonly staff: string | null
  readonly operator: string | null
  /** The party in whose name it was written. */
  readonly party: CalledParty | null
  readonly device: string | null
  /** What the device was called then, and who carried it. */
  readonly phone: DeviceCalled | null
}

interface Hit {
  readonly entry: NumberedEntry
  /** The entry's records that were asked about; null for all. */
  readonly seqs: readonly number[] | null
}

/** A key of the audit log's index. */
type IndexKey = readonly [kind: PostingKind, about: number]

type Candidate = Pick<Posting, 'n' | 'seqs'>

/** Most entries read per page: each may be in a row of its own, which is read whole. */
const LOOKED_AT = 4_000
const CANDIDATES_AT_ONCE = 500

class Search {
  readonly #kernel: ConsentKernel
  readonly #question: AuditQuestion
  readonly #record: StoredRecord | StoredInference | null
  readonly #credentials: ReadonlySet<number> | null
  readonly #about: readonly IndexKey[] | null
  readonly #firstN: number
  /** Ids of the accounts that have or had the name; null for any account. */
  readonly #accounts: ReadonlySet<unknown> | null
  #ofThatRecord: Candidate[] | null = null

  constructor(kernel: ConsentKernel, operator: string, question: AuditQuestion) {
    this.#kernel = kernel
    this.#question = question
    this.#record = question.record === undefined ? null : recordOf(kernel, question.record)
    // A person at the office page acts for the cooperative, without a credential (0).
    const office = question.staff === undefined ? null : new Set([0])
    this.#credentials =
      question.party === undefined ? office : credentialsOf(kernel, partyId(kernel, operator, question.party))
    this.#about =
      question.about === undefined
        ? null
        : entryIds(kernel, operator, question.about).flatMap((party) =>
            keysAbout(kernel, kernel.store.parties.find(party)),
          )
    this.#accounts = question.staff === undefined ? null : accountsOf(kernel, question.staff)
    this.#firstN = question.sinceMs === undefined ? 1 : kernel.store.audit.firstSince(question.sinceMs)
  }

  page(): { readonly hits: readonly Hit[]; readonly next: number | null } {
    const hits: Hit[] = []
    const { before: asked, untilMs } = this.#question
    const { audit } = this.#kernel.store
    let before = Math.min(
      asked ?? audit.size + 1,
      untilMs === undefined ? audit.size + 1 : audit.firstSince(untilMs),
    )
    for (let looked = 0; looked < LOOKED_AT; ) {
      const candidates = this.#candidates(before).filter(({ n }) => n >= this.#firstN)
      if (candidates.length === 0) return { hits, next: null }
      looked += candidates.length
      const entries = this.#kernel.store.audit.entries(candidates.map(({ n }) => n))
      for (const { n, seqs } of candidates) {
        const entry = must(entries.get(n))
        before = n
        if (this.#matches(entry)) hits.push({ entry, seqs: seqs.length === 0 ? null : seqs })
        if (hits.length === this.#question.count) return { hits, next: before }
      }
    }
    return { hits, next: before }
  }

  /** Returns the next candidates, newest first, from the narrowest index. */
  #candidates(before: number): Candidate[] {
    if (this.#record) return this.#ofRecord(this.#record, before)
    if (this.#about) return this.#merged(this.#about, before)
    if (this.#question.refused) return this.#merged([[INDEXED.refusals, 0]], before)
    if (this.#credentials)
      return this.#merged(
        [...this.#credentials].map((credential) => [INDEXED.credential, credential]),
        before,
      )
    const { audit } = this.#kernel.store
    const entries = audit.after(
      Math.max(0, before - 1 - CANDIDATES_AT_ONCE),
      Math.min(CANDIDATES_AT_ONCE, before - 1),
    )
    return entries.map(({ n }) => ({ n, seqs: [] })).reverse()
  }

  /** Returns the entries that showed or refused one record, newest first; computed once. */
  #ofRecord(record: StoredRecord | StoredInference, before: number): Candidate[] {
    const { index } = this.#kernel.store.audit
    const postings = (kind: PostingKind) =>
      record instanceof StoredRecordOf
        ? index.ofRecord(kind, record, this.#firstN)
        : index.ofInference(kind, record.seq, this.#firstN)
    this.#ofThatRecord ??= [INDEXED.shown, INDEXED.refused]
      .flatMap((kind) => [...postings(kind)])
      .sort((a, b) => b.n - a.n)
    return this.#ofThatRecord.filter(({ n }) => n < before).slice(0, CANDIDATES_AT_ONCE)
  }

  /** Returns the entries under these keys; one under several keys has the records of all of them. */
  #merged(keys: readonly IndexKey[], before: number): Candidate[] {
    const { index } = this.#kernel.store.audit
    const found = new Map<number, number[]>()
    for (const [kind, key] of keys)
      for (const { n, seqs } of index.before(kind, key, before, CANDIDATES_AT_ONCE)) {
        const known = found.get(n)
        if (known === undefined) found.set(n, [...seqs])
        else known.push(...seqs)
      }
    return [...found]
      .map(([n, seqs]) => ({ n, seqs }))
      .sort((a, b) => b.n - a.n)
      .slice(0, CANDIDATES_AT_ONCE)
  }

  #matches(entry: NumberedEntry): boolean {
    const { outcome, credential, detail } = entry
    const { readings } = this.#question
    if (readings !== undefined && isReading(entry, membersOf(detail).staff) !== readings) return false
    if (this.#accounts !== null && !this.#accounts.has(membersOf(detail).staff)) return false
    if (this.#question.refused && (outcome === 'disclosed' || outcome === 'done')) return false
    return this.#credentials === null || this.#credentials.has(credential ?? 0)
  }
}

/** Returns the ids of the accounts with a name. @throws {OperatorFault} when there is none */
function accountsOf({ store }: ConsentKernel, name: string): ReadonlySet<unknown> {
  const own = store.staff.all().filter((account) => account.name === name)
  if (own.length > 0) return new Set(own.map(({ id }) => id))
  throw new OperatorFault(...withRemedy('audit.noAccount', { name }))
}

/** Most record ids in one line. */
const IDS_A_LINE = 500

function recordOf({ store }: ConsentKernel, id: string): StoredRecord | StoredInference {
  const record = isId(id) ? (store.records.byId(id) ?? store.inferences.byId(id)) : undefined
  if (record) return record
  throw new OperatorFault(...withRemedy('audit.noRecord', { id }))
}

/** Losses, retractions and inferences considered for a party: the newest of each. */
const LATE_RECORDS = 5_000

/** Returns the index keys of a party, and of its records that are indexed separately. */
function keysAbout({ store }: ConsentKernel, party: number | undefined): IndexKey[] {
  if (party === undefined) return []
  const start = { occurredAt: Number.MAX_SAFE_INTEGER, id: '' }
  const late = SUBJECTS_COME_LATER.flatMap((type) =>
    store.records.stream(party, typeCode(type), 'newest', start, -Number.MAX_SAFE_INTEGER, LATE_RECORDS),
  )
  const inferences = store.inferences.newestAbout(party, LATE_RECORDS)
  const keys = [party, ...late.map(({ seq }) => -seq), ...inferences.map((seq) => -seq)]
  return [
    [INDEXED.acts, party],
    ...keys.flatMap((key): IndexKey[] => [
      [INDEXED.shown, key],
      [INDEXED.refused, key],
    ]),
  ]
}

/** Returns the party's credentials; for the cooperative also 0, the operator in the front office. */
function credentialsOf(kernel: ConsentKernel, party: string): Set<number> {
  const n = kernel.store.parties.find(party)
  const credentials = n === undefined ? [] : kernel.store.credentials.ofParty(n).map(({ seq }) => seq)
  if (n !== undefined && n === kernel.store.appliance.cooperative) credentials.push(0)
  return new Set(credentials)
}

function lineOf(kernel: ConsentKernel, { entry, seqs }: Hit): AuditLine {
  const { store, people } = kernel
  const party = entry.credential === null ? null : store.readerOf(entry.credential)
  const { operator, staff, grants, groups, repeated, looked_up: _, ...detail } = membersOf(entry.detail)
  const meant = seqs ?? entry.records
  const ids = store.recordIds(meant.slice(0, IDS_A_LINE))
  return {
    n: entry.n,
    at: formatInstant(entry.at),
    party: party === null ? null : store.parties.id(party),
    name: party === null ? null : people.facts(party).called,
    operator: typeof operator === 'string' ? operator : null,
    staff: typeof staff === 'string' ? (store.staff.byId(staff)?.name ?? staff) : null,
    action: entry.action,
    about: [...store.audit.index.concerning(entry.detail)]
      .filter((one) => one !== party)
      .map((one) => ({ party: store.parties.id(one), name: people.facts(one).called })),
    purpose: entry.purpose ?? null,
    outcome: entry.outcome,
    repeated: typeof repeated === 'number' ? repeated : null,
    record_ids: meant.map((seq) => ids.get(seq)).filter((id) => id !== undefined),
    grant_ids: reliedOn(grants, groups).map((seq) => must(store.acts.bySeq(seq)?.id)),
    detail: withIds(kernel, detail),
  }
}

/** Returns every grant relied on for any of the records (see the gate's reader). */
function reliedOn(grants: unknown, groups: unknown): number[] {
  const inGroups = ((groups ?? []) as number[][]).flatMap(([, ...seqs]) => seqs)
  return [...new Set([...((grants ?? []) as number[]), ...inGroups])]
}

const PLACES: ReadonlySet<string> = new Set(ACT_MEMBERS)

/** Replaces the places of acts in the log, which the audit log stores, by their ids, which people know. */
function withIds(kernel: ConsentKernel, detail: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      typeof value === 'number' && PLACES.has(name) ? (kernel.store.acts.bySeq(value)?.id ?? value) : value,
    ]),
  )
}
