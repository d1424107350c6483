import { fromJson, membersOf, must } from '../../base/typed.ts'
import { idHex } from '../../domain/id.ts'
import { RECORD_TYPES, type RecordType } from '../../domain/types/index.ts'
import type { Gate, Requester } from '../../records/gate/gate.ts'
import { type InferenceView, inferenceJson } from '../../records/views/inference-view.ts'
import type { RecordView } from '../../records/views/record-schema.ts'
import { recordJson } from '../../records/views/record-view.ts'
import type { ListKey } from '../../store/log/records.ts'
import type { Store } from '../../store/store.ts'
import type { Delegations, DelegationView } from '../delegations.ts'
import type { Disclosure } from '../disclosures/disclosure-shapes.ts'
import type { PlacedDisclosure } from '../disclosures/rules.ts'
import type { Grants, GrantView } from '../grants.ts'
import { type MessageTold, messagesTo, type SomeTold } from '../messages.ts'
import type { ToldObjection } from '../objection-shapes.ts'
import type { Objections } from '../objections.ts'
import { type DisclosurePage, type DisclosurePlace, Disclosures, FIRST_PLACE } from './disclosures.ts'
import { PARTY_POINTERS, type PartyPointer, type Redaction, redacted } from './redact.ts'

/** The answer to a person who asks what is held about them, piece by piece (contract §7). */

/** A record as returned, without other persons' ids: any member that is or leads to one may be left out. */
export type ToldRecord = Told<RecordView>
type Told<Record> = Record extends RecordView
  ? Partial<Record> &
      Pick<
        Record,
        'id' | 'type' | 'record_class' | 'occurred_at' | 'recorded_at' | 'received_at' | 'lawful_basis'
      > & {
        readonly derived: Omit<Record['derived'], 'custody'>
      }
  : never

/** An inference as returned, without other persons' ids. */
export type ToldInference = Omit<InferenceView, 'asserted_by'> & Partial<Pick<InferenceView, 'asserted_by'>>

export interface RedactedItem {
  readonly record: ToldRecord | ToldInference
  readonly leftOut: readonly PartyPointer[]
}

export type Piece =
  | { readonly part: 'records'; readonly items: readonly RedactedItem[] }
  | { readonly part: 'redactions'; readonly items: readonly Redaction[] }
  | { readonly part: 'grants'; readonly items: readonly Partial<GrantView>[] }
  | { readonly part: 'objections'; readonly items: readonly Partial<ToldObjection>[] }
  | { readonly part: 'delegations'; readonly items: readonly Partial<DelegationView>[] }
  | { readonly part: 'messages'; readonly items: readonly MessageTold[] }
  | {
      readonly part: 'disclosures'
      readonly items: readonly Disclosure[]
      /** The same with their places in the audit log. */
      readonly placed: readonly PlacedDisclosure[]
    }
export const PARTS = [
  'records',
  'redactions',
  'grants',
  'objections',
  'delegations',
  'messages',
  'disclosures',
] as const
export type ReplyPart = (typeof PARTS)[number]

/** Records per job: a few milliseconds, so that a long answer does not delay other callers. */
const RECORDS_A_JOB = 50
const ACTS_A_JOB = 100
/** Inferences per job: each may depend on thousands of records. */
const INFERENCES_A_JOB = 10
const PURPOSE = 'subject_access'

/** Groups of types: all records of one come before those of the next. */
type Groups = readonly (readonly RecordType[])[]

interface RecordPlace {
  readonly group: number
  readonly after: ListKey | null
}

interface SomeRecords {
  readonly items: readonly RedactedItem[]
  readonly next: RecordPlace | null
}

export interface AnswerParts {
  readonly store: Store
  readonly gate: Gate
  readonly grants: Grants
  readonly delegations: Delegations
  readonly objections: Objections
}

export class SubjectAccessReply {
  readonly #parts: AnswerParts
  readonly #requester: Requester
  /** One number per redaction of a record, to save memory: its seq and its index in `PARTY_POINTERS`. */
  readonly #ofRecords: number[] = []
  readonly #ofActs: Redaction[] = []

  /** @param requester the party itself, by its credential or through the operator */
  constructor(parts: AnswerParts, requester: Requester) {
    this.#parts = parts
    this.#requester = requester
  }

  /** Yields the pieces in the order of the answer. */
  async *pieces(groups: Groups = [RECORD_TYPES]): AsyncGenerator<Piece> {
    yield* this.#records(groups)
    yield* this.#inferences()
    const { grants, objections, delegations } = this.#parts
    const me = this.#requester.partyId
    for (const role of ['subject', 'grantee'] as const)
      yield* this.#acts('grants', (before, count) => grants.list(me, role, before, count))
    yield* this.#acts('objections', (before, count) => objections.list(me, me, before, count))
    yield* this.#acts('delegations', (before, count) => delegations.list(me, before, count))
    yield* this.#redactions()
    yield* this.#messages()
    yield* this.#disclosures()
  }

  /** Runs one job per piece; when the credential ends, no further piece is sent. */
  #submit<T>(work: () => T): Promise<T> {
    return this.#parts.store.jobs.slice(this.#requester, work)
  }

  async *#records(groups: Groups): AsyncGenerator<Piece> {
    for (let place: RecordPlace | null = { group: 0, after: null }; place !== null; ) {
      const from: RecordPlace = place
      const { items, next }: SomeRecords = await this.#submit(() => this.#someRecords(from, groups))
      yield { part: 'records', items }
      place = next
    }
  }

  /** A job goes on to the next groups while it has room, since most have few records or none. */
  #someRecords(from: RecordPlace, groups: Groups): SomeRecords {
    const items: RedactedItem[] = []
    const reader = this.#parts.gate.readerFor(this.#requester, PURPOSE)
    let { group, after } = from
    for (;;) {
      const room = RECORDS_A_JOB - items.length
      const { found, resume } = reader.aboutMyself(after, room, groups[group])
      const shown = found.slice(0, room)
      items.push(...shown.map((gated) => this.#redacted(gated.record.seq, recordJson(gated))))
      const last = shown[shown.length - 1]?.record
      const isMore = found.length > shown.length && last !== undefined
      after = isMore ? { occurredAt: last.occurredAtMs, id: idHex(last.id) } : resume
      if (after !== null) return { items, next: { group, after } }
      group++
      if (group === groups.length) return { items, next: null }
      if (items.length === RECORDS_A_JOB) return { items, next: { group, after: null } }
    }
  }

  /** Yields predictions about the party; nothing else lists them (contract §9). */
  async *#inferences(): AsyncGenerator<Piece> {
    for (let after: number | null = 0; after !== null; ) {
      const place: number = after
      const { items, next } = await this.#submit(() => {
        const reader = this.#parts.gate.inferenceReaderFor(this.#requester, PURPOSE)
        const { found, resume } = reader.aboutMyself(place, INFERENCES_A_JOB)
        return {
          items: found.map((gated) => this.#redacted(gated.inference.seq, inferenceJson(gated))),
          next: resume,
        }
      })
      if (items.length > 0) yield { part: 'records', items }
      after = next
    }
  }

  #redacted(seq: number, json: string): RedactedItem {
    const { told, pointers } = redacted(fromJson<RedactedItem['record']>(json), this.#isOther)
    const hidesInputs = told.record_class === 'inference' && told.derived.redacted !== undefined
    const leftOut = hidesInputs ? [...pointers, '/inputs' as const] : pointers
    for (const pointer of leftOut)
      this.#ofRecords.push(seq * PARTY_POINTERS.length + PARTY_POINTERS.indexOf(pointer))
    return { record: told, leftOut }
  }

  /** Yields the party's acts. Its own acts name only parties that it knows; other acts are redacted. */
  async *#acts<P extends 'grants' | 'objections' | 'delegations'>(
    part: P,
    list: (before: string | null, count: number) => readonly { readonly id: string }[],
  ): AsyncGenerator<Piece> {
    for (let before: string | null = null; ; ) {
      const place: string | null = before
      const found: readonly { readonly id: string }[] = await this.#submit(() => list(place, ACTS_A_JOB))
      const items = found.map((act) => {
        if (isByParty(act, this.#requester.partyId)) return act
        const { told, pointers } = redacted(act, this.#isOther)
        for (const pointer of pointers) this.#ofActs.push({ id: act.id, pointer, reason: 'another_person' })
        return told
      })
      yield { part, items }
      const last = found[found.length - 1]
      if (found.length < ACTS_A_JOB || last === undefined) return
      before = last.id
    }
  }

  async *#redactions(): AsyncGenerator<Piece> {
    yield { part: 'redactions', items: this.#ofActs }
    const size = PARTY_POINTERS.length
    for (let at = 0; at < this.#ofRecords.length; at += RECORDS_A_JOB) {
      const codes = this.#ofRecords.slice(at, at + RECORDS_A_JOB)
      const items = await this.#submit(() => {
        const seqs = [...new Set(codes.map((code) => Math.floor(code / size)))]
        const ids = this.#parts.store.recordIds(seqs)
        return codes.map((code) => ({
          id: must(ids.get(Math.floor(code / size))),
          pointer: must(PARTY_POINTERS[code % size]),
          reason: 'another_person' as const,
        }))
      })
      yield { part: 'redactions', items }
    }
  }

  async *#messages(): AsyncGenerator<Piece> {
    const { store } = this.#parts
    for (let before: number | null = null; ; ) {
      const place: number | null = before
      const { items, last }: SomeTold = await this.#submit(() =>
        messagesTo(store, this.#requester.party, place, ACTS_A_JOB),
      )
      if (items.length > 0) yield { part: 'messages', items }
      if (last === null) return
      before = last
    }
  }

  async *#disclosures(): AsyncGenerator<Piece> {
    const disclosures = new Disclosures(this.#parts.store, this.#requester.party, (party) =>
      this.#parts.gate.isNaturalPerson(party),
    )
    for (let place: DisclosurePlace | null = FIRST_PLACE; place !== null; ) {
      const from: DisclosurePlace = place
      const found: DisclosurePage = await this.#submit(() => disclosures.after(from))
      const items = found.disclosures.map(({ disclosure }) => disclosure)
      if (items.length > 0) yield { part: 'disclosures', items, placed: found.disclosures }
      place = found.next
    }
  }

  readonly #isOther = (party: string): boolean => {
    const { store, gate } = this.#parts
    const n = store.parties.find(party)
    return party !== this.#requester.partyId && (n === undefined || gate.isNaturalPerson(n))
  }
}

/** Whether the party itself gave the grant or mandate, or lodged the objection. */
function isByParty(act: object, party: string): boolean {
  const { grantee, subject, principal, lodged_by } = membersOf(act)
  return (grantee === undefined ? (principal ?? lodged_by) : subject) === party
}
