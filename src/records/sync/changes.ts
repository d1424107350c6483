import { Problem } from '../../base/problem.ts'
import { must } from '../../base/typed.ts'
import type { Verified } from '../../domain/credential.ts'
import type { DeviceCalled } from '../../domain/device-called.ts'
import type { Store } from '../../store/store.ts'
import type { ToldToProgram } from '../../store/tables/feed-told.ts'
import type { FeedAsked } from '../gate/feed.ts'
import { behind, type FeedPlace } from '../gate/feed-place.ts'
import type { Gate } from '../gate/gate.ts'
import { Share } from '../gate/share.ts'
import type { Texts } from '../gate/texts.ts'
import { type NotifiedStore, noteNotified } from '../intake/notify.ts'
import { recordJson } from '../views/record-view.ts'
import { type Bound, openCursor, sealCursor } from './cursor.ts'
import type { FeedSource } from './sync-shapes.ts'

/** The change feed (contract §10). */

export interface ChangesPage {
  /** JSON of each record. */
  readonly changes: Texts
  /** Ids of records that the feed delivered before and the caller may no longer read. */
  readonly closed: readonly string[]
  readonly cursor: string
  readonly hasMore: boolean
  /** Which log the records come from, if it has a root newer than what the caller's cursor knows. */
  readonly source?: FeedSource
  /** How many records others stated about the caller's party, on the last page of its own word. */
  readonly others?: number
  /** Whether the caller is the cooperative, on the last page of its own word. */
  readonly isCooperative?: boolean
  /** What the caller is called now and who carries it, on the last page of its party's own word; null unless it is a device. */
  readonly device?: DeviceCalled | null
  /** Whether the page tells of grants that ended, even if nothing was read under them. */
  readonly endsGrants: boolean
  /** Whether the caller's own party asserted every record of the page. */
  readonly isOwnWords: boolean
  /** Whether the consent that the page relies on still holds. Call it again while sending. */
  readonly isStillOpen: () => boolean
}

/** The newest root of the log. */
export interface NewRoot {
  readonly treeSize: number
  readonly source: FeedSource
}

/** Returns the newest root of this log, proved from an earlier tree of it (of size 0 at first); null if none is newer. */
export type RootAfter = (treeSize: number) => NewRoot | null

/** The parts of the store that the feed needs. Records come only from the gate. */
export interface ChangesStore extends NotifiedStore {
  readonly jobs: Pick<Store['jobs'], 'inSlices'>
  readonly changes: Pick<Store['changes'], 'cursorKey' | 'knownCursorKey'>
  readonly appliance: Pick<Store['appliance'], 'incarnation' | 'endOf' | 'cooperative'>
  readonly log: Pick<Store['log'], 'size'>
  readonly devices: Pick<Store['devices'], 'calledAt'>
  readonly visits: Pick<Store['visits'], 'of' | 'add'>
  readonly notifications: Pick<Store['notifications'], 'between' | 'byNumber'>
  readonly feedTold: Pick<Store['feedTold'], 'beginning' | 'newest' | 'tell' | 'acknowledge'>
  readonly consents: Pick<Store['consents'], 'grantsTo'>
}

/**
 * Returns a page as JSON, in the parts of a list.
 * @param more its further members, each with a comma before it
 */
export const pageParts = (
  {
    changes,
    closed,
    cursor,
    hasMore,
    source,
  }: Pick<ChangesPage, 'changes' | 'closed' | 'cursor' | 'hasMore' | 'source'>,
  more: string,
) =>
  [
    '{"changes":[',
    changes,
    `],"closed":${JSON.stringify(closed)},"cursor":${JSON.stringify(cursor)},"has_more":${hasMore}${source ? `,"source":${JSON.stringify(source)}` : ''}${more}}`,
  ] as const

export class ChangeFeedService {
  readonly #store: ChangesStore
  readonly #gate: Pick<Gate, 'feedFor' | 'collectorFor'>
  readonly #rootAfter: RootAfter

  constructor(store: ChangesStore, gate: Pick<Gate, 'feedFor' | 'collectorFor'>, rootAfter: RootAfter) {
    this.#store = store
    this.#gate = gate
    this.#rootAfter = rootAfter
  }

  /**
   * Returns the changes after a cursor that the caller may read. Works in slices, each its own job, so that
   * skipping many withheld records blocks no one.
   * @param since the cursor of an earlier page; undefined to start from the beginning
   * @param grown receives the size of the page so far; it may throw
   * @throws {Problem} invalid_cursor; restored_from_backup, with a cursor to continue from
   */
  pull(
    caller: Verified,
    asked: FeedAsked,
    since: string | undefined,
    limit: number,
    grown: (bytes: number) => void = () => {},
  ): Promise<ChangesPage> {
    return this.#store.jobs.inSlices(caller, () => {
      const collected = this.#gate.collectorFor(caller, asked.purpose, recordJson)
      const share = new Share()
      const reply = { into: collected, most: limit, render: recordJson }
      let begun: Begun | undefined
      let place: FeedPlace | undefined
      return () => {
        grown(collected.bytes)
        share.renew()
        const feed = this.#gate.feedFor(caller, asked, share, reply)
        if (place === undefined) {
          const opened = this.#opened(caller, asked, since)
          begun = opened ?? { place: feed.beginning, told: TOLD_NOTHING, root: 0, isFirst: true }
        }
        const slice = feed.slice(place ?? must(begun).place)
        place = slice.place
        if (slice.left === 'unknown') return null
        const { closed } = collected
        const changes = collected.finish(false)
        if (changes === null) {
          place = undefined
          return null
        }
        this.#noteVisit(caller, place, slice.left === 'end', changes.count + closed.length > 0)
        const isAll = slice.left === 'end'
        const told = this.#noteTold(caller, asked, { begun: must(begun), place, feed, collected, isAll })
        const { root } = must(begun)
        const newer = asked.purpose === '' ? null : this.#rootAfter(root)
        const cursor = this.#seal(caller, asked, place, told, newer?.treeSize ?? root)
        return {
          changes,
          closed,
          cursor,
          hasMore: slice.left === 'more',
          ...(newer && { source: newer.source }),
          ...(asked.isOwnWord &&
            slice.left === 'end' && {
              others: feed.countOthers(),
              isCooperative: caller.party === this.#store.appliance.cooperative,
              device: this.#deviceOf(caller),
            }),
          endsGrants: feed.endedBetween(must(begun).place.seen, place.seen).length > 0,
          isOwnWords: collected.isOwnWords,
          isStillOpen: () => collected.isStillOpen(),
        }
      }
    })
  }

  #deviceOf({ deviceId, party }: Verified): DeviceCalled | null {
    return deviceId === undefined ? null : this.#store.devices.calledAt(deviceId, party)
  }

  /** Returns a cursor for a puller whom another life of the log told what it knows: here it acknowledges only what follows. */
  #sealAnew(caller: Verified, asked: FeedAsked, place: FeedPlace): string {
    const here = this.#store.feedTold.beginning({ party: caller.party, purpose: asked.purpose })
    return this.#seal(caller, asked, place, { after: here, through: here }, 0)
  }

  #seal(caller: Verified, asked: FeedAsked, place: FeedPlace, told: ToldToProgram, root: number): string {
    const { changes, appliance } = this.#store
    return sealCursor(changes.cursorKey(), boundTo(caller, asked), {
      incarnation: appliance.incarnation,
      place,
      told,
      root,
    })
  }

  /**
   * Notes what the puller's cursor acknowledges, and which ended grants and corrections this page tells.
   * @returns what the program was told, for the cursor of this page
   */
  #noteTold(
    { party, credential }: Verified,
    { purpose, isOwnWord }: FeedAsked,
    page: MadePage,
  ): ToldToProgram {
    const { consents, feedTold, notifications, writer } = this.#store
    // A party without any grant for this purpose has nothing to acknowledge, and its reads write nothing.
    if (purpose === '' || isOwnWord === true || consents.grantsTo(party, purpose).length === 0)
      return TOLD_NOTHING
    const { begun, place, feed, collected, isAll } = page
    const of = { party, purpose }
    const after = begun.isFirst ? feedTold.beginning(of) : begun.told.after
    // Until a program has everything once, its reader may have shown people what another way gave it.
    const isFirstPass = begun.told.through <= after
    for (const n of feedTold.acknowledge(of, begun.told, writer.nowMs)) {
      const due = notifications.byNumber(n)
      if (due?.toldAt === null) noteNotified(this.#store, { credential }, due)
    }
    feedTold.tell(
      of,
      {
        // What a puller has seen moves on only once it has received all that consent changed until then.
        grants: feed.endedBetween(begun.place.seen, place.seen),
        notifications: isFirstPass
          ? []
          : notifications
              .between(party, begun.place.through.at, place.through.at)
              .filter(
                // What it showed comes again, with its standing. What was retracted may close by that; what was corrected
                // may close because consent ended.
                ({ shown, because, isRetraction }) =>
                  collected.names(because) ||
                  collected.showsAsOf({ seq: shown }, { seq: because }) ||
                  (isRetraction === 1 && collected.names(shown)),
              )
              .map(({ n }) => n),
        isFirst: begun.isFirst,
      },
      writer.nowMs,
    )
    // Until it has everything, another program of the reader may have been told more.
    const isComplete = isAll && place.catchingUp === null
    return { after, through: isComplete ? feedTold.newest(of) : Math.max(after, begun.told.through) }
  }

  #opened(caller: Verified, asked: FeedAsked, since: string | undefined): Begun | undefined {
    if (since === undefined) return undefined
    const { changes, appliance, log } = this.#store
    const key = changes.knownCursorKey()
    if (key === undefined) throw new Problem('invalid_cursor')
    const { incarnation, place, told, root } = openCursor(key, boundTo(caller, asked), since)
    if (incarnation.equals(appliance.incarnation)) {
      const known = [place.through.at, place.seen.seq, place.catchingUp?.to.seq ?? 0, root]
      if (Math.max(...known) <= log.size) return { place, told, root, isFirst: false }
      // Someone replaced the folder with an older copy by hand: it is unknown where the two differ.
      throw new Problem('restored_from_backup', { cursor: this.#sealAnew(caller, asked, NOWHERE) })
    }
    // This store's key sealed the cursor. An unknown life is that of another restore of the same backup, or
    // of the original log if this store is the copy: it is unknown what the two share.
    const endedAt = appliance.endOf(incarnation)
    if (endedAt === null)
      throw new Problem('restored_from_backup', { cursor: this.#sealAnew(caller, asked, NOWHERE) })
    throw new Problem('restored_from_backup', {
      cursor: this.#sealAnew(
        caller,
        asked,
        asked.purpose === '' || asked.isOwnWord ? asOf(place, endedAt) : againAsOf(place, endedAt),
      ),
    })
  }

  #noteVisit(caller: Verified, place: FeedPlace, pulledAll: boolean, broughtSomething: boolean): void {
    if (caller.device === undefined) return
    const { visits, writer } = this.#store
    // The visit was already noted when the token was verified.
    if (!broughtSomething && visits.of(caller.device)?.pulledAll === pulledAll) return
    visits.add(caller.device, writer.nowMs, { pulledThrough: place.through.at, pulledAll })
  }
}

const TOLD_NOTHING: ToldToProgram = { after: 0, through: 0 }

/** Where a puller was: the place of its cursor, and what it had been told. */
interface Begun {
  readonly place: FeedPlace
  readonly told: ToldToProgram
  readonly root: number
  /** Whether it had no cursor. */
  readonly isFirst: boolean
}

interface MadePage {
  readonly begun: Begun
  readonly place: FeedPlace
  readonly feed: ReturnType<Gate['feedFor']>
  readonly collected: ReturnType<Gate['collectorFor']>
  /** Whether nothing is left. */
  readonly isAll: boolean
}

const boundTo = ({ partyId, sinceMs }: Verified, asked: FeedAsked): Bound => ({ partyId, sinceMs, ...asked })

/** Returns a puller's place, cut back to what the log's next life still has: the entries of the backup. */
function asOf(place: FeedPlace, seq: number): FeedPlace {
  return {
    through: place.through.at <= seq ? place.through : behind(seq),
    seen: { seq: Math.min(place.seen.seq, seq), atMs: place.seen.atMs },
    // Entries of the earlier life's audit log have other numbers.
    beganN: 0,
    // Catching up starts again at `seen`: what the puller received may belong to the earlier life.
    catchingUp: null,
    again: 0,
  }
}

/**
 * Returns a place from which everything that others opened is sent again. The device drops a copy that it
 * keeps under consent and makes it again, since the next life does not know what the earlier one delivered
 * after the backup.
 */
const againAsOf = ({ seen }: FeedPlace, seq: number): FeedPlace => ({
  through: { at: 0, seq: 0 },
  seen: { seq: Math.min(seen.seq, seq), atMs: seen.atMs },
  beganN: 0,
  catchingUp: null,
  again: 0,
})

const NOWHERE: FeedPlace = {
  through: { at: 0, seq: 0 },
  seen: { seq: 0, atMs: 0 },
  beganN: 0,
  catchingUp: null,
  again: 0,
}
