import { type Static, Type } from '@sinclair/typebox'
import type { Continuing, ObjectionEffect, Stopped } from '../domain/objection.ts'
import { CHANNELS, closed, Id, PURPOSE_PATTERN, Word } from '../domain/shapes.ts'
import { GRANTABLE_TYPES, type GrantableType } from '../domain/types/index.ts'

/** Objections and withdrawals as sent, as stored and as shown. */

export const ObjectionDraft = closed(
  {
    id: Id('UUID version 7 made by the client.'),
    purposes: Type.Optional(
      Type.Array(Type.String({ pattern: PURPOSE_PATTERN }), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'Registered purposes. Default: every purpose.',
      }),
    ),
    record_types: Type.Optional(
      Type.Array(Word(GRANTABLE_TYPES, 'A record type.'), {
        minItems: 1,
        maxItems: GRANTABLE_TYPES.length,
        uniqueItems: true,
        description: 'Default: every type.',
      }),
    ),
    channel: Word(CHANNELS, 'How it was lodged.'),
    on_behalf_of: Type.Optional(
      Id('The party that objects, if a delegate lodges it. Requires delegation_id.'),
    ),
    delegation_id: Type.Optional(Id('The delegation used. Requires on_behalf_of.')),
  },
  {
    $id: 'objection_draft',
    description: 'An objection as lodged.',
    dependentRequired: { on_behalf_of: ['delegation_id'], delegation_id: ['on_behalf_of'] },
  },
)
export type ObjectionDraft = Static<typeof ObjectionDraft>

/** A withdrawal opens records again, so neither a delegate nor somebody with the person's phone may make it. */
export const WITHDRAWAL_CHANNELS = ['in_person', 'written'] as const

export const WithdrawalDraft = closed(
  {
    id: Type.Optional(Id('UUID version 7. Default: the service makes one.')),
    channel: Word(WITHDRAWAL_CHANNELS, 'How it was withdrawn.'),
  },
  { $id: 'withdrawal_draft', description: 'The withdrawal of an objection.' },
)
export type WithdrawalDraft = Static<typeof WithdrawalDraft>

/** A grant that would still open something, as named in the reply to an objection. */
export interface WithdrawableGrant {
  readonly id: string
  readonly grantee: string
  readonly purpose: string
  readonly record_types: readonly GrantableType[]
  readonly expires_at: string
}

/** An objection as stored in the log. */
export interface StoredObjection {
  readonly id: string
  readonly subject: string
  readonly purposes: readonly string[] | null
  readonly record_types: readonly GrantableType[] | null
  readonly channel: string
  readonly on_behalf_of?: string
  readonly delegation_id?: string
  readonly lodged_by: string
  readonly effect: ObjectionEffect
  readonly stopped: readonly Stopped[]
  readonly continuing: readonly Continuing[]
  readonly withdrawable_grants: readonly WithdrawableGrant[]
  /** Number of grants not listed. */
  readonly more_withdrawable_grants: number
  /** The newest log entry that was counted. */
  readonly counted_through: number
  readonly received_at: string
}

export interface ObjectionView extends Omit<StoredObjection, 'counted_through'> {
  readonly withdrawn_at: string | null
  readonly sentences: readonly string[]
}
