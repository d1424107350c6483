import type { ChangeKey } from '../../store/tables/changes.ts'
import type { Seen } from './consent-changes.ts'

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
  /**
   * Set while records come again that show something of the last one passed: the number of the first that is still to come.
   * Otherwise 0.
   */
  readonly again: number
}

export interface FeedSlice {
  /** The place right after the last record named. */
  readonly place: FeedPlace
  /** `more`: another record must be named; `end`: none is left; `unknown`: only the next slice can show. */
  readonly left: 'more' | 'end' | 'unknown'
}

/** Why records that come again stopped coming, and the number of the next. */
export interface Stopped {
  readonly again: number
  readonly left: 'more' | 'unknown'
}

/** The place before every change. */
export const START: ChangeKey = { at: 0, seq: 0 }
/** A number beyond that of every record. */
const LAST_SEQ = 2 ** 48 - 1

/** Returns the place after every change that an entry of the log caused. */
export const behind = (entry: number): ChangeKey => ({ at: entry, seq: LAST_SEQ })
