import { isLiveGrant, whoDecides } from '../../domain/consent.ts'
import { subjectsOf } from '../../domain/derived/subjects.ts'
import { EXEMPT_FROM_OBJECTION } from '../../domain/shapes.ts'
import { maskCovers, RECORD_TYPES, typeCode } from '../../domain/types/index.ts'
import type { ChangeKey } from '../../store/changes.ts'
import type { StoredRecord } from '../../store/records.ts'
import { type ChangeRow, type ChangesOf, MergedChanges } from './change-streams.ts'
import type { Collected } from './collected.ts'
import type { AccessEvaluation, GateCore, Requester } from './core.ts'
import type { GatedRecord } from './gated.ts'
import { type GrantTo, type Opened, reopened, type Seen } from './reopened.ts'
import type { Share } from './share.ts'

/**
 * The change feed: what one party may read, in the order in which it became readable (contract §10).
 *
 * A puller first gets older records that have been opened since its last pull (by a new grant, a grant that began, an
 * objection withdrawn, a party now known to be an organisation or no longer one), then continues where it was. The work
 * grows with what the puller owns and was granted, never with what is withheld.
 */

/** A puller's position. It reveals how much others have written, so it leaves only encrypted. */
export interface FeedPlace {
  /** The last change passed. */
  readonly through: ChangeKey
  /** Grants, objections and the like have been considered up to here. */
  readonly seen: Seen
  /** The puller is being sent what was opened until `to`, party by party; it has passed this place of this party. */
  readonly reopening: { readonly to: Seen; readonly party: number; readonly after: ChangeKey } | null
}

export interface FeedSlice {
  /** Right after the last record found. */
  readonly place: FeedPlace
  /** `more`: there is another record to be shown; `end`: there is none; `unknown`: go on from `place` to find out. */
  readonly left: 'more' | 'end' | 'unknown'
}

/** What a walk found, `count` at most. */
interface Walked {
  readonly found: readonly GatedRecord[]
  /** Right after the last record found or the last row examined; null before the first. */
  readonly at: ChangeKey | null
  readonly left: FeedSlice['left']
}

/** A row whose derived values must be worked out counts as this many rows. */
const ROWS_FOR_ONE_WORKED_OUT = 4
/** Minimum number of rows prepared together, since withheld rows must be passed too. */
const FEWEST_ROWS = 16
const TYPE_CODES = RECORD_TYPES.map(typeCode)
const START: ChangeKey = { at: 0, seq: 0 }
const EVERY_TYPE = ~0
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
  readonly #now: Seen
  readonly #grants: readonly GrantTo[]

  /** @param purpose empty: the requester's own records only @param share what the slice may spend */
  constructor(gate: GateCore, requester: Requester, purpose: string, share: Share) {
    const { store } = gate
    this.#gate = gate
    this.#requester = requester
    this.#purpose = purpose
    this.#access = gate.accessFor(requester, purpose)
    this.#share = share
    this.#now = { seq: store.log.size, atMs: store.writer.nowMs }
    this.#grants = purpose === '' ? [] : this.#grantsOfOthers()
  }

  /** The position of a party that has pulled nothing yet. */
  get beginning(): FeedPlace {
    return { through: START, seen: this.#now, reopening: null }
  }

  /**
   * The next changes, as many as the share allows.
   * @param into the reply, which audits the records before it is released
   * @param count records still to be shown
   * @param render gives a record as the reply shows it
   */
  slice(from: FeedPlace, count: number, into: Collected, render: (gated: GatedRecord) => string): FeedSlice {
    const place = this.#lookBack(from)
    const { found, ...slice } = place.reopening
      ? this.#reopening(place, count)
      : this.#following(place, count)
    for (const gated of found) into.add(gated, render(gated))
    return slice
  }

  #lookBack(place: FeedPlace): FeedPlace {
    if (place.reopening !== null) return place
    const isPending = this.#opened(place.seen, this.#now).length > 0
    if (!isPending) return { ...place, seen: this.#now }
    return { ...place, reopening: { to: this.#now, party: 0, after: START } }
  }

  #following(place: FeedPlace, count: number): FeedSlice & Pick<Walked, 'found'> {
    const { party } = this.#requester
    const bases: ChangesOf[] = [{ party, types: EVERY_TYPE }]
    for (const [grantor, types] of this.#live()) bases.push({ party: grantor, types })
    const { changes } = this.#gate.store
    const rows = new MergedChanges(changes, bases, TYPE_CODES, place.through, this.#now.seq, count + 1)
    // The requester's own records come with its own changes. A later change of another party counts only if the record is
    // about that party.
    const isNews = (record: StoredRecord, row: ChangeRow): boolean => {
      if (row.parties.includes(party)) return row.at === row.seq || !isSaidBy(record, party)
      if (this.#isOwn(record)) return false
      return row.at === row.seq || this.#subjectsOf(record).some((subject) => row.parties.includes(subject))
    }
    const walked = this.#walk(rows, count, isNews)
    const through = walked.at ?? place.through
    if (walked.left === 'end') return { ...walked, place: { ...place, through: this.#end() } }
    return { ...walked, place: { ...place, through } }
  }

  /** Party by party, so that a cursor need hold only whose turn it is. */
  #reopening(place: FeedPlace, count: number): FeedSlice & Pick<Walked, 'found'> {
    const { to, party, after } = place.reopening as NonNullable<FeedPlace['reopening']>
    const opened = this.#opened(place.seen, to)
    const turn = opened.find((one) => one.party >= party)
    if (!turn) return { found: [], place: { ...place, seen: to, reopening: null }, left: 'unknown' }
    const start = turn.party === party ? after : START
    const rows = new MergedChanges(
      this.#gate.store.changes,
      [{ party: turn.party, types: turn.types }],
      TYPE_CODES,
      start,
      place.through.at,
      count + 1,
    )
    const walked = this.#walk(rows, count, (record) => turn.brings(record, this.#subjectsOf(record)))
    const next =
      walked.left === 'end'
        ? { to, party: turn.party + 1, after: START }
        : { to, party: turn.party, after: walked.at ?? start }
    // Only the next slice can tell whether anything is left.
    return {
      found: walked.found,
      place: { ...place, reopening: next },
      left: walked.left === 'more' ? 'more' : 'unknown',
    }
  }

  /** Collects what may be shown, up to `count`, and looks for one more to tell whether anything is left. */
  #walk(
    rows: MergedChanges,
    count: number,
    wanted: (record: StoredRecord, row: ChangeRow) => boolean,
  ): Walked {
    const share = this.#share
    const found: GatedRecord[] = []
    let at: ChangeKey | null = null
    let row = rows.next()
    share.noteBeginning()
    do {
      const beganAtMs = share.nowMs
      const batch: ChangeRow[] = []
      const most = Math.min(share.rowsAtOnce, Math.max(FEWEST_ROWS, count + 1 - found.length))
      for (; row && batch.length < most; row = rows.next()) batch.push(row)
      if (batch.length === 0) return { found, at, left: 'end' }
      const { world } = this.#access
      const records = new Map(
        world.addSeqs(batch.map(({ seq }) => seq)).map((record) => [record.seq, record]),
      )
      const unknown = new Set([...records.values()].filter((record) => !this.#gate.recall(record)))
      world.prefetch([...unknown])
      for (const [i, change] of batch.entries()) {
        if (i > 0 && share.isSpent) break
        // In a damaged file a row may lead to no record; `verify` names it.
        const record = records.get(change.seq)
        const decision = record && wanted(record, change) ? this.#access.decide(record) : null
        if (record && decision?.disclose) {
          if (found.length === count) return { found, at, left: 'more' }
          found.push(this.#access.gated(record, decision))
        }
        at = { at: change.at, seq: change.seq }
        share.spend(record && unknown.has(record) ? ROWS_FOR_ONE_WORKED_OUT : 1, record?.json.length ?? 0)
      }
      share.noteGroup(batch.length, share.nowMs - beganAtMs)
    } while (!share.isSpent)
    return { found, at, left: 'unknown' }
  }

  /** The parties that opened something between two points, in the order of their turns, and what each brings. */
  #opened(from: Seen, to: Seen) {
    if (this.#purpose === '' || (from.seq === to.seq && from.atMs === to.atMs)) return []
    const { consents, changes } = this.#gate.store
    const withdrawn = consents.withdrawnBetween(from.seq, to.seq)
    const grants = this.#grants.filter((grant) => grant.seq <= to.seq && grant.validFrom <= to.atMs)
    const opened = reopened(grants, withdrawn, this.#purpose, from, this.#now.atMs, TYPE_CODES)
    const changed = new Set(changes.natureChanges(from.seq, to.seq).map(({ party }) => party))
    return [...new Set([...opened.keys(), ...changed])]
      .sort((a, b) => a - b)
      .map((party) => ({
        party,
        types: changed.has(party) ? EVERY_TYPE : typesOf(opened.get(party)),
        /** Neither the puller's own records nor those of another party's turn. */
        brings: (record: StoredRecord, subjects: readonly number[]): boolean => {
          if (this.#isOwn(record)) return false
          const asked = whoDecides(subjects, (subject) => this.#gate.isNaturalPerson(subject))
          const byConsent = asked.filter((subject) => opens(opened.get(subject), record))
          const turns = byConsent.length > 0 ? byConsent : subjects.filter((subject) => changed.has(subject))
          return turns.length > 0 && Math.min(...turns) === party
        },
      }))
  }

  #isOwn(record: StoredRecord): boolean {
    const decision = this.#access.decide(record)
    return decision.disclose && decision.own
  }

  #subjectsOf(record: StoredRecord): number[] {
    const { parties } = this.#gate.store
    return subjectsOf(this.#access.world, record).parties.map((id) => parties.find(id) as number)
  }

  #grantsOfOthers(): GrantTo[] {
    const { party } = this.#requester
    return this.#gate.store.consents
      .grantsReceived(party, this.#purpose)
      .filter(({ subject }) => subject !== party)
  }

  /** The parties whose records the puller may look for now, with a bit mask of types. */
  #live(): Map<number, number> {
    const live = new Map<number, number>()
    for (const grant of this.#grants)
      if (isLiveGrant(grant, this.#now.atMs))
        live.set(grant.subject, (live.get(grant.subject) ?? 0) | grant.types)
    return live
  }

  #end(): ChangeKey {
    return behind(this.#now.seq)
  }
}

const typesOf = (opened: Opened | undefined): number =>
  opened === undefined ? 0 : opened.granted | opened.lifted

function opens(opened: Opened | undefined, { type, body }: StoredRecord): boolean {
  if (opened === undefined) return false
  if (maskCovers(opened.granted, typeCode(type))) return true
  return maskCovers(opened.lifted, typeCode(type)) && !EXEMPT_FROM_OBJECTION.has(body.lawful_basis)
}

const isSaidBy = ({ assertedBy, onBehalfOf }: StoredRecord, party: number): boolean =>
  assertedBy === party || onBehalfOf === party
