import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { DelegationDraft } from '../consent/delegations.ts'
import { GrantDraft, RevocationDraft } from '../consent/grants.ts'
import { ObjectionDraft, WithdrawalDraft } from '../consent/objection-shapes.ts'
import {
  AccessDecisionDraft,
  AccessRequest,
  AccessRequestDraft,
  granteeCalled,
} from '../domain/access-request-shapes.ts'
import { GRANT_STATUSES } from '../domain/consent.ts'
import { InferenceDraft } from '../domain/inference.ts'
import { CONTINUING_WHYS, OBJECTION_EFFECTS } from '../domain/objection.ts'
import { draftSchemas } from '../domain/record.ts'
import {
  ConversionRow,
  CropRow,
  FlagRow,
  LawfulBasisRow,
  PurposeRow,
  RecordTypeRow,
  RegionRow,
  UnitRow,
} from '../domain/registry.ts'
import { CHANNELS, closed, Id, Instant, Text, Word } from '../domain/shapes.ts'
import { RECORD_TYPES } from '../domain/types/index.ts'
import { compileCheck } from '../domain/validation.ts'
import { DeviceDraft } from '../identity/devices.ts'
import { AnchorKey, AnchorRoots, ConsistencyProof, InclusionProof } from '../proofs/anchor/anchor-shapes.ts'
import {
  derivedInferenceSchema,
  derivedSchema,
  LotOrigin,
  nullable,
} from '../records/views/derived-schema.ts'

/** The schemas of the contract. Types, validation and `openapi.json` come from here. */

export const ConfirmationDraft = closed(
  {
    id: Id('UUID version 7 made by the client; the id of the confirmation record.'),
    channel: Word(CHANNELS, 'How the counterparty confirmed.'),
    occurred_at: Instant('When it was confirmed.'),
    note: Type.Optional(Text(2000, 'Free text.')),
    on_behalf_of: Type.Optional(Id('The party confirmed for. Requires delegation_id.')),
    delegation_id: Type.Optional(Id('The delegation used. Requires on_behalf_of.')),
  },
  {
    description: 'The confirmation of a delivery by its counterparty.',
    dependentRequired: { on_behalf_of: ['delegation_id'], delegation_id: ['on_behalf_of'] },
  },
)

const Problem = Type.Object(
  {
    type: Type.Optional(Type.String({ description: 'A stable URI for the code.' })),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.Optional(Type.String({ description: 'The code; absent from a 404.' })),
    detail: Type.Optional(Type.String()),
    errors: Type.Optional(
      Type.Array(closed({ pointer: Type.String({ description: 'RFC 6901.' }), message: Type.String() })),
    ),
    cursor: Type.Optional(
      Type.String({ description: 'With restored_from_backup: the cursor to continue from.' }),
    ),
    correlation_id: Type.String({ format: 'uuid', description: 'Also the header x-correlation-id.' }),
  },
  { description: 'RFC 9457 problem document. A 404 has only title, status and correlation_id.' },
)

/** Here because `src/consent/subject-access` imports this room. */
const SubjectAccessDraft = closed(
  { id: Type.Optional(Id('UUID version 7. Default: the service makes one.')) },
  { description: 'Optional: the caller asks about itself.' },
)

/** A record as returned: what was sent, what the service set, and what is derived from all records. */
export function storedSchema(type: (typeof RECORD_TYPES)[number]): TObject {
  const draft = draftSchemas[type]
  const { $id: _, dependentRequired, ...rest } = draft
  const always = ['record_class', 'recorded_at', 'received_at', 'asserted_by', 'lawful_basis', 'derived']
  return {
    ...rest,
    description: `A ${type.replaceAll('_', ' ')} as returned.`,
    properties: {
      ...draft.properties,
      ...(draft.properties.supersedes === undefined
        ? {}
        : { supersedes: nullable(draft.properties.supersedes) }),
      received_at: Instant('When this service received it.'),
      derived: derivedSchema(type),
    },
    required: [...new Set([...(draft.required ?? []), ...always])],
    dependentRequired,
  } as TObject
}

const InferenceView = closed({
  ...InferenceDraft.properties,
  record_class: Word(['inference'], 'Separate from observations.'),
  asserted_by: Id('The party whose model it is: the party of the credential.'),
  received_at: Instant('When this service received it.'),
  derived: derivedInferenceSchema,
})

const name = (type: string, suffix: string) =>
  type
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('') + suffix

const byType = (suffix: string, description: string) =>
  Type.Unsafe({
    oneOf: RECORD_TYPES.map((type) => ref(name(type, suffix))),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(
        RECORD_TYPES.map((type) => [type, `#/components/schemas/${name(type, suffix)}`]),
      ),
    },
    description,
  })

export function ref(component: string): TSchema {
  return Type.Unsafe({ $ref: `${component}#` })
}

const GrantView = closed({
  id: Id('The grant.'),
  subject: Id('The party whose records it opens.'),
  grantee: Id('The party that may read.'),
  ...granteeCalled,
  purpose: Type.String(),
  record_types: Type.Array(Type.String()),
  valid_from: Instant('Begins.'),
  expires_at: Instant('Expiry.'),
  occurred_from: Type.Optional(Instant('Opens only what happened at this instant or later.')),
  occurred_to: Type.Optional(Instant('Opens only what happened before this instant.')),
  keep_until: Type.Optional(Instant('Until when the reader may keep what it was shown.')),
  replaces: Type.Optional(Id('The earlier grant that ended in the same instant.')),
  request_id: Type.Optional(Id('The access request that it answers.')),
  channel: Type.Optional(Word(CHANNELS, 'How consent was given.')),
  evidence: Type.Optional(Type.String({ description: 'SHA-256 of the paper, if the operator recorded it.' })),
  received_at: Instant('When this service received it.'),
  revoked_at: Type.Union([Instant('When it was revoked.'), Type.Null()]),
  status: Word(
    GRANT_STATUSES,
    'Status: to_come, live, ends_soon (live, and expires within 30 days), expired, revoked.',
  ),
  live: Type.Boolean({ description: 'Whether it opens records now.' }),
})

const alikeRecords = {
  record_type: Type.String(),
  lawful_basis: Type.String(),
  count: Type.Integer({ minimum: 1, description: 'Current records about the subject.' }),
}

const ObjectionView = closed({
  id: Id('The objection.'),
  subject: Id('Who objects.'),
  purposes: Type.Union([Type.Array(Type.String()), Type.Null()], { description: 'null: every purpose.' }),
  record_types: Type.Union([Type.Array(Type.String()), Type.Null()], { description: 'null: every type.' }),
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
      record_types: Type.Array(Type.String()),
      expires_at: Instant('Expiry.'),
    }),
    { description: 'Grants that can be revoked instead, as of then: the first to expire, at most 100.' },
  ),
  more_withdrawable_grants: Type.Integer({ minimum: 0, description: 'Number of further such grants.' }),
  received_at: Instant('When this service received it.'),
  withdrawn_at: Type.Union([Instant('When it was withdrawn.'), Type.Null()]),
  sentences: Type.Array(Type.String(), { description: 'The same in plain English, to read out.' }),
})

const DelegationView = closed({
  ...DelegationDraft.properties,
  received_at: Instant('When this service received it.'),
  revoked_at: Type.Union([Instant('When it was revoked.'), Type.Null()]),
})

const DisclosureView = closed({
  to: Type.Union([Id('The party that saw them.'), Type.Null()], {
    description: "null for a natural person, unless they read under a grant of the caller's own.",
  }),
  at: Instant('When.'),
  purpose: Type.Union([Type.String(), Type.Null()]),
  ground: Word(
    ['own', 'consent', 'consent_of_others', 'printed_for_the_subject'],
    'own: the reader needed no consent; consent: that of the caller; consent_of_others: that of the persons in the records; printed_for_the_subject: by the front office.',
  ),
  grant_id: Type.Union([Id("The caller's grant used."), Type.Null()], {
    description: 'null if no grant of the caller was used.',
  }),
  record_ids: Type.Array(Id('A record.')),
})

const ListedDisclosure = closed({
  ...DisclosureView.properties,
  record_ids: Type.Array(Id('A record that is no inference.')),
  inferences: Type.Integer({
    minimum: 0,
    description: 'How many inferences were shown besides. Only a subject access answer names them.',
  }),
})

const SubjectAccessAnswer = closed({
  id: Id('The request.'),
  party: Id('Who asked: the caller.'),
  requested_at: Instant('When the request was made.'),
  due_by: Instant('When the answer is due: 30 days later.'),
  records: Type.Array(
    Type.Unsafe({
      type: 'object',
      description:
        'A record or inference as returned, of any standing, without members that name another natural person.',
    }),
  ),
  redactions: Type.Array(
    closed({
      id: Id('The record, grant, objection or delegation.'),
      pointer: Type.String({ description: 'The member left out (RFC 6901).' }),
      reason: Word(['another_person'], 'Why it was left out.'),
    }),
  ),
  grants: Type.Array(Type.Unsafe({ type: 'object' }), {
    description: 'Given and received; includes ended ones.',
  }),
  objections: Type.Array(Type.Unsafe({ type: 'object' })),
  delegations: Type.Array(Type.Unsafe({ type: 'object' }), { description: 'As principal and as delegate.' }),
  disclosures: Type.Array(ref('Disclosure')),
})

const DeviceView = closed({
  id: Id('The device.'),
  party: Id('The party of the device.'),
  name: Type.String(),
  platform: Type.Optional(Type.String()),
  registered_at: Instant('When it first registered.'),
  token: Type.Optional(
    Type.String({
      description: "The device's own token. Shown once; absent if the device has used it already.",
    }),
  ),
})

const OutboxBatch = closed(
  {
    records: Type.Array(ref('RecordDraft'), {
      maxItems: 1000,
      description: 'They may refer to each other in any order. Each is judged by itself.',
    }),
  },
  { description: 'What a device recorded while it was offline. Sending it again is safe.' },
)

const OutboxResults = closed({
  results: Type.Array(
    closed({
      id: Type.Union([Type.String(), Type.Null()], {
        description: 'As sent; null if unreadable.',
      }),
      status: Word(
        ['accepted', 'replayed', 'rejected'],
        'Accepted and replayed records are stored permanently.',
      ),
      problem: Type.Optional(
        Type.Unsafe({
          type: 'object',
          description: 'Why it was rejected: a problem document without its own correlation id.',
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            code: { type: 'string' },
            detail: { type: 'string' },
            errors: {
              type: 'array',
              items: {
                type: 'object',
                properties: { pointer: { type: 'string' }, message: { type: 'string' } },
                required: ['pointer', 'message'],
                additionalProperties: false,
              },
            },
          },
          required: ['type', 'title', 'status', 'code'],
          additionalProperties: false,
        }),
      ),
    }),
    { description: 'One for each record, in the order sent.' },
  ),
})

const ChangesPage = closed({
  changes: Type.Array(ref('AnyRecord'), { description: 'Includes superseded and retracted ones.' }),
  closed: Type.Array(Id('A record that this feed delivered before and that the caller may no longer read.'), {
    description:
      'Drop these from a copy. What opens again comes again in `changes`. A record is in one of the two at most; both count towards `limit`.',
  }),
  cursor: Type.String({
    description: 'Send it as `since`. It is opaque, and only works for this caller.',
  }),
  has_more: Type.Boolean({ description: 'More changes are available now.' }),
})

const Next = Type.Union([Type.String(), Type.Null()], {
  description: 'Cursor of the next page, or null. See also the Link header.',
})

/** Its own schema is GS1's, which describes events in full. */
const EpcisDocument = Type.Object(
  {
    '@context': Type.Array(Type.Unknown(), { description: 'The words of EPCIS 2.0, and of Granary.' }),
    type: Word(['EPCISDocument'], 'As GS1 calls it.'),
    schemaVersion: Word(['2.0'], 'Of EPCIS.'),
    creationDate: Instant('When it was made.'),
    'granary:notFollowed': Type.Integer({
      minimum: 0,
      description: 'Records that the caller may read and that were not followed, being too many or too deep.',
    }),
    epcisBody: closed({
      eventList: Type.Array(Type.Object({ type: Type.String() }, { additionalProperties: true }), {
        description: 'ObjectEvents and TransformationEvents.',
      }),
    }),
  },
  { additionalProperties: false, description: 'A GS1 EPCIS 2.0 document.' },
)

const rows = {
  ConversionRow,
  CropRow,
  UnitRow,
  RegionRow,
  PurposeRow,
  LawfulBasisRow,
  FlagRow,
  RecordTypeRow,
} as const

const withoutId = ({ $id: _, ...schema }: TSchema) => schema as TSchema

export const components: Readonly<Record<string, TSchema>> = {
  ...Object.fromEntries(RECORD_TYPES.map((type) => [name(type, 'Draft'), withoutId(draftSchemas[type])])),
  ...Object.fromEntries(RECORD_TYPES.map((type) => [name(type, 'Record'), storedSchema(type)])),
  RecordDraft: byType('Draft', 'A record as sent.'),
  AnyRecord: byType('Record', 'A record as returned.'),
  RecordPage: closed({ records: Type.Array(ref('AnyRecord')), next: Next }),
  LotOrigin,
  RecordChain: closed({ records: Type.Array(ref('AnyRecord')) }),
  EpcisDocument,
  ConfirmationDraft,
  InferenceDraft: withoutId(InferenceDraft),
  Inference: InferenceView,
  GrantDraft: withoutId(GrantDraft),
  Grant: GrantView,
  GrantPage: closed({ grants: Type.Array(ref('Grant')), next: Next }),
  RevocationDraft: withoutId(RevocationDraft),
  AccessRequestDraft: withoutId(AccessRequestDraft),
  AccessDecisionDraft: withoutId(AccessDecisionDraft),
  AccessRequest,
  AccessRequestPage: closed({ access_requests: Type.Array(ref('AccessRequest')), next: Next }),
  ObjectionDraft: withoutId(ObjectionDraft),
  Objection: ObjectionView,
  ObjectionPage: closed({ objections: Type.Array(ref('Objection')), next: Next }),
  WithdrawalDraft: withoutId(WithdrawalDraft),
  SubjectAccessDraft,
  SubjectAccessAnswer,
  Disclosure: DisclosureView,
  ListedDisclosure,
  DisclosurePage: closed({ disclosures: Type.Array(ref('ListedDisclosure')), next: Next }),
  DelegationDraft: withoutId(DelegationDraft),
  Delegation: DelegationView,
  DelegationPage: closed({ delegations: Type.Array(ref('Delegation')), next: Next }),
  DeviceDraft: withoutId(DeviceDraft),
  Device: DeviceView,
  OutboxBatch,
  OutboxResults,
  ChangesPage,
  RegistryKinds: closed({ kinds: Type.Array(Type.String()) }),
  ...rows,
  RegistryRow: Type.Unsafe({
    anyOf: Object.keys(rows).map(ref),
    description: 'An immutable reference row; its members depend on the kind.',
  }),
  RegistryPage: closed({ rows: Type.Array(ref('RegistryRow')), next: Next }),
  AnchorKey,
  AnchorRoots,
  InclusionProof,
  ConsistencyProof,
  Health: closed({ status: Word(['ok'], 'It runs.') }),
  Readiness: closed({
    status: Word(['ready', 'not_ready'], 'Whether it can serve.'),
    parts: Type.Record(Type.String(), Type.String()),
  }),
  Problem,
}

const checks = new Map<string, ReturnType<typeof compileCheck>>()

/** The check of a body by its component. Records are checked by type elsewhere. */
export function checkOf(component: string): ReturnType<typeof compileCheck> {
  let check = checks.get(component)
  if (!check) {
    check = compileCheck(components[component] as TSchema)
    checks.set(component, check)
  }
  return check
}
