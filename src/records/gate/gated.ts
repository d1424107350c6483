import type { Derived } from '../../domain/derived/derive.ts'
import type { DeviceCalled } from '../../domain/device-called.ts'
import type { DerivedInference } from '../../domain/inference.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import type { Remembered } from '../../store/log/stored-record.ts'
import type { StoredInference } from '../../store/tables/inferences.ts'

/** A record that the gate released, with what a view needs to show it. */
export interface GatedRecord {
  readonly record: StoredRecord
  /** Whether the requester reads it as its own, without anyone's grant. */
  readonly own: boolean
  /** Seqs of the grants relied on. */
  readonly grants: readonly number[]
  /** Time until which these grants let the reader keep it; null if not limited. */
  readonly keepUntil: number | null
  /** The device that it was written on, for those who read the record as their own. */
  readonly device: DeviceCalled | null
  readonly derived: Derived
  /** Kept with the derived values: the reply's text, if it is the same for every reader. */
  readonly remembered: Remembered
  /** Whether the requester may read this other record; if not, its id is not shown. */
  readonly mayRead: (id: string) => boolean
  /** Whether the requester may know, from this record, when and how that other one happened. */
  readonly mayKnow: (id: string) => boolean
}

/** An inference that the gate released. */
export interface GatedInference {
  readonly inference: StoredInference
  /** Whether the requester itself sent the ids of the inputs. */
  readonly isItsAsserter: boolean
  /** Time until which the reader may keep it; null if not limited. */
  readonly keepUntil: number | null
  readonly derived: DerivedInference
  /** Whether the requester may read this observation or inference; if not, its id is not shown. */
  readonly mayRead: (id: string) => boolean
}
