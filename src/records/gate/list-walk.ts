import { type Disclosed, isLiveGrant } from '../../domain/consent.ts'
import { custodyOf } from '../../domain/derived/custody.ts'
import { basesOf } from '../../domain/derived/standing.ts'
import { subjectsOf } from '../../domain/derived/subjects.ts'
import type { World } from '../../domain/derived/world.ts'
import { idHex } from '../../domain/id.ts'
import { maskCovers, type RecordType, STATEMENTS, typeCode } from '../../domain/types/index.ts'
import type { GrantRow } from '../../store/acts/consents.ts'
import { type ListKey, ROLE, type StoredRecord, type StreamRow } from '../../store/log/records.ts'
import type { AccessEvaluation, GateCore, Requester } from './core.ts'
import type { GatedRecord } from './gated.ts'
import { fittingTypes, type ListFilter } from './list-filter.ts'
import { Both, Effort, PartyStream, type Whose } from './party-streams.ts'
import type { Share } from './share.ts'
import { spansWhere } from './spans.ts'
import { compareKeys, Merged, nextRows, type Range, type Stream, type StreamStep } from './streams.ts'
import { isFar, past, type Walked } from './walked.ts'

/** Walks a list of the records that one requester may read, a row at a time (contract §7). */

/** A record that may be read, and why. */
export interface FoundRecord {
  readonly record: StoredRecord
  readonly decision: Disclosed
}

/** One row of the walk. */
export interface ListStep {
  /** The record, if it was asked for and may be read. */
  readonly found: FoundRecord | null
  /** Where to continue. */
  readonly at: ListKey
  readonly walked: Walked
  /** Whether so much was searched without a match that the slice should end. */
  readonly isHalt: boolean
}

export interface ListSlice {
  readonly found: readonly GatedRecord[]
  /** Where to continue if the slice ended before it found enough; null when nothing is left. */
  readonly resume: ListKey | null
  readonly walked: Walked
}

/** Where a walk continues, and how much it must still find. */
export interface Wanted {
  readonly after: ListKey | null
  /** Number of records to show. The walk looks for one more, to learn whether there is a next page. */
  readonly count: number
  readonly walked: Walked
  /** The slice ends when the page has passed this many readable records. */
  readonly most: number
}

/** A row whose derived values must be worked out counts as this many rows. */
const ROWS_FOR_ONE_WORKED_OUT = 4
/** Minimum number of rows prepared together, since withheld rows must be passed too. */
const FEWEST_ROWS = 16
/** Maximum rows fetched in a slice: a row that is dropped costs less than a tenth of one that is examined. */
const ROWS_FETCHED_A_SLICE = 5_000
/**
 * Records of strangers that are examined with the others of a lot or obligation. With more, the requester's
 * own lists are walked.
 */
const STRANGERS_LOOKED_AT = 200
/** The decision for records that the filter leaves out, without asking the gate. */
const WITHHELD = { disclose: false } as const
/** Every role of a party in a record. */
const ANY_ROLE = ROLE.subject | ROLE.asserter | ROLE.principal | ROLE.receiver

/** The roles of those whose word a record is. */
const SPEAKER = ROLE.asserter | ROLE.principal

/** Record types about a single party: only that party's grant opens them. */
const OF_ONE_SUBJECT: ReadonlySet<RecordType> = new Set(['party', 'harvest', 'lot'])

/**
 * Walks the lists of the requester and of those who granted it the purpose, merged in the order asked for.
 * - State: none but what it was made with. How far a walk has come is in its generator, and in the place that each step names.
 * - Changed by: nobody. A walk reads a group of rows, decides on each record, and yields a step for each row.
 * - Holds: what is passed over, and where a page ends, depends only on rows that the requester may know of, so that neither shows
 *   what is withheld; each row is one step, so that a walk can pause and continue after any of them.
 */
export class ListWalk {
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #purpose: string
  readonly #access: AccessEvaluation

  constructor(gate: GateCore, requester: Requester, purpose: string, look: AccessEvaluation) {
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.#access = look
  }

  /** Returns the next records, as many as the share allows. */
  slice(filter: ListFilter, wanted: Wanted, share: Share): ListSlice {
    const { after, count, most } = wanted
    let { walked } = wanted
    let resume: ListKey | null = after
    const found: GatedRecord[] = []
    for (const step of this.walk(filter, wanted, share)) {
      resume = step.at
      walked = step.walked
      if (step.found) found.push(this.#access.gated(step.found.record, step.found.decision))
      if (found.length > count || isFar(walked, most) || step.isHalt || share.isSpent)
        return { found, resume, walked }
    }
    return { found, resume: null, walked }
  }

  /**
   * Walks the list a row at a time. The walk may pause after any row and continue in a later job, provided
   * only the audit log has changed meanwhile.
   * @param isBrief whether the derived values are not needed now; called before each group of rows
   */
  *walk(
    filter: ListFilter,
    { after, count, walked }: Wanted,
    share: Share,
    isBrief: () => boolean = () => false,
  ): Generator<ListStep, void> {
    const fromMs = Math.max(filter.fromMs, this.#requester.sinceMs ?? filter.fromMs)
    const asksForOne = filter.lotId !== null || filter.obligationId !== null
    const leavesOut = filter.word === 'others' || filter.isOthersOnly === true
    for (let place: ListKey | null = after; ; ) {
      const range = { order: filter.order, fromMs, toMs: filter.toMs, after: place }
      const stream = this.#rows(filter, range, count + 1, share)
      stream.peek()
      share.noteBeginning()
      let haltedAt: ListKey | null = null
      let left = count + 1
      while (haltedAt === null) {
        share.beginGroup()
        const next = nextRows(stream, Math.min(Math.max(left, FEWEST_ROWS), share.rowsAtOnce))
        haltedAt = next.haltedAt
        if (next.rows.length === 0 && haltedAt === null) return
        const brief = isBrief()
        const { records, fitting, unknown } = this.#prepare(filter, next.rows, brief)
        let i = 0
        for (const row of next.rows) {
          const record = records[i]
          // In a damaged file a row may lead to no record; `verify` names it.
          if (record?.seq !== row.seq) continue
          i++
          const isOfAsked = !asksForOne || this.#isOfAsked(filter, record)
          const decision = isOfAsked ? this.#access.decide(record, row.role) : WITHHELD
          const isLeftOut = leavesOut && decision.disclose && this.#isLeftOut(filter, record, decision.own)
          const isFound =
            decision.disclose && !isLeftOut && fitting.has(record) && this.#isAsked(filter, record, brief)
          if (isFound) left--
          if (decision.disclose) walked = past(walked, record.occurredAtMs)
          const found = decision.disclose && isFound ? { record, decision } : null
          share.spend(unknown.has(record) ? ROWS_FOR_ONE_WORKED_OUT : 1, record.json.length)
          yield { found, at: row, walked, isHalt: false }
        }
        share.noteGroup(next.rows.length)
      }
      yield { found: null, at: haltedAt, walked, isHalt: true }
      place = haltedAt
    }
  }

  /**
   * Loads what the rules need for the records that may be shown, and for no others.
   * @param isBrief whether the standing of the records is enough
   * @returns the records of the rows, those that may be shown, and those whose derived values must be worked out
   */
  #prepare(filter: ListFilter, rows: readonly StreamRow[], isBrief: boolean) {
    const { world } = this.#access
    const isUnknown = (record: StoredRecord) => this.#gate.recall(record) === undefined
    const seqs: number[] = []
    for (const { seq } of rows) seqs.push(seq)
    const records = world.addSeqs(seqs)
    let fitting = records
    // Only for such a filter: a body is parsed when it is first read, and a plot's is long.
    if (filter.lotId !== null || filter.obligationId !== null)
      fitting = fitting.filter((record) => this.#names(filter, record))
    if (filter.standing !== 'any' && (isBrief || filter.standing !== 'tip')) {
      // Usually few records have that standing, and a standing needs far less than all derived values.
      world.prefetchStandings(fitting.filter(isUnknown))
      fitting = fitting.filter((record) => this.#access.standing(record) === filter.standing)
    }
    const unknown = isBrief ? [] : this.#access.prefetch(fitting)
    return { records, fitting: new Set(fitting), unknown: new Set(unknown) }
  }

  /** Whether the record names the requested lot and obligation. */
  #names({ lotId, obligationId }: ListFilter, record: StoredRecord): boolean {
    const { body } = record
    return this.#isMeant(body.lot_id, lotId) && this.#isMeant(body.obligation_id, obligationId)
  }

  /**
   * Whether a reference means the requested record. A reference to any version means its chain, but only for
   * a reader of both the requested version and the version named: otherwise the filter would reveal that a
   * hidden version belongs to a readable one.
   */
  #isMeant(reference: unknown, asked: string | null): boolean {
    if (asked === null || reference === asked) return true
    const { world, mayRead } = this.#access
    if (typeof reference !== 'string' || !mayRead(asked)) return false
    const named = world.byId(reference)
    return named !== undefined && named.root === world.byId(asked)?.root && mayRead(reference)
  }

  #isLeftOut({ isOthersOnly = false, word }: ListFilter, record: StoredRecord, isOwn: boolean): boolean {
    const { party } = this.#requester
    if (word === 'others') return !isOwn || record.assertedBy === party || record.onBehalfOf === party
    return isOthersOnly && isOwn
  }

  #isAsked({ subject, standing }: ListFilter, record: StoredRecord, isBrief: boolean): boolean {
    if (subject !== null && !subjectsOf(this.#access.world, record).parties.includes(subject)) return false
    if (standing === 'any') return true
    const access = this.#access
    return (isBrief ? access.standing(record) : access.derived(record).derived.standing) === standing
  }

  #rows(filter: ListFilter, range: Range, count: number, share: Share): Stream {
    const named = this.#namedBy(filter, range)
    if (named) return named
    const { records, parties } = this.#gate.store
    const { party } = this.#requester
    const subject = filter.subject === null ? null : parties.find(filter.subject)
    if (subject === undefined) return new Merged(range.order, [])
    const types = fittingTypes(filter)
    const effort = new Effort(ROWS_FETCHED_A_SLICE, share)
    const { word } = filter
    const granted =
      word === 'others' ? [] : [...this.#grantedSubjects()].map(([by, grants]) => ({ party: by, grants }))
    const bases: Base[] = [
      ...(filter.isOthersOnly ? [] : [{ party, grants: null }]),
      ...granted.filter((base) => this.#mayHelp(base.party, subject)),
    ]
    const chunk = Math.max(8, Math.min(count, Math.ceil((2 * count) / (bases.length * types.length))))
    const streams: Stream[] = []
    for (const base of bases) {
      for (const name of types) {
        const type = typeCode(name)
        const isOwn = base.grants === null
        if (!isOwn && subject !== null && subject !== base.party && OF_ONE_SUBJECT.has(name)) continue
        const roles = isOwn && subject !== party ? ANY_ROLE : ROLE.subject
        const without = word === 'others' ? SPEAKER : 0
        const whose = { party: base.party, type, roles, own: isOwn, without }
        const stated = word === 'parties' && STATEMENTS.has(name) ? this.#stated(base, type, subject) : null
        for (const within of rangesOf(base, type, range)) {
          if (stated !== null) {
            for (const one of stated) streams.push(new PartyStream(records, effort, one, within, chunk))
            continue
          }
          if (subject === null || subject === base.party) {
            streams.push(new PartyStream(records, effort, whose, within, chunk))
            continue
          }
          const about = { party: subject, type, roles: ROLE.subject, own: false }
          const [own, other] = [whose, about].map(
            (one) => new PartyStream(records, effort, one, within, chunk, { isSkipping: true }),
          ) as [PartyStream, PartyStream]
          streams.push(new Both(range.order, own, other))
        }
      }
    }
    return new Merged(range.order, streams)
  }

  /**
   * Returns where to find what a base, and the parties of its records, stated; what the requester and the subject stated
   * about each other, if the subject is another party.
   * @returns null if it must be found among all records of both
   */
  #stated({ party, grants }: Base, type: number, subject: number | null): Whose[] | null {
    const own = grants === null
    const by = (of: number, who: number): Whose => ({
      ...{ party: of, by: who, type, roles: ROLE.subject },
      own: own && of === party,
    })
    if (subject !== null && subject !== party)
      return own ? [by(subject, party), by(subject, -party), by(party, subject)] : null
    return [
      { party, type, roles: SPEAKER, having: SPEAKER, own },
      ...[...this.#gate.store.records.stated.partiesTo(party, type)].map((who) => by(party, who)),
    ]
  }

  /**
   * Returns the records that name one lot or obligation, found by their links, if the requester may read it.
   * Other requesters are served from their own lists, so that nothing hidden is walked. So is everyone if
   * strangers have named it often, since they could otherwise make the list long.
   */
  #namedBy(filter: ListFilter, range: Range): Stream | null {
    const target = this.#asked(filter)
    if (target === null) return null
    const { world } = this.#access
    const { mentions } = this.#gate.store.records
    const ids = world.chain(target.root).map((v) => v.id)
    const relation = filter.lotId !== null ? 'lot' : 'fulfils'
    const known = world.mentions(relation, ids, [...speakersOn(world, target), this.#requester.partyId])
    const most = 2 * known.length + STRANGERS_LOOKED_AT
    const seqs = mentions.byAnybody(relation, ids, most + 1)
    if (seqs.length > most) return null
    const confirming = filter.lotId === null ? world.naming('confirms', ids) : []
    const rows = [...world.addSeqs([...new Set(seqs)]), ...confirming]
      .filter(
        (r) => filter.types.includes(r.type) && r.occurredAtMs >= range.fromMs && r.occurredAtMs < range.toMs,
      )
      .map((r) => ({ seq: r.seq, occurredAt: r.occurredAtMs, id: idHex(r.id), role: 0 }))
      .filter((row) => range.after === null || compareKeys(range.order, row, range.after) > 0)
      .sort((a, b) => compareKeys(range.order, a, b))
    return new ArrayStream(rows)
  }

  /** Returns the requested lot or obligation, if the requester may read it. */
  #asked({ lotId, obligationId }: ListFilter): StoredRecord | null {
    const asked = lotId ?? obligationId
    const target = asked === null ? undefined : this.#access.world.byId(asked)
    return target && this.#access.decide(target).disclose ? target : null
  }

  /**
   * Whether the record names the requested lot or obligation. Only such records count towards the end of a
   * page, so that the end does not depend on how they are found.
   */
  #isOfAsked(filter: ListFilter, record: StoredRecord): boolean {
    const target = this.#asked(filter)
    if (target === null) return true
    const { body } = record
    const named = filter.lotId !== null ? body.lot_id : body.obligation_id
    return named !== undefined && this.#access.world.byId(named)?.root === target.root
  }

  /**
   * Whether the grantor's records about the requested party can be readable. Records about a person open only
   * by that person's grant.
   */
  #mayHelp(grantor: number, subject: number | null): boolean {
    return subject === null || grantor === subject || !this.#gate.isNaturalPerson(subject)
  }

  /** Returns the parties that granted the requester this purpose, with their live grants. */
  #grantedSubjects(): Map<number, GrantRow[]> {
    const { consents, writer } = this.#gate.store
    if (this.#gate.isSuspended) return new Map()
    const live = consents
      .grantsTo(this.#requester.party, this.#purpose)
      .filter((grant) => grant.subject !== this.#requester.party && isLiveGrant(grant, writer.nowMs))
    return Map.groupBy(live, ({ subject }) => subject)
  }
}

/** A party whose rows the list starts from. */
interface Base {
  readonly party: number
  /** Live grants of the party; null for the requester itself. */
  readonly grants: readonly GrantRow[] | null
}

/** Returns the parts of the range in which the party's records of a type may be readable, in list order. */
function rangesOf({ grants }: Base, type: number, range: Range): Range[] {
  if (grants === null) return [range]
  const ofType = grants.filter(({ types }) => maskCovers(types, type))
  const spans = spansWhere(type, ofType, (covering) => covering.length > 0)
  return spans.flatMap((span) => {
    const fromMs = Math.max(range.fromMs, span.fromMs)
    const toMs = Math.min(range.toMs, span.toMs)
    return fromMs < toMs ? [{ ...range, fromMs, toMs, after: within(range, fromMs, toMs) }] : []
  })
}

/** Returns the place to continue after within a part; null if the place lies before the whole part. */
function within({ order, after }: Range, fromMs: number, toMs: number): ListKey | null {
  if (after === null) return null
  const isBefore = order === 'newest' ? after.occurredAt >= toMs : after.occurredAt < fromMs
  return isBefore ? null : after
}

/** Returns the parties whose statements about a lot or an obligation may count. */
function speakersOn(world: World, target: StoredRecord): string[] {
  if (target.type === 'lot') return [...custodyOf(world, target).holders]
  return basesOf(world, target.root)
    .flatMap(({ body }) => [body.obligor, body.obligee])
    .filter((party) => typeof party === 'string')
}

class ArrayStream implements Stream {
  readonly #rows: readonly StreamRow[]
  #index = 0

  constructor(rows: readonly StreamRow[]) {
    this.#rows = rows
  }

  peek(): StreamStep | null {
    return this.#rows[this.#index] ?? null
  }

  take(most: number): readonly StreamRow[] {
    const rows = this.#rows.slice(this.#index, this.#index + most)
    this.#index += rows.length
    return rows
  }
}
