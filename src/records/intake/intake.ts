import { Problem, type ProblemCode, violation } from '../../base/problem.ts'
import { must } from '../../base/typed.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import {
  type CorrectionLimits,
  confirmationRefusal,
  correctionRefusal,
  type Origin,
  retractionRefusal,
  signatureRefusal,
} from '../../domain/correction.ts'
import { isOutOfReach } from '../../domain/credential.ts'
import { coversType, type Delegation, isBetween, isInForce } from '../../domain/delegation.ts'
import { mayReadAsOwn } from '../../domain/derived/own.ts'
import { standingOf } from '../../domain/derived/standing.ts'
import type { Prepared } from '../../domain/draft-shape.ts'
import { positionsIn } from '../../domain/geometry.ts'
import { type Draft, normalizeDraft, storedBody } from '../../domain/record.ts'
import { isSameContent } from '../../domain/replay.ts'
import type { LawfulBasis } from '../../domain/shapes.ts'
import { instantOf } from '../../domain/time.ts'
import { confirmedType, descriptors, typeCode } from '../../domain/types/index.ts'
import { actedBy } from '../../store/acts/doer.ts'
import type { RecordGraph } from '../../store/graph/record-graph.ts'
import { isOwnId } from '../../store/log/id-owner.ts'
import { type RecordRow, type StoredRecord, storedRecord } from '../../store/log/stored-record.ts'
import type { Store } from '../../store/store.ts'
import type { People } from '../../store/tables/people.ts'
import type { Appended, Author } from './author.ts'
import { Batch, type Refused } from './batch.ts'
import {
  actingMember,
  basisFromTarget,
  checkCrossFields,
  checkLawfulBasis,
  delegatedAct,
  notLive,
  unresolved,
} from './checks.ts'
import { confirmedOf, originOf } from './confirmed.ts'
import { follow } from './follow.ts'
import { raiseNotifications } from './notify.ts'
import { checkPayments } from './payments-limit.ts'

export interface IntakeSettings extends CorrectionLimits {
  readonly graceDays: number
  readonly maxRecordBytes: number
  readonly maxInputs: number
  readonly maxVertices: number
}

/** What the rules need to judge a draft: the record graph, and who writes for whom. */
interface DraftFacts {
  readonly world: RecordGraph
  readonly writer: Origin
}

/** The only way in for records. `append` runs inside a job of the writer: draft, facts, rules, rows. */
export class Intake {
  readonly #store: Store
  readonly #people: People
  readonly #settings: IntakeSettings

  constructor(store: Store, people: People, settings: IntakeSettings) {
    this.#store = store
    this.#people = people
    this.#settings = settings
  }

  /** Appends one record whose shape has been checked. @throws {Problem} before anything is written */
  append(author: Author, draft: Draft): Appended {
    const appended = this.#append(author, normalizeDraft(draft))
    if (appended.status === 'accepted') this.#audit(author, [appended.record.seq])
    return appended
  }

  /**
   * Appends many records. They may name each other in any order; a refused record does not affect the others.
   * @param drafts what `prepare` returned for each record
   * @returns one result for each record, in the order sent
   */
  appendAll(author: Author, drafts: readonly Prepared[]): readonly (Appended | Problem)[] {
    const batch = new Batch(drafts)
    this.appendSome(author, batch, null)
    return batch.results
  }

  /**
   * Appends the next records of a batch, at least one, and audits them. A record is stored only after the
   * records of the batch that it acts on.
   * @param share once it is spent, the rest is left to a further job; null to append all
   * @param refusal if given, the records are refused with it instead
   */
  appendSome(
    author: Author,
    batch: Batch,
    share: { readonly isSpent: boolean } | null,
    refusal?: Problem,
  ): void {
    // Throws while the clock is in doubt, so that the batch can be sent again and none of its records is
    // refused for good.
    this.#store.clock.check()
    const accepted: number[] = []
    const refused: Refused[] = []
    for (let draft = batch.next(); draft !== null; draft = share?.isSpent ? null : batch.next()) {
      try {
        if (draft instanceof Problem) throw draft
        if (refusal !== undefined) throw refusal
        const appended = this.#append(author, draft)
        if (appended.status === 'accepted') accepted.push(appended.record.seq)
        batch.done(appended)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        batch.done(error)
        if (error !== draft) refused.push({ id: (draft as Draft).id, problem: error })
      }
    }
    if (accepted.length === 0 && refused.length === 0) return
    this.#audit(author, accepted, refused, batch.tell(refused))
  }

  /**
   * Makes the checks of contract §4 in their order, then writes the rows. A caller learns that another party
   * uses an id only if the record is otherwise valid, so that each guess at an id costs a valid record.
   */
  #append(author: Author, normalized: Draft): Appended {
    this.#checkSize(normalized)
    // Every record passes here, so a free id takes only one look-up.
    const isTaken = this.#store.log.has(normalized.id)
    const existing = isTaken ? this.#store.records.byId(normalized.id) : undefined
    if (existing?.assertedBy === author.party) return this.#replay(author, normalized, existing)
    if (isTaken && isOwnId(this.#store, normalized.id, author.partyId)) throw new Problem('id_conflict')
    checkCrossFields(author, normalized)
    const acting = descriptors[normalized.type].actsOn
    if (!acting) checkLawfulBasis(normalized)
    if (isTaken) {
      // Checks the length only. A record that acts on another takes its lawful basis from that one, which is
      // looked up later.
      if (!acting) this.#storedForm(author, normalized, must(normalized.lawful_basis))
      throw new Problem('id_conflict')
    }
    const { delegation_id, on_behalf_of: onBehalfOf } = normalized
    const delegation =
      delegation_id === undefined ? null : this.#delegation(author, normalized, delegation_id)
    const named = normalized[acting ?? 'supersedes']
    if (named === undefined) return this.#write(author, normalized, must(normalized.lawful_basis))
    const facts = { world: this.#store.recordGraph(), writer: { assertedBy: author.partyId, onBehalfOf } }
    const target = this.#target(author, facts, normalized, named, delegation)
    if (standingOf(facts.world, target) === 'retracted') throw this.#refusal('already_retracted', normalized)
    if (delegation && !coversType(delegation, typeCode(target.type))) throw notLive()
    const basis = acting ? basisFromTarget(normalized, target) : must(normalized.lawful_basis)
    const refusal = this.#isUnwitnessed(author, normalized)
      ? 'not_the_counterparty'
      : authorityRefusal(facts, normalized, target, this.#settings, this.#isPerson)
    if (refusal) throw this.#refusal(refusal, normalized)
    return this.#write(author, normalized, basis, { target, world: facts.world })
  }

  /** Only the cooperative's front office vouches for a signature on paper: no token does (contract §23). */
  #isUnwitnessed({ party, credential, deviceId }: Author, { signed_by }: Draft): boolean {
    const isFrontOffice = credential === null && deviceId === undefined
    return signed_by !== undefined && !(isFrontOffice && party === this.#store.appliance.cooperative)
  }

  readonly #isPerson = (id: string): boolean => {
    const party = this.#store.parties.find(id)
    return party === undefined || this.#people.facts(party).isNaturalPerson
  }

  /** @param told the refusals that the entry lists one by one */
  #audit(
    author: Author,
    records: readonly number[],
    refused: readonly Refused[] = [],
    told: readonly Refused[] = [],
  ): void {
    const detail = {
      ...actedBy(author.operator),
      ...(refused.length > 0 && { refused: refused.length }),
      ...(told.length > 0 && { first_refused: told.map(inAudit) }),
    }
    this.#store.audit.append(this.#store.writer.nowMs, {
      credential: author.credential,
      action: 'append',
      outcome: 'done',
      records,
      ...(Object.keys(detail).length === 0 ? {} : { detail }),
    })
  }

  /** Checks the limits on lists that are settings, which the schema does not know. */
  #checkSize(draft: Draft): void {
    const { maxInputs, maxVertices } = this.#settings
    const { inputs } = draft
    if (inputs !== undefined && inputs.length > maxInputs)
      throw violation('schema_violation', '/inputs', `must NOT have more than ${maxInputs} items`)
    const [geometry, at] =
      draft.type === 'plot' ? [draft.geometry, '/geometry'] : [draft.plot?.geometry, '/plot/geometry']
    if (geometry !== undefined && positionsIn(geometry) > maxVertices)
      throw violation('schema_violation', at, `must NOT have more than ${maxVertices} positions`)
  }

  #replay(author: Author, again: Draft, existing: StoredRecord): Appended {
    const same = isSameContent(existing.body, existing.saidRecordedAt, again, {
      partyId: author.partyId,
      isDevice: author.deviceId !== undefined,
    })
    if (!same) throw new Problem('id_conflict')
    return { status: 'replayed', record: existing } as Appended
  }

  /**
   * Returns the delegation that the draft relies on. The author must be its delegate, and it must be in force
   * for this act on this type. A retraction or confirmation has the type of the record it names, which is
   * checked later.
   * @throws {Problem} reference_unresolved or delegation_not_live
   */
  #delegation(author: Author, draft: Draft, id: string): Delegation {
    const row = this.#store.delegation(id)
    const principal = this.#store.parties.find(must(draft.on_behalf_of))
    if (!row || !isBetween(row, principal, author.party)) throw unresolved('/delegation_id', row)
    const use = {
      act: delegatedAct(draft),
      occurredAtMs: instantOf(draft.occurred_at),
      receivedAtMs: this.#store.writer.nowMs,
      graceDays: this.#settings.graceDays,
    }
    const isCovered = descriptors[draft.type].actsOn || coversType(row, typeCode(draft.type))
    if (!isInForce(row, use) || !isCovered) throw notLive()
    return row
  }

  /**
   * Returns the record that a reference with authority names. A record that the author may not read as its
   * own, or from before the first day of the author's device, gets the same refusal as one that does not exist.
   * What the principal may read counts only if the delegation covers its type: otherwise the refusal would
   * reveal to a delegate what the principal holds.
   */
  #target(
    author: Author,
    facts: DraftFacts,
    draft: Draft,
    id: string,
    delegation: Delegation | null,
  ): StoredRecord {
    const member = actingMember(draft)
    // If no record has this id, its neighbour is examined and dropped: both refusals take the same work.
    const near = facts.world.near(id)
    const isTheirs = near !== undefined && isOwn(facts, near, delegation)
    const target = near?.id === id ? near : undefined
    if (!target || !isTheirs) throw unresolved(`/${member}`, target)
    if (isOutOfReach(author, target)) throw unresolved(`/${member}`, target, 'before_since')
    const confirms = confirmedType(draft.type)
    if (confirms !== undefined && target.type !== confirms) throw unresolved(`/${member}`, target)
    if (member === 'supersedes' && target.type !== draft.type)
      throw violation('schema_violation', '/supersedes', 'must name a record of the same type')
    if (member === 'target_id' && target.type === 'retraction')
      throw violation('schema_violation', '/target_id', 'must not name a retraction: a retraction is final')
    return target
  }

  #refusal(code: ProblemCode, draft: Draft): Problem {
    return violation(code, `/${actingMember(draft)}`, 'names a record that does not allow this act')
  }

  /** @param acted the record that the draft acts on, and the records around it */
  #write(
    author: Author,
    draft: Draft,
    lawfulBasis: LawfulBasis,
    acted: { readonly target: StoredRecord; readonly world: RecordGraph } | null = null,
  ): Appended {
    const store = this.#store
    const { body, json, receivedAtMs } = this.#storedForm(author, draft, lawfulBasis)
    const corrected = draft.supersedes === undefined ? null : acted?.target
    if (draft.settles !== undefined)
      checkPayments(store, draft.settles, speakersIn(author, draft), corrected?.root ?? null)
    const seq = store.log.next()
    const row: RecordRow = [
      seq,
      draft.id,
      typeCode(draft.type),
      author.party,
      draft.on_behalf_of === undefined ? null : store.parties.intern(draft.on_behalf_of),
      corrected ? corrected.root : seq,
      corrected ? corrected.depth + 1 : 1,
      draft.recorded_at === undefined ? 0 : 1,
      // Normalised, as the engine writes and reads it.
      Date.parse(draft.occurred_at),
      receivedAtMs,
      json,
    ]
    const record = storedRecord(row, body)
    store.records.append(row, store.log.seal(seq, json))
    store.tallies.noteAppended(record)
    const spoken = follow(store, record, acted?.world)
    if (acted && confirmedType(record.type) === undefined)
      raiseNotifications(store, acted.world, record, acted.target)
    for (const party of spoken) this.#people.changed(party)
    return { status: 'accepted', record } as Appended
  }

  /** @throws {Problem} body_too_large, if the stored form is longer than the limit */
  #storedForm(author: Author, draft: Draft, lawfulBasis: LawfulBasis) {
    const receivedAtMs = this.#store.writer.nowMs
    const body = storedBody(draft, {
      assertedBy: author.partyId,
      receivedAtMs,
      lawfulBasis,
      ...(author.deviceId === undefined ? {} : { deviceId: author.deviceId }),
    })
    const json = canonicalJson(body)
    if (Buffer.byteLength(json) > this.#settings.maxRecordBytes) throw new Problem('body_too_large')
    return { body, json, receivedAtMs }
  }
}

function isOwn({ world, writer }: DraftFacts, record: StoredRecord, delegation: Delegation | null): boolean {
  if (mayReadAsOwn(world, writer.assertedBy, record)) return true
  return (
    delegation !== null &&
    coversType(delegation, typeCode(record.type)) &&
    mayReadAsOwn(world, must(writer.onBehalfOf), record)
  )
}

function authorityRefusal(
  { world, writer }: DraftFacts,
  draft: Draft,
  target: StoredRecord,
  limits: CorrectionLimits,
  isPerson: (party: string) => boolean,
): ProblemCode | null {
  const standing = standingOf(world, target)
  if (confirmedType(draft.type) !== undefined) {
    const confirmed = confirmedOf(world, target)
    const { signed_by: signer } = draft
    return signer === undefined
      ? confirmationRefusal(writer, confirmed)
      : signatureRefusal(signer, isPerson(signer), confirmed)
  }
  const first = originOf(must(world.bySeq(target.root)))
  if (draft.type === 'retraction') return retractionRefusal(writer, first, standing, target.body.signed_by)
  const versions = world.chain(target.root).length
  const children = world.naming('supersedes', [target.id]).length
  return correctionRefusal(writer, first, { standing, versions, children }, limits)
}

const speakersIn = ({ partyId }: Author, { on_behalf_of: principal }: Draft): [string, ...string[]] =>
  principal === undefined || principal === partyId ? [partyId] : [partyId, principal]

/** Returns a refusal as the audit log lists it, with the true reason, which the caller does not see. */
const inAudit = ({ id, problem }: Refused) => ({
  id,
  outcome: problem.code,
  ...(problem.because === undefined ? {} : { because: problem.because }),
})
