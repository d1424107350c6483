import { type Decision, type Disclosed, isLiveGrant } from '../../domain/consent.ts'
import { isBeforeSince } from '../../domain/credential.ts'
import { NAMES_WHAT_SHOWS_IT } from '../../domain/derived/shown-in.ts'
import { MOST_COUNTED } from '../../domain/most-counted.ts'
import { maskCovers, typeCode } from '../../domain/types/index.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import { type ChangeKey, changedRecord, comesAgain } from '../../store/tables/changes.ts'
import { type ChangeRow, type ChangeRows, MergedChanges, OwnChanges, type TypeOf } from './change-streams.ts'
import type { AsOf, Collected } from './collected.ts'
import { endedBetween, type GrantTo, type Seen } from './consent-changes.ts'
import type { AccessEvaluation, GateCore, Requester } from './core.ts'
import { behind, type FeedPlace, type FeedSlice, START, type Stopped } from './feed-place.ts'
import type { GatedRecord } from './gated.ts'
import type { Share } from './share.ts'
import { isShownOtherwise, whatShows, whatShowsNew } from './showing.ts'
import { EVER, spansWhere } from './spans.ts'
import { type Turn, TYPE_CODES, turnsBetween } from './turns.ts'

/**
 * The change feed: the records that one party may read, in the order in which they became readable (contract
 * §10), and those that it was sent and may no longer read (§21).
 *
 * A puller first receives older records whose consent has changed since its last pull (a grant that was
 * given, began or ended, an objection lodged or withdrawn, a party now known to be an organisation or no
 * longer one), then continues where it was. Behind a record that opens or closes, those come again that show something of it.
 * The work grows with what the puller owns and was granted. Of what is withheld, only lots that name such a record cost a decision each.
 */

interface Walked extends Pick<FeedPlace, 'again'> {
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
  decision: Decision,
) => {
  readonly shows: boolean
  readonly closes: boolean
  /** What the page shows as it is since then need not come again; undefined if the page cannot show it yet. */
  readonly since?: AsOf
}

/** Records that may come again because they show something of another one. */
interface Showing {
  readonly seqs: readonly number[]
  /** What the page shows as it is since then need not come again. */
  readonly since: AsOf
}

/** A row whose derived values must be worked out counts as this many rows. */
const ROWS_FOR_ONE_WORKED_OUT = 4
/** Minimum number of rows prepared together, since withheld rows must be passed too. */
const FEWEST_ROWS = 16
/** Rows outside all windows are skipped unopened. After this many, the slice looks at the clock. */
const PASSED_AT_ONCE = 256
/** This many skipped rows cost as much as one row that is examined. */
const PASSED_FOR_A_ROW = 16
const LOT = typeCode('lot')
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
  /**
   * Set while catching up: whether others may show something else of a record now that is neither shown nor closed. It costs more
   * than to ask what names the record.
   */
  #isOtherwise: ((record: StoredRecord) => boolean) | null = null
  /** Whether some grant opens lots. */
  #opensLots: boolean | undefined
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
    return {
      through: START,
      seen: this.#now,
      beganN: this.#gate.store.audit.size,
      catchingUp: null,
      again: 0,
    }
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
    this.#beganN = from.beganN
    if (from.again > 0) return this.#goOn(from)
    const place = this.#lookBack(from)
    return place.catchingUp ? this.#catchingUp(place) : this.#following(place)
  }

  #lookBack(place: FeedPlace): FeedPlace {
    if (place.catchingUp !== null) return place
    const isPending = this.#changed(place.seen, this.#now).length > 0
    if (!isPending) return { ...place, seen: this.#now }
    return { ...place, catchingUp: { to: this.#now, party: 0, after: START } }
  }

  /** Goes on with what shows something of the last record passed. */
  #goOn(place: FeedPlace): FeedSlice {
    const key = place.catchingUp?.after ?? place.through
    const [record] = this.#access.world.addSeqs([changedRecord(key)])
    const showing = record && this.#showing(record, key, place)
    // However many show it, each slice looks them up once.
    this.#share.noteBeginning()
    const left = showing === undefined ? null : this.#bringAgain(showing, place.again)
    // Only the next slice can find out whether anything is left.
    return { place: { ...place, again: left?.again ?? 0 }, left: left?.left ?? 'unknown' }
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
    return this.#followed(place, rows, (record, row, decision) => {
      const isFirst = row.at === row.seq
      const isShownElsewhere = decision.disclose && decision.own && !row.parties.includes(party)
      if (isFirst) return { shows: !isShownElsewhere, closes: false }
      const since = { seq: row.at }
      if (comesAgain(row)) return { shows: !isShownElsewhere, closes: false, since }
      return { shows: !isShownElsewhere && isLaterNews(record, row), closes: true, since }
    })
  }

  #followed(place: FeedPlace, rows: ChangeRows, judge: Judge): FeedSlice {
    const { at, again, left } = this.#walk(rows, judge, place)
    const through = left === 'end' ? behind(this.#now.seq) : (at ?? place.through)
    return { left, place: { ...place, through, again } }
  }

  /** Goes through the changes of consent party by party, so that a cursor need only hold whose turn it is. */
  #catchingUp(place: FeedPlace): FeedSlice {
    const { to, party, after } = place.catchingUp as NonNullable<FeedPlace['catchingUp']>
    const turn = this.#changed(place.seen, to).find((one) => one.party >= party)
    if (!turn) return { place: { ...place, seen: to, catchingUp: null }, left: 'unknown' }
    const start = turn.party === party ? after : START
    const { changes } = this.#gate.store
    const rows = new MergedChanges(changes, turn.affected, start, this.#now.seq, this.#left + 1)
    const judge: Judge = (record, row, decision) => {
      // The record itself comes before, as it is now.
      if (comesAgain(row)) return { shows: false, closes: false }
      const subjects = this.#access.subjectsOf(record)
      // Records after the puller's place follow later in their order.
      return decision.disclose
        ? {
            shows: !decision.own && row.at <= place.through.at && turn.brings(record, subjects, record.type),
            closes: false,
            since: to,
          }
        : {
            shows: false,
            closes: row.seq <= place.through.at && turn.isAffected(record) && turn.mayClose(subjects),
          }
    }
    this.#isOtherwise = (record) => {
      const subjects = this.#access.subjectsOf(record)
      const decision = this.#access.decide(record)
      return decision.disclose
        ? !decision.own && turn.brings(record, subjects, record.type)
        : isShownOtherwise(turn, this.#access, record, subjects)
    }
    const { at, again, left } = this.#walk(rows, judge, place)
    const next =
      left === 'end'
        ? { to, party: turn.party + 1, after: START }
        : { to, party: turn.party, after: at ?? start }
    // Only the next slice can find out whether anything is left.
    return { place: { ...place, catchingUp: next, again }, left: left === 'more' ? 'more' : 'unknown' }
  }

  /** Names the records that `judge` selects, and looks for one more to learn whether anything is left. */
  #walk(rows: ChangeRows, judge: Judge, place: FeedPlace): Walked {
    const share = this.#share
    const { epoch } = this.#gate.store
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
      if (batch.length === 0 && passed === null) return { at, again: 0, left: 'end' }
      const { world } = this.#access
      const seqs: number[] = []
      for (const change of batch) seqs.push(changedRecord(change))
      const records = world.addSeqs(seqs)
      const unknown = new Set(this.#reply.into.isFull ? [] : this.#access.prefetch([...new Set(records)]))
      let next = 0
      for (const [i, change] of batch.entries()) {
        if (i > 0 && share.isSpent) return { at, again: 0, left: 'unknown' }
        // In a damaged file a row may lead to no record; `verify` names it.
        const record = records[next]?.seq === changedRecord(change) ? records[next++] : undefined
        const named = record === undefined ? null : this.#name(record, change, judge)
        if (named === 'more' || named === 'unknown') return { at, again: 0, left: named }
        at = { at: change.at, seq: change.seq }
        share.spend(record && unknown.has(record) ? ROWS_FOR_ONE_WORKED_OUT : 1, record?.json.length ?? 0)
        if (record === undefined || (named === null && this.#isOtherwise === null)) continue
        if (this.#isOwnWord || comesAgain(change)) continue
        // Most records correct nothing, and nothing names them.
        const { remembered } = record
        const isAlone = remembered?.epoch === epoch ? remembered.isAlone : world.isAlone(record)
        const isNew = change.at === change.seq && this.#isOtherwise === null
        if (isAlone && (isNew || !NAMES_WHAT_SHOWS_IT.has(record.type))) continue
        if (named === null && this.#isOtherwise?.(record) !== true) continue
        const stopped = this.#bringAgain(this.#showing(record, at, place), 1)
        if (stopped !== null) return { at, ...stopped }
      }
      share.spend(unopened / PASSED_FOR_A_ROW, 0)
      at = passed ?? at
      share.noteGroup(batch.length)
    } while (!share.isSpent)
    return { at, again: 0, left: 'unknown' }
  }

  /**
   * Shows or closes the record of a change, as `judge` selects and the gate decides.
   * @returns `named` if it is now shown or closed; null if it is neither; or why the walk must stop before this record
   */
  #name(record: StoredRecord, change: ChangeRow, judge: Judge): 'named' | 'more' | 'unknown' | null {
    const decision = this.#access.decide(record)
    const { shows, closes, since } = judge(record, change, decision)
    const { into, most } = this.#reply
    if (decision.disclose) {
      if (!shows) return null
      // Perhaps shown in an earlier slice of this very page, as it was then.
      if (since !== undefined && into.shows(record)) return into.showsAsOf(record, since) ? 'named' : 'more'
      return this.#show(record, decision) ? 'named' : 'more'
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
    return 'named'
  }

  /** @returns whether it is shown; false if only the next page can show it */
  #show(record: StoredRecord, decision: Disclosed): boolean {
    const { into, most, render } = this.#reply
    if (into.count === most || into.closes(record)) return false
    const { own, grants } = decision
    if (into.isFull) into.addLater({ record, own, grants }, null)
    else {
      const gated = this.#access.gated(record, decision)
      into.add(gated, render(gated))
    }
    return true
  }

  /** Returns what may come again behind a record that is at this place. */
  #showing(record: StoredRecord, { at, seq }: ChangeKey, { catchingUp, through }: FeedPlace): Showing {
    this.#opensLots ??= this.#grants.some(
      (grant) => isLiveGrant(grant, this.#now.atMs) && maskCovers(grant.types, LOT),
    )
    const opensLots = this.#opensLots
    if (catchingUp === null && at === seq)
      return { seqs: whatShowsNew(this.#gate, this.#access, record, opensLots), since: { seq: at } }
    const seqs = whatShows(this.#gate, this.#access, record, opensLots)
    // Records after the puller's place follow later in their order.
    return catchingUp === null
      ? { seqs: seqs.filter((each) => each < at), since: { seq: at } }
      : { seqs: seqs.filter((each) => each <= through.at), since: catchingUp.to }
  }

  /**
   * Shows records again, as far as they may be read.
   * @param from the number of the first
   * @returns where it stopped, and why; null if none is left
   */
  #bringAgain({ seqs, since }: Showing, from: number): Stopped | null {
    const { into } = this.#reply
    for (const seq of seqs) {
      if (seq < from) continue
      if (seq > from && this.#share.isSpent) return { again: seq, left: 'unknown' }
      const [record] = this.#access.world.addSeqs([seq])
      const decision = record && this.#access.decide(record)
      if (record === undefined || decision?.disclose !== true) continue
      if (into.showsAsOf(record, since)) continue
      // Perhaps shown in an earlier slice of this very page, as it was then.
      if (into.shows(record) || !this.#show(record, decision)) return { again: seq, left: 'more' }
      this.#share.spend(ROWS_FOR_ONE_WORKED_OUT, record.json.length)
    }
    return null
  }

  /** Number of records that the reply may still name. */
  get #left(): number {
    return this.#reply.most - this.#reply.into.count
  }

  #changed(from: Seen, to: Seen): Turn[] {
    if (this.#purpose === '' || (from.seq === to.seq && from.atMs === to.atMs)) return []
    return turnsBetween(this.#gate, this.#purpose, this.#grants, from, to)
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
}

const isSaidBy = ({ assertedBy, onBehalfOf }: StoredRecord, party: number): boolean =>
  assertedBy === party || onBehalfOf === party
