import { type Static, Type } from '@sinclair/typebox'
import { given, ifGiven } from '../base/typed.ts'
import { type About, REQUEST_STATUSES, type Terms } from './access-request.ts'
import {
  closed,
  Id,
  Instant,
  Next,
  PARTY_KINDS,
  PURPOSE_PATTERN,
  ref,
  Text,
  type View,
  Word,
} from './shapes.ts'
import { formatInstant, instantOf } from './time.ts'
import { GRANTABLE_TYPES, type GrantableType } from './types/index.ts'

/** Access requests as they are sent, stored and shown (contract §20). */

export const GrantableTypes = Type.Array(Word(GRANTABLE_TYPES, 'A record type.'), {
  minItems: 1,
  maxItems: GRANTABLE_TYPES.length,
  uniqueItems: true,
})

const terms = {
  purpose: Type.String({ pattern: PURPOSE_PATTERN, description: 'A registered purpose.' }),
  record_types: GrantableTypes,
  occurred_from: Type.Optional(Instant('Asks for what happened at this instant or later.')),
  occurred_to: Type.Optional(Instant('Asks for what happened before this instant.')),
  expires_at: Instant('Until when the asker wants to read.'),
  keep_until: Type.Optional(
    Instant('Until when the asker wants to keep what it was shown; not before `expires_at`.'),
  ),
  reason: Text(300, 'Why the asker wants to read, in words for the person.'),
}

const about = closed(
  {
    party: Type.Optional(Id('The party, if the asker has its id.')),
    member_no: Type.Optional(Text(40, "The cooperative's member number.")),
    phone: Type.Optional(Type.String({ pattern: '^\\+[1-9][0-9]{1,14}$', description: 'E.164.' })),
  },
  {
    minProperties: 1,
    maxProperties: 1,
    description:
      "Whom it is about: exactly one of these. A number is matched to a person by the cooperative's office.",
  },
)

export const AccessRequestDraft = closed(
  { id: Id('UUID version 7 made by the client.'), about, ...terms },
  { $id: 'AccessRequestDraft', description: 'A request to read the records of one person.' },
)
export type AccessRequestDraft = Static<typeof AccessRequestDraft>

const GrantOfDecision = closed(
  {
    id: Id('UUID version 7 made by the client: the id of the grant.'),
    record_types: Type.Optional(GrantableTypes),
    expires_at: Type.Optional(Instant('Expiry of the grant.')),
    occurred_from: Type.Optional(Instant('Opens only what happened at this instant or later.')),
    occurred_to: Type.Optional(Instant('Opens only what happened before this instant.')),
    keep_until: Type.Optional(Instant('Until when the reader may keep what it was shown.')),
  },
  { description: 'What is left out is as asked. No term may be wider than asked.' },
)

export const AccessDecisionDraft = closed(
  {
    grant: Type.Optional(GrantOfDecision),
    refuse: Type.Optional(Type.Literal(true, { description: 'The asker is not told.' })),
  },
  {
    $id: 'AccessDecisionDraft',
    minProperties: 1,
    maxProperties: 1,
    description: 'The decision of the person: a grant, or a refusal.',
  },
)
export type AccessDecisionDraft = Static<typeof AccessDecisionDraft>
export type GrantOfDecision = Static<typeof GrantOfDecision>

/** The party of a grant or request, as the cooperative recorded it. */
export const granteeShown = {
  grantee_name: Type.Union([Type.String(), Type.Null()], {
    description:
      'What the cooperative calls that party. Null where it has not recorded it, or the caller may not know it: an id alone names no one, so a grant names its reader to the subject only if that reader had asked, or the office recorded the consent on paper.',
  }),
  grantee_kind: Type.Union([Word(PARTY_KINDS, 'Its kind, by the same word.'), Type.Null()]),
}

const view = {
  id: Id('The request.'),
  grantee: Id('The party that asks.'),
  ...granteeShown,
  purpose: Type.String(),
  record_types: Type.Array(Type.Unsafe<GrantableType>({ type: 'string' })),
  occurred_from: Type.Optional(Instant('Asks for what happened at this instant or later.')),
  occurred_to: Type.Optional(Instant('Asks for what happened before this instant.')),
  expires_at: Instant('Until when the asker wants to read.'),
  keep_until: Type.Optional(Instant('Until when the asker wants to keep what it was shown.')),
  reason: Type.String({ description: 'The words of the asker.' }),
  received_at: Instant('When this service received it.'),
  lapses_at: Instant('When it ends without a grant.'),
  status: Word(
    REQUEST_STATUSES,
    'open, granted (it stays so when the grant ends), ended. To the asker, a refused request is open until it lapses.',
  ),
  grant_id: Type.Optional(Id('The grant that answers it.')),
}

export const AccessRequest = closed(
  {
    ...view,
    about: Type.Optional(Type.Unsafe<About>({ ...about, description: 'As sent; for the asker alone.' })),
  },
  { $id: 'AccessRequest', description: 'A request to read the records of one person.' },
)
/** The request as shown to its asker; the person it is about sees no `about`. */
export type AccessRequest = View<typeof AccessRequest>

export const AccessRequestPage = closed(
  { access_requests: Type.Array(ref(AccessRequest)), next: Next },
  { $id: 'AccessRequestPage' },
)

/** A request as stored in the log. */
export type StoredRequest = Omit<
  AccessRequest,
  'grantee_name' | 'grantee_kind' | 'status' | 'grant_id' | 'about'
> & {
  readonly about: About
}

const ms = (text: string): number => instantOf(text)
const msOrNull = (text: string | undefined): number | null => (text === undefined ? null : ms(text))

/** Terms as the members of a grant, request or decision. */
export type TermsSaid = Pick<
  AccessRequestDraft,
  'record_types' | 'expires_at' | 'occurred_from' | 'occurred_to' | 'keep_until'
>

type AnyTerms = Readonly<TermsSaid> | Pick<StoredRequest, keyof TermsSaid>

export const termsAsked = (said: AnyTerms): Terms => ({
  recordTypes: said.record_types,
  expiresAt: ms(said.expires_at),
  occurredFrom: msOrNull(said.occurred_from),
  occurredTo: msOrNull(said.occurred_to),
  keepUntil: msOrNull(said.keep_until),
})

/** Returns the terms granted: those of the decision, else those asked for. */
export const termsGranted = (asked: AnyTerms, decision: Partial<TermsSaid>): Terms =>
  termsAsked({ ...asked, ...decision })

/** The member of a body that states each term. */
export const MEMBER_OF = {
  recordTypes: 'record_types',
  expiresAt: 'expires_at',
  occurredFrom: 'occurred_from',
  occurredTo: 'occurred_to',
  keepUntil: 'keep_until',
} as const satisfies Record<keyof Terms, string>

export const termsSaid = (terms: Terms): TermsSaid => ({
  record_types: GRANTABLE_TYPES.filter((type) => terms.recordTypes.includes(type)),
  expires_at: formatInstant(terms.expiresAt),
  ...given({
    occurred_from: ifGiven(terms.occurredFrom, formatInstant),
    occurred_to: ifGiven(terms.occurredTo, formatInstant),
    keep_until: ifGiven(terms.keepUntil, formatInstant),
  }),
})
