import { Problem } from '../../base/problem.ts'
import type { Verified } from '../../identity/credentials.ts'
import type { Store } from '../../store/store.ts'
import { behind, type FeedPlace } from '../gate/feed.ts'
import type { Gate } from '../gate/gate.ts'
import { Share } from '../gate/share.ts'
import type { Texts } from '../gate/texts.ts'
import { recordJson } from '../views/record-view.ts'
import { type Bound, openCursor, sealCursor } from './cursor.ts'

/** The change feed (contract §10). */

export interface ChangesPage {
  /** JSON of each record. */
  readonly changes: Texts
  /** Ids of records that the feed delivered before and the caller may no longer read. */
  readonly closed: readonly string[]
  readonly cursor: string
  readonly hasMore: boolean
  /** The caller's own party asserted all of it. */
  readonly isOwnWords: boolean
  /** Whether the consent still holds; ask again while sending. */
  readonly isStillOpen: () => boolean
}

/** What this needs of the store. Records come only from the gate. */
export interface ChangesStore {
  readonly jobs: Pick<Store['jobs'], 'inSlices'>
  readonly changes: Pick<Store['changes'], 'cursorKey' | 'knownCursorKey'>
  readonly appliance: Pick<Store['appliance'], 'incarnation' | 'endOf'>
  readonly log: Pick<Store['log'], 'size'>
  readonly visits: Pick<Store['visits'], 'of' | 'add'>
  readonly writer: Pick<Store['writer'], 'nowMs'>
}

export class ChangeFeedService {
  readonly #store: ChangesStore
  readonly #gate: Pick<Gate, 'feedFor' | 'collectorFor'>

  constructor(store: ChangesStore, gate: Pick<Gate, 'feedFor' | 'collectorFor'>) {
    this.#store = store
    this.#gate = gate
  }

  /**
   * The changes after a cursor that the caller may read. Works in slices, each its own job, so that skipping many withheld
   * records blocks nobody.
   * @param purpose empty: the caller's own records
   * @param since the cursor of an earlier page; undefined: from the beginning
   * @param grown receives the size of the page so far; it may throw
   * @throws {Problem} invalid_cursor; restored_from_backup, with a cursor to continue from
   */
  pull(
    caller: Verified,
    purpose: string,
    since: string | undefined,
    limit: number,
    grown: (bytes: number) => void = () => {},
  ): Promise<ChangesPage> {
    return this.#store.jobs.inSlices(caller, () => {
      const collected = this.#gate.collectorFor(caller, purpose, recordJson)
      const share = new Share()
      const reply = { into: collected, most: limit, render: recordJson }
      let place: FeedPlace | undefined
      return () => {
        grown(collected.bytes)
        share.renew()
        const feed = this.#gate.feedFor(caller, purpose, share, reply)
        const start = place ?? this.#placeOf(caller, purpose, since) ?? feed.beginning
        const slice = feed.slice(start)
        place = slice.place
        if (slice.left === 'unknown') return null
        const { closed } = collected
        const changes = collected.finish(false)
        if (changes === null) {
          place = undefined
          return null
        }
        this.#noteVisit(caller, place, slice.left === 'end', changes.count + closed.length > 0)
        const cursor = this.#seal(caller, purpose, place)
        return {
          changes,
          closed,
          cursor,
          hasMore: slice.left === 'more',
          isOwnWords: collected.isOwnWords,
          isStillOpen: () => collected.isStillOpen(),
        }
      }
    })
  }

  #seal(caller: Verified, purpose: string, place: FeedPlace): string {
    const { changes, appliance } = this.#store
    return sealCursor(changes.cursorKey(), boundTo(caller, purpose), {
      incarnation: appliance.incarnation,
      place,
    })
  }

  #placeOf(caller: Verified, purpose: string, since: string | undefined): FeedPlace | undefined {
    if (since === undefined) return undefined
    const { changes, appliance, log } = this.#store
    const key = changes.knownCursorKey()
    if (key === undefined) throw new Problem('invalid_cursor')
    const { incarnation, place } = openCursor(key, boundTo(caller, purpose), since)
    if (incarnation.equals(appliance.incarnation)) {
      if (Math.max(place.through.at, place.seen.seq) <= log.size) return place
      // The folder was replaced by hand with a copy: nobody can tell where it differs.
      throw new Problem('restored_from_backup', { cursor: this.#seal(caller, purpose, NOWHERE) })
    }
    // Our key sealed it. An unknown life is that of another restore of the same backup, or of the original log if this is the
    // copy: nobody can tell what the two share.
    const endedAt = appliance.endOf(incarnation)
    if (endedAt === null)
      throw new Problem('restored_from_backup', { cursor: this.#seal(caller, purpose, NOWHERE) })
    throw new Problem('restored_from_backup', {
      cursor: this.#seal(caller, purpose, purpose === '' ? asOf(place, endedAt) : againAsOf(place, endedAt)),
    })
  }

  #noteVisit(caller: Verified, place: FeedPlace, pulledAll: boolean, broughtSomething: boolean): void {
    if (caller.device === undefined) return
    const { visits, writer } = this.#store
    // Its visit was already noted when its token was verified.
    if (!broughtSomething && visits.of(caller.device)?.pulledAll === pulledAll) return
    visits.add(caller.device, writer.nowMs, { pulledThrough: place.through.at, pulledAll })
  }
}

const boundTo = ({ partyId, sinceMs }: Verified, purpose: string): Bound => ({ partyId, purpose, sinceMs })

/** What a puller had seen that the log's next life still has: all entries up to the backup. */
function asOf(place: FeedPlace, seq: number): FeedPlace {
  return {
    through: place.through.at <= seq ? place.through : behind(seq),
    seen: { seq: Math.min(place.seen.seq, seq), atMs: place.seen.atMs },
    // Entries of the earlier life's audit log have other numbers.
    beganN: 0,
    // Begins again at `seen`: what it was told may belong to the earlier life.
    catchingUp: null,
  }
}

/**
 * For what others opened, everything comes again: a copy that is kept under consent is dropped and made anew, since nobody
 * here knows what the earlier life delivered after the backup and the next one has not.
 */
const againAsOf = ({ seen }: FeedPlace, seq: number): FeedPlace => ({
  through: { at: 0, seq: 0 },
  seen: { seq: Math.min(seen.seq, seq), atMs: seen.atMs },
  beganN: 0,
  catchingUp: null,
})

const NOWHERE: FeedPlace = {
  through: { at: 0, seq: 0 },
  seen: { seq: 0, atMs: 0 },
  beganN: 0,
  catchingUp: null,
}
