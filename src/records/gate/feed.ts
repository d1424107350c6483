import { isLiveGrant, whoDecides } from '../../domain/consent.ts'
import { maskCovers, RECORD_TYPES, typeCode } from '../../domain/types/index.ts'
import type { ChangeKey } from '../../store/changes.ts'
import type { StoredRecord } from '../../store/records.ts'
import { type ChangeRow, MergedChanges, type TypeOf } from './change-streams.ts'
import type { Collected } from './collected.ts'
import { type ConsentChange, consentChanges, type GrantTo, heldSince, type Seen } from './consent-changes.ts'
import type { AccessEvaluation, GateCore, Requester } from './core.ts'
import type { GatedRecord } from './gated.ts'
import type { Share } from './share.ts'
import { EVER, spansWhere } from './spans.ts'

/**
 * The change feed: what one party may read, in the order in which it became readable (contract §10), and what it was sent and
 * may no longer read (§21).
 *
 * A puller is first told of older records whose consent has changed since its last pull (a grant that was given, began or
 * ended, an objection lodged or withdrawn, a party now known to be an organisation or no longer one), then continues where
 * it was. The work grows with what the puller owns and was granted, never with what is withheld.
 */

/** A puller's position. It reveals how much others have written, so it leaves only encrypted. */
export interface FeedPlace {
  /** The last change passed. */
  readonly through: ChangeKey
  /** Grants, objections and the like have been considered up to here. */
  readonly seen: Seen
  /** The audit log's newest entry when the puller began: what was delivered before was not delivered to it. */
  readonly beganN: number
  /** The puller is being told what consent changed until `to`, party by party; it has passed this place of this party. */
  readonly catchingUp: { readonly to: Seen; readonly party: number; readonly after: ChangeKey } | null
}

export interface FeedSlice {
  /** Right after the last record named. */
  readonly place: FeedPlace
  /** `more`: there is another record to be named; `end`: there is none; `unknown`: go on from `place` to find out. */
  readonly left: 'more' | 'end' | 'unknown'
}

interface Walked {
  /** Right after the last record named or the last row examined; null before the first. */
  readonly at: ChangeKey | null
  readonly left: FeedSlice['left']
}

/** Where the reply is collected. */
export interface FeedReply {
  readonly into: Collected
  /** How many records the reply may name. */
  readonly most: number
  /** Gives a record as the reply shows it. */
  readonly render: (gated: GatedRecord) => string
}

/** What a walk makes of a row: show the record if it may be read; close it if it may not and was delivered. */
type Judge = (record: StoredRecord, row: ChangeRow) => { readonly shows: boolean; readonly closes: boolean }

/** A row whose derived values must be worked out counts as this many rows. */
const ROWS_FOR_ONE_WORKED_OUT = 4
/** Minimum number of rows prepared together, since withheld rows must be passed too. */
const FEWEST_ROWS = 16
/** Rows that no window lets in are passed unopened, at most so many before the slice looks at the clock. */
const PASSED_AT_ONCE = 256
/** Rows passed unopened that cost as much as one row. */
const PASSED_FOR_A_ROW = 16
const TYPE_CODES = RECORD_TYPES.map(typeCode)
const START: ChangeKey = { at: 0, seq: 0 }
/** Beyond every record. */
const LAST_SEQ = 2 ** 48 - 1

/** The place after every change that an entry of the log caused. */
export const behind = (entry: number): ChangeKey => ({ at: entry, seq: LAST_SEQ })

/** One puller's feed. Use it inside one job of the writer, so that decision and audit share its commit. */
export class Feed {
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #purpose: string
  readonly #access: AccessEvaluation
  readonly #share: Share
  readonly #reply: FeedReply
  readonly #now: Seen
  readonly #grants: readonly GrantTo[]
  #beganN = 0
  /** Good for this slice, in which nothing more is delivered. */
  #wasDelivered: ((seq: number) => boolean) | null = null

  /** @param purpose empty: the requester's own records only @param share what the slice may spend */
  constructor(gate: GateCore, requester: Requester, purpose: string, share: Share, reply: FeedReply) {
    const { store } = gate
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.#access = gate.accessFor(requester, purpose)
    this.#share = share
    this.#reply = reply
    this.#now = { seq: store.log.size, atMs: store.writer.nowMs }
    this.#grants = purpose === '' ? [] : this.#grantsOfOthers()
  }

  /** The position of a party that has pulled nothing yet. */
  get beginning(): FeedPlace {
    return { through: START, seen: this.#now, beganN: this.#gate.store.audit.size, catchingUp: null }
  }

  /** Adds to the reply as many changes as the share allows. The reply audits the records before it is released. */
  slice(from: FeedPlace): FeedSlice {
    const place = this.#lookBack(from)
    this.#beganN = place.beganN
    return place.catchingUp ? this.#catchingUp(place) : this.#following(place)
  }

  #lookBack(place: FeedPlace): FeedPlace {
    if (place.catchingUp !== null) return place
    const isPending = this.#changed(place.seen, this.#now).length > 0
    if (!isPending) return { ...place, seen: this.#now }
    return { ...place, catchingUp: { to: this.#now, party: 0, after: START } }
  }

  #following(place: FeedPlace): FeedSlice {
    const { party } = this.#requester
    const { changes } = this.#gate.store
    const wanted = [...TYPE_CODES.map((type) => ({ party, type, spans: EVER })), ...this.#live()]
    const rows = new MergedChanges(changes, wanted, place.through, this.#now.seq, this.#left + 1)
    // The requester's own records come with its own changes. A later change of another party counts only if the record is
    // about that party.
    const isNews = (record: StoredRecord, row: ChangeRow): boolean => {
      if (row.parties.includes(party)) return row.at === row.seq || !isSaidBy(record, party)
      if (this.#isOwn(record)) return false
      return row.at === row.seq || this.#subjectsOf(record).some((subject) => row.parties.includes(subject))
    }
    // A later entry told whom the record is about, or who holds it: that may have closed it.
    const walked = this.#walk(rows, (record, row) => ({
      shows: isNews(record, row),
      closes: row.at !== row.seq,
    }))
    const through = walked.left === 'end' ? this.#end() : (walked.at ?? place.through)
    return { left: walked.left, place: { ...place, through } }
  }

  /** Party by party, so that a cursor need hold only whose turn it is. */
  #catchingUp(place: FeedPlace): FeedSlice {
    const { to, party, after } = place.catchingUp as NonNullable<FeedPlace['catchingUp']>
    const turn = this.#changed(place.seen, to).find((one) => one.party >= party)
    if (!turn) return { place: { ...place, seen: to, catchingUp: null }, left: 'unknown' }
    const start = turn.party === party ? after : START
    const { changes } = this.#gate.store
    const rows = new MergedChanges(changes, turn.affected, start, this.#now.seq, this.#left + 1)
    const walked = this.#walk(rows, (record, row) => {
      const subjects = this.#subjectsOf(record)
      return {
        // What the puller has not come to yet will come in its order.
        shows: row.at <= place.through.at && turn.brings(record, subjects),
        closes: row.seq <= place.through.at && turn.mayClose(subjects),
      }
    })
    const next =
      walked.left === 'end'
        ? { to, party: turn.party + 1, after: START }
        : { to, party: turn.party, after: walked.at ?? start }
    // Only the next slice can tell whether anything is left.
    return { place: { ...place, catchingUp: next }, left: walked.left === 'more' ? 'more' : 'unknown' }
  }

  /** Names what is to be named, and looks for one more to tell whether anything is left. */
  #walk(rows: MergedChanges, judge: Judge): Walked {
    const share = this.#share
    let at: ChangeKey | null = null
    let row = rows.next()
    share.noteBeginning()
    do {
      share.beginGroup()
      const batch: ChangeRow[] = []
      const most = Math.min(share.rowsAtOnce, Math.max(FEWEST_ROWS, this.#left + 1))
      let passed: ChangeKey | null = null
      let unopened = 0
      for (; row && batch.length < most && unopened < PASSED_AT_ONCE; row = rows.next())
        if (row.parties.length > 0) {
          batch.push(row)
          passed = null
        } else {
          unopened++
          passed = row
        }
      if (batch.length === 0 && passed === null) return { at, left: 'end' }
      const { world } = this.#access
      const seqs: number[] = []
      for (const { seq } of batch) seqs.push(seq)
      const records = world.addSeqs(seqs)
      const unknown = new Set(this.#reply.into.isFull ? [] : this.#access.prefetch([...new Set(records)]))
      for (const [i, change] of batch.entries()) {
        if (i > 0 && share.isSpent) return { at, left: 'unknown' }
        // In a damaged file a row may lead to no record; `verify` names it.
        const record = world.bySeq(change.seq)
        const stopped = record === undefined ? null : this.#name(record, judge(record, change))
        if (stopped !== null) return { at, left: stopped }
        at = { at: change.at, seq: change.seq }
        share.spend(record && unknown.has(record) ? ROWS_FOR_ONE_WORKED_OUT : 1, record?.json.length ?? 0)
      }
      share.spend(unopened / PASSED_FOR_A_ROW, 0)
      at = passed ?? at
      share.noteGroup(batch.length)
    } while (!share.isSpent)
    return { at, left: 'unknown' }
  }

  /** @returns why the walk must stop before this record; null when it was named or need not be */
  #name(record: StoredRecord, { shows, closes }: ReturnType<Judge>): 'more' | 'unknown' | null {
    if (!shows && !closes) return null
    const { into, render } = this.#reply
    const decision = this.#access.decide(record)
    if (decision.disclose) {
      if (!shows) return null
      if (this.#left === 0 || into.closes(record)) return 'more'
      const { own, grants } = decision
      if (into.isFull) into.addLater({ record, own, grants }, null)
      else {
        const gated = this.#access.gated(record, decision)
        into.add(gated, render(gated))
      }
      return null
    }
    if (!closes) return null
    const { party, sinceMs } = this.#requester
    // A device never had what happened before its first day, though its party had.
    if (sinceMs !== undefined && record.occurredAtMs < sinceMs) return null
    // Shown in an earlier slice of this very page, so not in the audit log yet.
    if (into.shows(record)) return 'more'
    this.#wasDelivered ??= this.#gate.delivered.to(party, this.#purpose, this.#beganN, this.#share)
    if (this.#wasDelivered === null) return 'unknown'
    if (!this.#wasDelivered(record.seq) || into.closes(record)) return null
    if (this.#left === 0) return 'more'
    into.addClosed(record)
    return null
  }

  /** Number of records that the reply may still name. */
  get #left(): number {
    return this.#reply.most - this.#reply.into.count
  }

  /** The parties whose consent changed between two points, in the order of their turns, and what each brings. */
  #changed(from: Seen, to: Seen) {
    if (this.#purpose === '' || (from.seq === to.seq && from.atMs === to.atMs)) return []
    const { consents, changes } = this.#gate.store
    const history = {
      grants: this.#grants,
      lodged: consents.lodgedBetween(from.seq, to.seq),
      withdrawn: consents.withdrawnBetween(from.seq, to.seq),
      purpose: this.#purpose,
      typeCodes: TYPE_CODES,
    }
    // Somebody whose consent was over before had nothing open since.
    const holding = new Set(
      this.#grants.filter((grant) => heldSince(grant, from)).map(({ subject }) => subject),
    )
    if (holding.size === 0) return []
    const byConsent = consentChanges(history, from, to)
    const byNature = new Set(changes.natureChanges(from.seq, to.seq).map(({ party }) => party))
    const opens = (change: ConsentChange | undefined, { type, basis, occurredAtMs }: StoredRecord) =>
      change?.opens(typeCode(type), occurredAtMs, basis) ?? false
    return [...new Set([...byConsent.keys(), ...byNature])]
      .sort((a, b) => a - b)
      .map((party) => ({
        party,
        affected: byNature.has(party)
          ? TYPE_CODES.map((type) => ({ party, type, spans: EVER }))
          : [...(byConsent.get(party)?.affected ?? [])].map(([type, spans]) => ({ party, type, spans })),
        /** Whether the puller may have read it by consent since the first of the two points. */
        mayClose: (subjects: readonly number[]): boolean => subjects.some((subject) => holding.has(subject)),
        /** Neither the puller's own records nor those of another party's turn. */
        brings: (record: StoredRecord, subjects: readonly number[]): boolean => {
          if (this.#isOwn(record)) return false
          const asked = whoDecides(subjects, (subject) => this.#gate.isNaturalPerson(subject))
          const opening = asked.filter((subject) => opens(byConsent.get(subject), record))
          const turns = opening.length > 0 ? opening : subjects.filter((subject) => byNature.has(subject))
          return turns.length > 0 && Math.min(...turns) === party
        },
      }))
  }

  #isOwn(record: StoredRecord): boolean {
    const decision = this.#access.decide(record)
    return decision.disclose && decision.own
  }

  #subjectsOf(record: StoredRecord): readonly number[] {
    return this.#access.subjectsOf(record)
  }

  #grantsOfOthers(): GrantTo[] {
    const { party } = this.#requester
    return this.#gate.store.consents.grantsTo(party, this.#purpose).filter(({ subject }) => subject !== party)
  }

  /** What the puller may look for now, by type and by when it happened. */
  #live(): TypeOf[] {
    const live = this.#grants.filter((grant) => isLiveGrant(grant, this.#now.atMs))
    return [...Map.groupBy(live, ({ subject }) => subject)].flatMap(([party, given]) =>
      TYPE_CODES.flatMap((type) => {
        const ofType = given.filter(({ types }) => maskCovers(types, type))
        return ofType.length === 0
          ? []
          : [{ party, type, spans: spansWhere(type, ofType, (covering) => covering.length > 0) }]
      }),
    )
  }

  #end(): ChangeKey {
    return behind(this.#now.seq)
  }
}

const isSaidBy = ({ assertedBy, onBehalfOf }: StoredRecord, party: number): boolean =>
  assertedBy === party || onBehalfOf === party
