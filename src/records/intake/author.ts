import type { StoredRecord } from '../../store/log/stored-record.ts'

/** The author of a record: the verified subject of a request. */
export interface Author {
  readonly party: number
  readonly partyId: string
  /** Seq of the credential used; null for the operator in the front office. */
  readonly credential: number | null
  /** Set when the credential belongs to a device. */
  readonly deviceId?: string
  /** The device reads, and acts on, only what happened from this instant on (contract §1). */
  readonly sinceMs?: number
  /** The operating system's user, when the operator writes in the front office. */
  readonly operator?: string
}

declare const ofIntake: unique symbol

/** The result of sending a record. Only the intake can make one, so no receipt shows another's record. */
export interface Appended {
  readonly status: 'accepted' | 'replayed'
  readonly record: StoredRecord
  readonly [ofIntake]: true
}
