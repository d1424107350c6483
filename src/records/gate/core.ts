import { must } from '../../base/typed.ts'
import {
  type Circumstances,
  type Decision,
  type Disclosed,
  decide,
  type Happened,
  happenedAt,
  onBoth,
} from '../../domain/consent.ts'
import { Derivation, type Derived, toldDerived } from '../../domain/derived/derive.ts'
import { MemoizedGraph } from '../../domain/derived/memoized-graph.ts'
import { type Drawn, drawnFrom } from '../../domain/derived/overdraft.ts'
import { mayReadAsOwn } from '../../domain/derived/own.ts'
import { standingOf } from '../../domain/derived/standing.ts'
import type { Standing } from '../../domain/derived/standings.ts'
import { subjectsOf } from '../../domain/derived/subjects.ts'
import type { SubjectParties, Surroundings, World } from '../../domain/derived/world.ts'
import type { DeviceCalled } from '../../domain/device-called.ts'
import { grantableCode, maySubjectsComeLater, type RecordType, typeCode } from '../../domain/types/index.ts'
import type { RecordGraph } from '../../store/graph/record-graph.ts'
import { LONGEST_KEPT, Newest } from '../../store/log/known-records.ts'
import { ROLE, type StoredRecord } from '../../store/log/records.ts'
import type { Remembered } from '../../store/log/stored-record.ts'
import type { Store } from '../../store/store.ts'
import type { StoredInference } from '../../store/tables/inferences.ts'
import type { People } from '../../store/tables/people.ts'
import { Delivered } from './delivered.ts'
import type { GatedRecord } from './gated.ts'

/** Who asks: the verified subject of a request. */
export interface Requester {
  readonly party: number
  readonly partyId: string
  /** Seq of the credential used; null for the operator. */
  readonly credential: number | null
  /** The operating system's user, when the operator reads in the front office. */
  readonly operator?: string
  /** A device may be enrolled to read only what happened from this instant on (contract §1). */
  readonly sinceMs?: number
}

/** Derived values are remembered for at most this many long records. */
const LONG_REMEMBERED = 4_096

/** The core that the parts of the gate share. No other code gets it, since it holds the store. */
export class GateCore {
  readonly store: Store
  readonly #people: People
  /** What the rules need besides records. */
  readonly surroundings: Surroundings
  readonly delivered: Delivered
  /**
   * Derived values of long records, which are not cached themselves. They are costly: an outline is compared
   * with all around it.
   */
  readonly #ofLong = new Newest<Remembered>(LONG_REMEMBERED)

  /** Receives the number of records shown to a party by its own credentials, in the job that shows them. */
  readonly noteShown: (party: number, records: number) => void

  constructor(
    store: Store,
    people: People,
    surroundings: Surroundings,
    noteShown: (party: number, records: number) => void = () => {},
  ) {
    this.noteShown = noteShown
    this.store = store
    this.delivered = new Delivered(store)
    this.#people = people
    this.surroundings = surroundings
  }

  /**
   * Opens an access evaluation. Code that decides on writes uses it too: references must be the writer's own.
   * It hands out no record.
   */
  accessFor(
    requester: Requester,
    purpose: string,
    world = this.store.recordGraph(),
    rules = new MemoizedGraph(world),
  ): AccessEvaluation {
    return new AccessEvaluation(this, requester, purpose, world, rules)
  }

  /** Returns the derived values of the record, if they were worked out in this epoch. */
  recall(record: StoredRecord): Remembered | undefined {
    const remembered = record.json.length > LONGEST_KEPT ? this.#ofLong.get(record.seq) : record.remembered
    return remembered?.epoch === this.store.epoch ? remembered : undefined
  }

  remember(record: StoredRecord, derived: Derived, isAlone: boolean): Remembered {
    const remembered = { epoch: this.store.epoch, derived, isAlone, behind: null }
    if (record.json.length > LONGEST_KEPT) this.#ofLong.add(record.seq, remembered, 1)
    else record.remembered = remembered
    return remembered
  }

  /** Returns what lots drew from a record. Hands out no record. */
  drawnFrom(world: World, { root }: StoredRecord): Drawn | null {
    return drawnFrom(world, root, this.surroundings)
  }

  /** Returns the derivation of values over these records. Hands out no record. */
  derivation(world: World): Derivation {
    return new Derivation(world, this.surroundings)
  }

  /**
   * Whether the store was restored from a backup and the operator has not confirmed it. Then no grant holds,
   * since it may have been revoked (contract §10).
   */
  get isSuspended(): boolean {
    return this.store.backups.suspension !== null
  }

  readonly isNaturalPerson = (party: number): boolean => this.#people.facts(party).isNaturalPerson

  circumstances(requester: Requester, purpose: string): Circumstances {
    const { consents, writer } = this.store
    return {
      isNaturalPerson: this.isNaturalPerson,
      grantsFrom: (subject) =>
        this.isSuspended ? [] : consents.grantsBetween(subject, requester.party, purpose),
      objectionsOf: (subject) => consents.objectionsOf(subject),
      nowMs: writer.nowMs,
    }
  }
}

/** In canonical JSON, no text of a record can contain this unescaped. */
const DEVICE_MEMBER = '"device_id":"'
const DEVICE_OF_RECORD = /"device_id":"([0-9a-f-]{36})"/

export const OWN: Disclosed = { disclose: true, own: true, grants: [], keepUntil: null }
const BEFORE_SINCE: Decision = { disclose: false, reason: 'before_since' }

/** One requester's view of one record graph. Each record is decided once. */
export class AccessEvaluation {
  readonly world: RecordGraph
  /** The same graph, memoized for the rules. */
  readonly #rules: World
  #derivation: Derivation | undefined
  readonly #gate: GateCore
  readonly #store: Store
  readonly #requester: Requester
  /** What happened before it, a device may not read. */
  readonly #sinceMs: number
  readonly #purpose: string
  readonly #circumstances: Circumstances
  readonly #decisions = new Map<number, Decision>()
  /** Decisions by all that they depend on if no grant has a window: rows of a page differ little in it. */
  readonly #alike = new Map<string, Decision>()

  constructor(gate: GateCore, requester: Requester, purpose: string, world: RecordGraph, rules: World) {
    this.world = world
    this.#rules = rules
    this.#gate = gate
    this.#store = gate.store
    this.#requester = requester
    this.#sinceMs = requester.sinceMs ?? Number.NEGATIVE_INFINITY
    this.#purpose = purpose
    this.#circumstances = gate.circumstances(requester, purpose)
  }

  /**
   * Makes the decision of contract §7.
   * @param role the requester's part in the record, if a list row has it
   */
  decide(record: StoredRecord, role = 0): Decision {
    const known = this.#decisions.get(record.seq)
    if (known) return known
    const decided = this.#decide(record, role)
    const isBefore = record.occurredAtMs < this.#sinceMs
    const decision = decided.disclose && isBefore ? BEFORE_SINCE : decided
    this.#decisions.set(record.seq, decision)
    return decision
  }

  mayRead = (id: string): boolean => {
    const record = this.world.byId(id)
    return record !== undefined && this.decide(record).disclose
  }

  /**
   * Whether the requester, who may read a record of this type, may also know when and how the record `id`
   * happened: if it may read that record, or if a grant on this type would open it by its window and
   * objections. A missing grant for the other type hides that record, but not what `derived` states of it
   * (contract §5).
   */
  mayKnowFrom = (type: RecordType, id: string): boolean => {
    const record = this.world.byId(id)
    if (record === undefined) return false
    return this.decide(record).disclose || this.#decide(record, 0, type).disclose
  }

  /** Makes the same decision for an inference, whose subjects are those of its inputs (contract §9). */
  decideInference(inference: StoredInference): Decision {
    const known = this.#decisions.get(inference.seq)
    if (known) return known
    const { party } = this.#requester
    const { inferences } = this.#store
    const decided = decide(
      {
        requester: party,
        purpose: this.#purpose,
        typeCode: grantableCode('inference'),
        basis: inference.body.lawful_basis,
        // Read only if a grant has a window.
        get happened(): Happened {
          return inferences.happened(inference.seq)
        },
        asserter: inference.assertedBy,
        assertedFor: null,
        subjects: inferences.subjectsOf(inference.seq),
        subjectsResolved: inference.subjectsResolved,
        receivedLot: false,
      },
      this.#circumstances,
    )
    const isBefore = inference.occurredAtMs < this.#sinceMs
    const decision = decided.disclose && isBefore ? BEFORE_SINCE : decided
    this.#decisions.set(inference.seq, decision)
    return decision
  }

  /** Whether the requester may read this observation or inference. */
  mayReadAny = (id: string): boolean => {
    if (this.mayRead(id)) return true
    const inference = this.#store.inferences.byId(id)
    return inference !== undefined && this.decideInference(inference).disclose
  }

  /**
   * Loads what is needed to show these records. For records with remembered values, these are only the
   * records they point to.
   * @returns the records whose derived values are not known yet
   */
  prefetch(records: readonly StoredRecord[]): readonly StoredRecord[] {
    const unknown: StoredRecord[] = []
    const pointedTo: string[] = []
    for (const record of records) {
      const { remembered } = record
      const isFresh = remembered?.epoch === this.#store.epoch
      const isLong = record.json.length > LONGEST_KEPT
      const derived = (isFresh ? remembered : isLong ? this.#gate.recall(record) : undefined)?.derived
      if (derived === undefined) unknown.push(record)
      else {
        if (derived.superseded_by.length > 0) pointedTo.push(...derived.superseded_by)
        if (derived.confirmedBy != null) pointedTo.push(derived.confirmedBy)
        const lastPaidBy = (derived.paid ?? derived.fulfilment?.money)?.lastPaidBy
        if (lastPaidBy != null) pointedTo.push(lastPaidBy)
      }
    }
    if (unknown.length > 0) this.world.prefetch(unknown)
    if (pointedTo.length > 0) this.world.addIds(pointedTo)
    return unknown
  }

  /** Returns the standing alone, which is cheaper than all derived values. */
  standing(record: StoredRecord): Standing {
    return this.#gate.recall(record)?.derived.standing ?? standingOf(this.#rules, record)
  }

  /** Returns the derived values of the record, worked out once per epoch. */
  derived(record: StoredRecord): Remembered {
    const { remembered } = record
    if (remembered?.epoch === this.#store.epoch) return remembered
    const known = record.json.length > LONGEST_KEPT ? this.#gate.recall(record) : undefined
    if (known !== undefined) return known
    this.#derivation ??= this.#gate.derivation(this.#rules)
    return this.#gate.remember(record, this.#derivation.derive(record), this.world.isAlone(record))
  }

  /** Returns true if it is known that the record corrects nothing, and that nothing names it. */
  isAlone(record: StoredRecord): boolean {
    return this.#gate.recall(record)?.isAlone ?? this.world.isAlone(record)
  }

  gated(record: StoredRecord, decision: Disclosed): GatedRecord {
    this.#decisions.set(record.seq, decision)
    const remembered = this.derived(record)
    const { derived } = remembered
    const paid = decision.own || derived.paid === undefined ? decision : this.#decideOnPaid(record)
    const { grants, keepUntil } = paid.disclose && paid !== decision ? onBoth(decision, paid) : decision
    return {
      record,
      own: decision.own,
      grants,
      keepUntil,
      // Most records have no device, which the text alone tells.
      device: decision.own && record.json.includes(DEVICE_MEMBER) ? this.#deviceOf(record) : null,
      derived: toldDerived(derived, paid.disclose),
      remembered,
      mayRead: this.mayRead,
      mayKnow: (id) => this.mayKnowFrom(record.type, id),
    }
  }

  /** As it was called when the record arrived. The text is searched, because few readers need the parsed body. */
  #deviceOf({ json, seq, assertedBy }: StoredRecord): DeviceCalled | null {
    const [, id] = DEVICE_OF_RECORD.exec(json) ?? []
    return id === undefined ? null : this.#store.devices.calledAt(id, assertedBy, seq)
  }

  /** Returns the same for a record that was not prefetched with others. */
  gatedAlone(record: StoredRecord, decision: Disclosed): GatedRecord {
    this.prefetch([record])
    return this.gated(record, decision)
  }

  /** Returns the numbers of the parties that the record is about. */
  subjectsOf(record: StoredRecord): readonly number[] {
    return this.#numbersOf(subjectsOf(this.#rules, record))
  }

  #numbersOf({ parties }: SubjectParties): readonly number[] {
    return parties.map((id) => must(this.#store.parties.find(id)))
  }

  /**
   * Decides whether everyone whose grant opens a delivery has opened payments too: then the reader may know
   * what was paid of it, whatever the windows cover (contract §23).
   */
  #decideOnPaid(delivery: StoredRecord): Decision {
    return this.#decide(delivery, 0, 'payment', true)
  }

  /** @param inAnyWindow whether every window covers it, whenever it happened */
  #decide(
    record: StoredRecord,
    role: number,
    asType: RecordType = record.type,
    inAnyWindow = false,
  ): Decision {
    const { party, partyId } = this.#requester
    if (role & (ROLE.asserter | ROLE.principal)) return OWN
    // For other types, a list row names only possible subjects.
    if (role & ROLE.subject && !maySubjectsComeLater(record.type)) return OWN
    if (record.assertedBy === party || record.onBehalfOf === party) return OWN
    const about = subjectsOf(this.#rules, record)
    const { basis } = record
    const receivedLot = record.type === 'lot' && mayReadAsOwn(this.#rules, partyId, record)
    const key = `${asType} ${inAnyWindow} ${basis} ${about.resolved} ${receivedLot} ${about.parties}`
    const known = this.#alike.get(key)
    if (known !== undefined) return known
    let dependsOnTime = false
    const decision = decide(
      {
        requester: party,
        purpose: this.#purpose,
        typeCode: typeCode(asType),
        basis,
        // Read only if a grant has a window.
        get happened(): Happened {
          dependsOnTime = !inAnyWindow
          return inAnyWindow ? null : happenedAt(record.type, record.occurredAtMs)
        },
        asserter: record.assertedBy,
        assertedFor: record.onBehalfOf,
        subjects: this.#numbersOf(about),
        subjectsResolved: about.resolved,
        receivedLot,
      },
      this.#circumstances,
    )
    if (!dependsOnTime) this.#alike.set(key, decision)
    return decision
  }
}
