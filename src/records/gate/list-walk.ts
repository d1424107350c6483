import { isLiveGrant } from '../../domain/consent.ts'
import { custodyOf } from '../../domain/derived/custody.ts'
import { basesOf } from '../../domain/derived/standing.ts'
import { subjectsOf } from '../../domain/derived/subjects.ts'
import type { World } from '../../domain/derived/world.ts'
import { idHex } from '../../domain/id.ts'
import { maskCovers, type RecordType, typeCode } from '../../domain/types/index.ts'
import { type ListKey, ROLE, type StoredRecord, type StreamRow } from '../../store/records.ts'
import type { AccessEvaluation, GateCore, Requester } from './core.ts'
import type { GatedRecord } from './gated.ts'
import { fittingTypes, type ListFilter } from './list-filter.ts'
import { Both, Effort, PartyStream } from './party-streams.ts'
import type { Share } from './share.ts'
import { compareKeys, Merged, nextRows, type Range, type Step, type Stream } from './streams.ts'
import { isFar, past, type Walked } from './walked.ts'

/** Walks a list of what one requester may read, a row at a time (contract §7). */

/** One row further. */
export interface ListStep {
  /** The record, where it is one that is asked for and may be read. */
  readonly found: GatedRecord | null
  /** Where to go on. */
  readonly at: ListKey
  readonly walked: Walked
  /** So much was looked for in vain that the slice should end. */
  readonly isHalt: boolean
}

export interface ListSlice {
  readonly found: readonly GatedRecord[]
  /** Where to go on when the slice ended before it found enough; null when nothing is left. */
  readonly resume: ListKey | null
  readonly walked: Walked
}

/** Where a walk goes on, and how much it is still to find. */
export interface Wanted {
  readonly after: ListKey | null
  /** So many are to be shown; one more is looked for, to tell whether there is a next page. */
  readonly count: number
  readonly walked: Walked
  /** The slice ends when the page has gone past so many records that the requester may read. */
  readonly most: number
}

/** A row of which it must be worked out what follows counts as this many others. */
const ROWS_FOR_ONE_WORKED_OUT = 4
/** So many are prepared together even where fewer are left to be found: what is withheld must be gone past too. */
const FEWEST_ROWS = 16
/** Rows fetched only to be thrown away cost less than a tenth of one that is looked at. */
const ROWS_FETCHED_A_SLICE = 5_000
/** Records by those who cannot count that are gone through with the others of a lot or obligation. */
const STRANGERS_LOOKED_AT = 200
/** Of what the question leaves out, nothing is decided. */
const WITHHELD = { disclose: false } as const
/** Whatever a party may have to do with a record. */
const ANY_ROLE = ROLE.subject | ROLE.asserter | ROLE.principal | ROLE.receiver

/** Records about one party alone: nobody else's grant opens them. */
const OF_ONE_SUBJECT: ReadonlySet<RecordType> = new Set(['party', 'harvest', 'lot'])

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

  /** The next records, as many as the share allows. */
  slice(filter: ListFilter, wanted: Wanted, share: Share): ListSlice {
    const { after, count, most } = wanted
    let { walked } = wanted
    let resume: ListKey | null = after
    const found: GatedRecord[] = []
    for (const step of this.walk(filter, wanted, share)) {
      resume = step.at
      walked = step.walked
      if (step.found) found.push(step.found)
      if (found.length > count || isFar(walked, most) || step.isHalt || share.isSpent)
        return { found, resume, walked }
    }
    return { found, resume: null, walked }
  }

  /**
   * Goes through the list, a row at a time. It may rest after any row, and go on in a later job as long as nothing but the
   * audit log has changed in between.
   */
  *walk(filter: ListFilter, { after, count, walked }: Wanted, share: Share): Generator<ListStep, void> {
    const fromMs = Math.max(filter.fromMs, this.#requester.sinceMs ?? filter.fromMs)
    for (let place: ListKey | null = after; ; ) {
      const range = { order: filter.order, fromMs, toMs: filter.toMs, after: place }
      const stream = this.#rows(filter, range, count + 1, share)
      stream.peek()
      share.noteBeginning()
      let haltedAt: ListKey | null = null
      let left = count + 1
      while (haltedAt === null) {
        let beganAtMs = share.nowMs
        let workedMs = 0
        const next = nextRows(stream, Math.min(Math.max(left, FEWEST_ROWS), share.rowsAtOnce))
        haltedAt = next.haltedAt
        if (next.rows.length === 0 && haltedAt === null) return
        const { fitting, unknown } = this.#prepare(filter, next.rows)
        for (const { row, record } of this.#recordsOf(next.rows)) {
          const decision = this.#isOfAsked(filter, record) ? this.#access.decide(record, row.role) : WITHHELD
          const isFound = decision.disclose && fitting.has(record) && this.#isAsked(filter, record)
          if (isFound) left--
          if (decision.disclose) walked = past(walked, record.occurredAtMs)
          const found = decision.disclose && isFound ? this.#access.gated(record, decision) : null
          share.spend(unknown.has(record) ? ROWS_FOR_ONE_WORKED_OUT : 1, record.json.length)
          workedMs += share.nowMs - beganAtMs
          yield { found, at: row, walked, isHalt: false }
          beganAtMs = share.nowMs
        }
        share.noteGroup(next.rows.length, workedMs)
      }
      yield { found: null, at: haltedAt, walked, isHalt: true }
      place = haltedAt
    }
  }

  #recordsOf(rows: readonly StreamRow[]): { row: StreamRow; record: StoredRecord }[] {
    const { world } = this.#access
    return rows.flatMap((row) => {
      const record = world.bySeq(row.seq)
      return record === undefined ? [] : [{ row, record }]
    })
  }

  /**
   * Loads what the rules ask for of those records that may be shown, and of no others.
   * @returns these, and those of which it must be worked out what follows
   */
  #prepare(filter: ListFilter, rows: readonly StreamRow[]) {
    const { world } = this.#access
    const isUnknown = (record: StoredRecord) => this.#gate.recall(record) === undefined
    let fitting = world.addSeqs(rows.map(({ seq }) => seq)).filter((record) => this.#names(filter, record))
    if (filter.standing !== 'any' && filter.standing !== 'tip') {
      // Few are: what their standing follows from is little, all that follows from a record is much.
      world.prefetchStandings(fitting.filter(isUnknown))
      fitting = fitting.filter((record) => this.#access.standing(record) === filter.standing)
    }
    const unknown = fitting.filter(isUnknown)
    world.prefetch(unknown)
    return { fitting: new Set(fitting), unknown: new Set(unknown) }
  }

  /** Does it name the lot and the obligation that are asked for? */
  #names({ lotId, obligationId }: ListFilter, { body }: StoredRecord): boolean {
    return this.#isMeant(body.lot_id, lotId) && this.#isMeant(body.obligation_id, obligationId)
  }

  /**
   * A reference to any version means its chain, for those who may read both the version asked for and the one that is
   * named: otherwise the filter would tell that a hidden version belongs to one that may be read.
   */
  #isMeant(reference: unknown, asked: string | null): boolean {
    if (asked === null || reference === asked) return true
    const { world, mayRead } = this.#access
    if (typeof reference !== 'string' || !mayRead(asked)) return false
    const named = world.byId(reference)
    return named !== undefined && named.root === world.byId(asked)?.root && mayRead(reference)
  }

  #isAsked({ subject, standing }: ListFilter, record: StoredRecord): boolean {
    if (subject !== null && !subjectsOf(this.#access.world, record).parties.includes(subject)) return false
    return standing === 'any' || this.#access.derived(record).derived.standing === standing
  }

  #rows(filter: ListFilter, range: Range, count: number, share: Share): Stream {
    const named = this.#namedBy(filter, range)
    if (named) return named
    const { records, parties } = this.#gate.store
    const { party } = this.#requester
    const subject = filter.subject === null ? null : parties.find(filter.subject)
    if (subject === undefined) return new Merged(range.order, [])
    const granted = [...this.#grantedSubjects()].map(([by, mask]) => ({ party: by, mask, own: false }))
    const bases = [
      { party, mask: ~0, own: true },
      ...granted.filter((base) => this.#mayHelp(base.party, subject)),
    ]
    const types = fittingTypes(filter)
    const effort = new Effort(ROWS_FETCHED_A_SLICE, share)
    const chunk = Math.max(8, Math.min(count, Math.ceil((2 * count) / (bases.length * types.length))))
    const streams: Stream[] = []
    for (const base of bases) {
      for (const name of types) {
        const type = typeCode(name)
        if (!maskCovers(base.mask, type)) continue
        if (!base.own && subject !== null && subject !== base.party && OF_ONE_SUBJECT.has(name)) continue
        const roles = base.own && subject !== party ? ANY_ROLE : ROLE.subject
        const whose = { party: base.party, type, roles, own: base.own }
        const own = new PartyStream(records, effort, whose, range, chunk)
        if (subject === null || subject === base.party) streams.push(own)
        else {
          const about = { party: subject, type, roles: ROLE.subject, own: false }
          const other = new PartyStream(records, effort, about, range, Math.min(chunk, 8))
          streams.push(new Both(range.order, own, other))
        }
      }
    }
    return new Merged(range.order, streams)
  }

  /**
   * Records that name one lot or obligation which the requester may read: they are few, and found by their
   * links. Whoever may not read it is served from its own list instead, so that nothing hidden is walked; so is everybody
   * where strangers have named it often, who would else make the list long.
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
    const rows = world
      .addSeqs([...new Set(seqs)])
      .filter(
        (r) => filter.types.includes(r.type) && r.occurredAtMs >= range.fromMs && r.occurredAtMs < range.toMs,
      )
      .map((r) => ({ seq: r.seq, occurredAt: r.occurredAtMs, id: idHex(r.id), role: 0 }))
      .filter((row) => range.after === null || compareKeys(range.order, row, range.after) > 0)
      .sort((a, b) => compareKeys(range.order, a, b))
    return new ArrayStream(rows)
  }

  /** The lot or obligation asked for, where the requester may read it. */
  #asked({ lotId, obligationId }: ListFilter): StoredRecord | null {
    const asked = lotId ?? obligationId
    const target = asked === null ? undefined : this.#access.world.byId(asked)
    return target && this.#access.decide(target).disclose ? target : null
  }

  /** A page of what names one thing ends by that alone, whichever way it is found. */
  #isOfAsked(filter: ListFilter, { body }: StoredRecord): boolean {
    const target = this.#asked(filter)
    if (target === null) return true
    const named = filter.lotId !== null ? body.lot_id : body.obligation_id
    return named !== undefined && this.#access.world.byId(named)?.root === target.root
  }

  /** Can this grantor's records be readable ones about the party asked for? About a person only by the person's own grant. */
  #mayHelp(grantor: number, subject: number | null): boolean {
    return subject === null || grantor === subject || !this.#gate.isNaturalPerson(subject)
  }

  /** Who has granted the requester this purpose, and for which types. */
  #grantedSubjects(): Map<number, number> {
    const { consents, writer } = this.#gate.store
    const granted = new Map<number, number>()
    if (this.#gate.isSuspended) return granted
    for (const grant of consents.grantsTo(this.#requester.party, this.#purpose)) {
      if (grant.subject === this.#requester.party || !isLiveGrant(grant, writer.nowMs)) continue
      granted.set(grant.subject, (granted.get(grant.subject) ?? 0) | grant.types)
    }
    return granted
  }
}

/** Who may count in what is said of a lot or an obligation. */
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

  peek(): Step | null {
    return this.#rows[this.#index] ?? null
  }

  advance(): void {
    this.#index++
  }
}
