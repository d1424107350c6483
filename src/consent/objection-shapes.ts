import { type Static, Type } from '@sinclair/typebox'
import { CONTINUING_WHYS, OBJECTION_EFFECTS } from '../domain/objection.ts'
import {
  CHANNELS,
  closed,
  Id,
  Instant,
  type LawfulBasis,
  Next,
  PURPOSE_PATTERN,
  ref,
  type View,
  Word,
} from '../domain/shapes.ts'
import { GRANTABLE_TYPES, type GrantableType } from '../domain/types/index.ts'
import { apart } from '../text/wrap.ts'
import type { Message } from '../words/message.ts'
import type { Words } from '../words/words.ts'

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
    $id: 'ObjectionDraft',
    description: 'An objection as lodged.',
    dependentRequired: { on_behalf_of: ['delegation_id'], delegation_id: ['on_behalf_of'] },
  },
)
export type ObjectionDraft = Static<typeof ObjectionDraft>

/** A withdrawal opens records again, so neither a delegate nor a holder of the person's phone may make it. */
export const WITHDRAWAL_CHANNELS = ['in_person', 'written'] as const

export const WithdrawalDraft = closed(
  {
    id: Type.Optional(Id('UUID version 7. Default: the service makes one.')),
    channel: Word(WITHDRAWAL_CHANNELS, 'How it was withdrawn.'),
  },
  { $id: 'WithdrawalDraft', description: 'The withdrawal of an objection.' },
)
export type WithdrawalDraft = Static<typeof WithdrawalDraft>

const TypeName = Type.Unsafe<GrantableType>({ type: 'string' })

const alikeRecords = {
  record_type: TypeName,
  lawful_basis: Type.Unsafe<LawfulBasis>({ type: 'string' }),
  count: Type.Integer({ minimum: 1, description: 'Current records about the subject.' }),
}

export const ObjectionView = closed(
  {
    id: Id('The objection.'),
    subject: Id('Who objects.'),
    purposes: Type.Union([Type.Array(Type.String()), Type.Null()], { description: 'null: every purpose.' }),
    record_types: Type.Union([Type.Array(TypeName), Type.Null()], { description: 'null: every type.' }),
    channel: Word(CHANNELS, 'How it was lodged.'),
    on_behalf_of: Type.Optional(Id('The party that objects, if a delegate lodged it.')),
    delegation_id: Type.Optional(Id('The delegation used.')),
    lodged_by: Id('The party that lodged it.'),
    effect: Word(OBJECTION_EFFECTS, 'Its effect when lodged; never changes.'),
    stopped: Type.Array(closed(alikeRecords), { description: 'What others no longer see.' }),
    continuing: Type.Array(
      closed({
        ...alikeRecords,
        why: Word(
          CONTINUING_WHYS,
          'out_of_scope: a type not named; others_decide: the persons in the records decide; exempt: a lawful basis exempt from objections; consent_only: nobody could see them anyway.',
        ),
      }),
      {
        description:
          'What continues as before. Together with `stopped`, every current record except party records.',
      },
    ),
    withdrawable_grants: Type.Array(
      closed({
        id: Id('The grant.'),
        grantee: Id('The party that may read.'),
        purpose: Type.String(),
        record_types: Type.Array(TypeName),
        expires_at: Instant('Expiry.'),
      }),
      { description: 'Grants that can be revoked instead, as of then: the first to expire, at most 100.' },
    ),
    more_withdrawable_grants: Type.Integer({ minimum: 0, description: 'Number of further such grants.' }),
    received_at: Instant('When this service received it.'),
    withdrawn_at: Type.Union([Instant('When it was withdrawn.'), Type.Null()]),
    sentences: Type.Array(Type.String(), { description: 'The same in plain English, to read out.' }),
  },
  { $id: 'Objection' },
)
export type ObjectionView = View<typeof ObjectionView>

/** An objection as told inside the service: its sentences are in no language yet. */
export type ToldObjection = Omit<ObjectionView, 'sentences'> & { readonly sentences: readonly Message[] }

/** Returns the sentences of an objection, for a reader. */
export const tellObjection = ({ tell }: Words, sentences: ToldObjection['sentences']): string[] =>
  sentences.map((sentence) => apart(tell(sentence)))

/** Returns the objection with sentences for a reader. */
export const toldObjection = (words: Words, told: ToldObjection): ObjectionView => ({
  ...told,
  sentences: tellObjection(words, told.sentences),
})

/** A grant that would still open something, as named in the reply to an objection. */
export type WithdrawableGrant = ObjectionView['withdrawable_grants'][number]

/** An objection as stored in the log. */
export type StoredObjection = Omit<ObjectionView, 'withdrawn_at' | 'sentences'> & {
  /** The newest log entry that was counted. */
  readonly counted_through: number
}

export const ObjectionPage = closed(
  { objections: Type.Array(ref(ObjectionView)), next: Next },
  { $id: 'ObjectionPage' },
)
