import { isLiveGrant, whoDecides } from '../../domain/consent.ts'
import { isBeforeSince } from '../../domain/credential.ts'
import { MOST_COUNTED } from '../../domain/most-counted.ts'
import { maskCovers, RECORD_TYPES, typeCode } from '../../domain/types/index.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import { type ChangeKey, changedRecord, comesAgain } from '../../store/tables/changes.ts'
import { type ChangeRow, type ChangeRows, MergedChanges, OwnChanges, type TypeOf } from './change-streams.ts'
import type { Collected } from './collected.ts'
import {
  type ConsentChange,
  consentChanges,
  endedBetween,
  type GrantTo,
  heldSince,
  type Seen,
} from './consent-changes.ts'
import type { AccessEvaluation, GateCore, Requester } from './core.ts'
import type { GatedRecord } from './gated.ts'
import type { Share } from './share.ts'
import { EVER, spansWhere } from './spans.ts'

/**
 * The change feed: the records that one party may read, in the order in which they became readable (contract
 * §10), and those that it was sent and may no longer read (§21).
 *
 * A puller first receives older records whose consent has changed since its last pull (a grant that was
 * given, began or ended, an objection lodged or withdrawn, a party now known to be an organisation or no
 * longer one), then continues where it was. The work grows with what the puller owns and was granted, never
 * with what is withheld.
 */

/** A puller's position. It reveals how much others have written, so it leaves only encrypted. */
export interface FeedPlace {
  /** The last change passed. */
  readonly through: ChangeKey
  /** Changes of consent have been considered up to this point. */
  readonly seen: Seen
  /** The audit log's newest entry when the puller began: earlier deliveries were not made to it. */
  readonly beganN: number
  /**
   * Set while the puller receives what consent changed until `to`, party by party: the place it has passed in
   * this party's turn.
   */
  readonly catchingUp: { readonly to: Seen; readonly party: number; readonly after: ChangeKey } | null
}

export interface FeedSlice {
  /** The place right after the last record named. */
  readonly place: FeedPlace
  /** `more`: another record must be named; `end`: none is left; `unknown`: only the next slice can show. */
  readonly left: 'more' | 'end' | 'unknown'
}

interface Walked {
  /** The place right after the last record named or the last row examined; null before the first. */
  readonly at: ChangeKey | null
  readonly left: FeedSlice['left']
}

/** What a puller asks for. */
export interface FeedAsked {
  /** Empty for the requester's own records only. */
  readonly purpose: string
  /** Leaves out what others state about the requester, except corrections, retractions and confirmations of its word. */
  readonly isOwnWord?: boolean
}

/** The reply that the feed adds to. */
export interface FeedReply {
  readonly into: Collected
  /** Maximum number of records that the reply may name. */
  readonly most: number
  /** Returns a record as the reply shows it. */
  readonly render: (gated: GatedRecord) => string
}

/** Decides on a row: show the record if it may be read; close it if it may not and was delivered. */
type Judge = (
  record: StoredRecord,
  row: ChangeRow,
  isOwn: boolean,
) => { readonly shows: boolean; readonly closes: boolean }

/** A row whose derived values must be worked out counts as this many rows. */
const ROWS_FOR_ONE_WORKED_OUT = 4
/** Minimum number of rows prepared together, since withheld rows must be passed too. */
const FEWEST_ROWS = 16
/** Rows outside all windows are skipped unopened. After this many, the slice looks at the clock. */
const PASSED_AT_ONCE = 256
/** This many skipped rows cost as much as one row that is examined. */
const PASSED_FOR_A_ROW = 16
const TYPE_CODES = RECORD_TYPES.map(typeCode)
const START: ChangeKey = { at: 0, seq: 0 }
/** A number beyond that of every record. */
const LAST_SEQ = 2 ** 48 - 1

/** Returns the place after every change that an entry of the log caused. */
export const behind = (entry: number): ChangeKey => ({ at: entry, seq: LAST_SEQ })

/** One puller's feed. Use it inside one job of the writer, so that decision and audit share its commit. */
export class Feed {
  readonly #gate: GateCore
  readonly #requester: Requester
  readonly #purpose: string
  readonly #isOwnWord: boolean
  readonly #access: AccessEvaluation
  readonly #share: Share
  readonly #reply: FeedReply
  readonly #now: Seen
  readonly #grants: readonly GrantTo[]
  #beganN = 0
  /** The test of what was delivered. It holds for the whole slice, which writes no delivery. */
  #wasDelivered: ((seq: number) => boolean) | null = null

  /** @param share what the slice may spend */
  constructor(gate: GateCore, requester: Requester, asked: FeedAsked, share: Share, reply: FeedReply) {
    const { store } = gate
    const { purpose, isOwnWord = false } = asked
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.#isOwnWord = isOwnWord
    this.#access = gate.accessFor(requester, purpose)
    this.#share = share
    this.#reply = reply
    this.#now = { seq: store.log.size, atMs: store.writer.nowMs }
    this.#grants = purpose === '' || isOwnWord ? [] : this.#grantsOfOthers()
  }

  /** The position of a party that has pulled nothing yet. */
  get beginning(): FeedPlace {
    return { through: START, seen: this.#now, beganN: this.#gate.store.audit.size, catchingUp: null }
  }

  /** Returns how many records others stated about the requester, `MOST_COUNTED` at most. */
  countOthers(): number {
    const { party, sinceMs = -Number.MAX_SAFE_INTEGER } = this.#requester
    return this.#gate.store.records.stated.countAbout(party, sinceMs, MOST_COUNTED)
  }

  /** Returns the grants of others to the requester, for the purpose, that ended between two points. */
  endedBetween(from: Seen, to: Seen): readonly number[] {
    return this.#grants.filter((grant) => endedBetween(grant, from, to)).map(({ seq }) => seq)
  }

  /** Adds as many changes as the share allows. The reply audits the records before it is released. */
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
    const { changes, records } = this.#gate.store
    if (this.#isOwnWord) {
      const own = new OwnChanges(records.stated, party, place.through, this.#now.seq, this.#left + 1)
      return this.#followed(place, own, () => ({ shows: true, closes: false }))
    }
    const wanted = [...TYPE_CODES.map((type) => ({ party, type, spans: EVER })), ...this.#live()]
    const rows = new MergedChanges(changes, wanted, place.through, this.#now.seq, this.#left + 1)
    // The requester's own records are in its own changes. A later change of another party counts only if the
    // record is about that party.
    const isLaterNews = (record: StoredRecord, { parties }: ChangeRow): boolean =>
      parties.includes(party)
        ? !isSaidBy(record, party)
        : this.#access.subjectsOf(record).some((subject) => parties.includes(subject))
    // A later entry may have changed whom the record is about, or who holds it, and so closed it.
    return this.#followed(place, rows, (record, row, isOwn) => {
      const isFirst = row.at === row.seq
      const isShownElsewhere = isOwn && !row.parties.includes(party)
      if (comesAgain(row)) return { shows: !isShownElsewhere, closes: false }
      return { shows: !isShownElsewhere && (isFirst || isLaterNews(record, row)), closes: !isFirst }
    })
  }

  #followed(place: FeedPlace, rows: ChangeRows, judge: Judge): FeedSlice {
    const walked = this.#walk(rows, judge)
    const through = walked.left === 'end' ? this.#end() : (walked.at ?? place.through)
    return { left: walked.left, place: { ...place, through } }
  }

  /** Goes through the changes of consent party by party, so that a cursor need only hold whose turn it is. */
  #catchingUp(place: FeedPlace): FeedSlice {
    const { to, party, after } = place.catchingUp as NonNullable<FeedPlace['catchingUp']>
    const turn = this.#changed(place.seen, to).find((one) => one.party >= party)
    if (!turn) return { place: { ...place, seen: to, catchingUp: null }, left: 'unknown' }
    const start = turn.party === party ? after : START
    const { changes } = this.#gate.store
    const rows = new MergedChanges(changes, turn.affected, start, this.#now.seq, this.#left + 1)
    const walked = this.#walk(rows, (record, row, isOwn) => {
      // The record itself comes before, as it is now.
      if (comesAgain(row)) return { shows: false, closes: false }
      const subjects = this.#access.subjectsOf(record)
      return {
        // Records after the puller's place follow later in their order.
        shows: !isOwn && row.at <= place.through.at && turn.brings(record, subjects),
        closes: row.seq <= place.through.at && turn.mayClose(subjects),
      }
    })
    const next =
      walked.left === 'end'
        ? { to, party: turn.party + 1, after: START }
        : { to, party: turn.party, after: walked.at ?? start }
    // Only the next slice can find out whether anything is left.
    return { place: { ...place, catchingUp: next }, left: walked.left === 'more' ? 'more' : 'unknown' }
  }

  /** Names the records that `judge` selects, and looks for one more to learn whether anything is left. */
  #walk(rows: ChangeRows, judge: Judge): Walked {
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
      for (const change of batch) seqs.push(changedRecord(change))
      const records = world.addSeqs(seqs)
      const unknown = new Set(this.#reply.into.isFull ? [] : this.#access.prefetch([...new Set(records)]))
      let next = 0
      for (const [i, change] of batch.entries()) {
        if (i > 0 && share.isSpent) return { at, left: 'unknown' }
        // In a damaged file a row may lead to no record; `verify` names it.
        const record = records[next]?.seq === changedRecord(change) ? records[next++] : undefined
        const stopped = record === undefined ? null : this.#name(record, change, judge)
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

  /**
   * Shows or closes the record of a change, as `judge` selects and the gate decides.
   * @returns why the walk must stop before this record; null if it need not
   */
  #name(record: StoredRecord, change: ChangeRow, judge: Judge): 'more' | 'unknown' | null {
    const decision = this.#access.decide(record)
    const { shows, closes } = judge(record, change, decision.disclose && decision.own)
    if (!shows && !closes) return null
    const { into, most, render } = this.#reply
    if (decision.disclose) {
      if (!shows) return null
      if (comesAgain(change)) {
        if (into.showsAsOf(record, change.at)) return null
        // Shown in an earlier slice of this very page, as it was then.
        if (into.shows(record)) return 'more'
      }
      if (into.count === most || into.closes(record)) return 'more'
      const { own, grants } = decision
      if (into.isFull) into.addLater({ record, own, grants }, null)
      else {
        const gated = this.#access.gated(record, decision)
        into.add(gated, render(gated))
      }
      return null
    }
    if (!closes) return null
    const { party } = this.#requester
    // A device never received what happened before its first day, though its party did.
    if (isBeforeSince(this.#requester, record)) return null
    // Shown in an earlier slice of this very page, so not in the audit log yet.
    if (into.shows(record)) return 'more'
    this.#wasDelivered ??= this.#gate.delivered.to(party, this.#purpose, this.#beganN, this.#share)
    if (this.#wasDelivered === null) return 'unknown'
    if (!this.#wasDelivered(record.seq) || into.closes(record)) return null
    if (into.count === most) return 'more'
    into.addClosed(record)
    return null
  }

  /** Number of records that the reply may still name. */
  get #left(): number {
    return this.#reply.most - this.#reply.into.count
  }

  /** Returns the parties whose consent changed between two points, by turn, with what each turn brings. */
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
    // A subject whose consent had ended before has opened nothing since.
    const holding = new Set(
      this.#grants.filter((grant) => heldSince(grant, from)).map(({ subject }) => subject),
    )
    if (holding.size === 0) return []
    const byConsent = consentChanges(history, from, to)
    const byNature = new Set(changes.natureChanges(from.seq, to.seq).map(({ party }) => party))
    const opens = (change: ConsentChange | undefined, { type, basis, occurredAtMs, body }: StoredRecord) =>
      change !== undefined &&
      (change.opens(typeCode(type), occurredAtMs, basis) ||
        (type === 'delivery' && body.agreed_price !== undefined && change.changesPaid(occurredAtMs)))
    return [...new Set([...byConsent.keys(), ...byNature])]
      .sort((a, b) => a - b)
      .map((party) => ({
        party,
        affected: byNature.has(party)
          ? TYPE_CODES.map((type) => ({ party, type, spans: EVER }))
          : [...(byConsent.get(party)?.affected ?? [])].map(([type, spans]) => ({ party, type, spans })),
        /**
         * Whether the puller may have read a record by consent since `from`: that of whom it is about now, or of the party
         * of this turn, whom it was about before a correction or retraction took that away.
         */
        mayClose: (subjects: readonly number[]): boolean =>
          holding.has(party) || subjects.some((subject) => holding.has(subject)),
        /** Whether this turn brings the record of others, not another party's turn. */
        brings: (record: StoredRecord, subjects: readonly number[]): boolean => {
          const asked = whoDecides(subjects, (subject) => this.#gate.isNaturalPerson(subject))
          const opening = asked.filter((subject) => opens(byConsent.get(subject), record))
          const turns = opening.length > 0 ? opening : subjects.filter((subject) => byNature.has(subject))
          return turns.length > 0 && Math.min(...turns) === party
        },
      }))
  }

  #grantsOfOthers(): GrantTo[] {
    const { party } = this.#requester
    return this.#gate.store.consents.grantsTo(party, this.#purpose).filter(({ subject }) => subject !== party)
  }

  /** Returns the changes that the live grants open: their parties, types and times of events. */
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
