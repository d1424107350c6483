import type { View } from '../../../domain/shapes.ts'
import type { OutboxResults } from '../../../records/sync/sync-shapes.ts'
import type { RecordView } from '../../../records/views/record-schema.ts'

/** A record on the phone, from the first draft until the service has stored it. */

/** Records as the service returns them, some of whose members may be missing. */
export type Lacking<Member extends keyof RecordView, Of = RecordView> = Of extends RecordView
  ? Omit<Of, Member> & Partial<Pick<Of, Member>>
  : never
/** What the service sets, or only records of most types have. */
type Unset = 'asserted_by' | 'derived' | 'lawful_basis' | 'received_at' | 'record_class' | 'recorded_at'
/** A record as it is sent to the outbox, or with what the service set. */
export type SentRecord = Lacking<Unset>
/** What a record says; its id may be missing. */
export type Says = Lacking<Unset | 'id'>

export type Cited = NonNullable<Says['evidence']>[number]

type Answer = View<typeof OutboxResults>['results'][number]
/** The parts of a problem document (RFC 9457) that the phone keeps. */
export type Refusal = Omit<NonNullable<Answer['problem']>, 'type'>
/** The answer to one record. */
export type Result = Omit<Answer, 'problem'> & { readonly problem?: Refusal }

/**
 * `draft`: not to be sent yet. `waiting`: to be sent. `rejected`: the service refused it, and a person must mend it.
 * `accepted`: stored by the service; kept for a while, because a restored service asks for it again.
 */
export type State = 'draft' | 'waiting' | 'rejected' | 'accepted'

/** Whose word a confirmation is that a person gave on this phone, by a credential of their own. */
export interface By {
  readonly party: string
  /** The person's own device, which is on this phone. */
  readonly device: string
  /** Only until the service has answered. Without it, the entry waits for the person. */
  readonly token?: string
}

export interface Entry {
  /** The phone's own key of the entry: random, so that it says nothing to a thief. */
  readonly key: string
  readonly state: State
  readonly record: SentRecord
  /** When it was written on the phone, in milliseconds. */
  readonly madeAt: number
  /** Whether the service may have the record: true from before it is first sent until it is answered. */
  readonly mayBeSent: boolean
  readonly refusal?: Refusal
  /** Absent for what the phone's own party states. */
  readonly by?: By
  /** When the service accepted it, in milliseconds. */
  readonly acceptedAt?: number
}

/** What a new entry is made with. */
export interface Makes {
  readonly newId: () => string
  readonly newKey: () => string
  readonly nowMs: number
  /** When a retraction or confirmation happens, if the clock does not know it. */
  readonly happening?: { readonly occurred_at: string; readonly occurred_at_precision?: 'day' }
}

/** Members that name a record which the service must already have. */
const NAMING = ['supersedes', 'target_id', 'delivery_id', 'payment_id'] as const

/** Returns the ids of the records that the service must have before this one. */
export const namedBy = (record: SentRecord): string[] => NAMING.flatMap((member) => record[member] ?? [])

/** Returns the record with one id in the place of another, wherever it names it. */
export function renamed(record: SentRecord, from: string, to: string): SentRecord {
  const changed = NAMING.filter((member) => record[member] === from).map((member) => [member, to])
  return changed.length === 0 ? record : { ...record, ...Object.fromEntries(changed) }
}

export const citedBy = ({ evidence = [] }: Says): readonly Cited[] => evidence

/** Returns what a record says with more photographs. */
export const citing = <T extends Says>(says: T, cited: readonly Cited[]): T =>
  cited.length === 0 ? says : { ...says, evidence: [...citedBy(says), ...cited] }
