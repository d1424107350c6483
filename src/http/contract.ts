import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { DelegationDraft } from '../consent/delegations.ts'
import { GrantDraft, RevocationDraft } from '../consent/grants.ts'
import { draftSchemas } from '../domain/record.ts'
import { CHANNELS, closed, Id, Instant, Text, Word } from '../domain/shapes.ts'
import { RECORD_TYPES } from '../domain/types/index.ts'
import { compileCheck } from '../domain/validation.ts'
import { derivedSchema } from '../views/derived-schema.ts'

/** The schemas the contract names. Types, validation and `openapi.json` all come from here. */

export const ConfirmationDraft = closed(
  {
    id: Id('UUID version 7 made by the client; the id of the confirmation record.'),
    channel: Word(CHANNELS, 'How the counterparty confirmed.'),
    occurred_at: Instant('When it was confirmed.'),
    note: Type.Optional(Text(2000, 'Free text.')),
    on_behalf_of: Type.Optional(Id('The party confirmed for. Requires delegation_id.')),
    delegation_id: Type.Optional(Id('The delegation relied on. Requires on_behalf_of.')),
  },
  {
    description: 'The confirmation of a delivery by its counterparty.',
    dependentRequired: { on_behalf_of: ['delegation_id'], delegation_id: ['on_behalf_of'] },
  },
)

const Problem = Type.Object(
  {
    type: Type.Optional(Type.String({ description: 'A stable URI of the code.' })),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.Optional(Type.String({ description: 'The code; absent from a 404.' })),
    detail: Type.Optional(Type.String()),
    errors: Type.Optional(
      Type.Array(closed({ pointer: Type.String({ description: 'RFC 6901.' }), message: Type.String() })),
    ),
    correlation_id: Type.String({ format: 'uuid', description: 'Also the header x-correlation-id.' }),
  },
  { description: 'RFC 9457 problem document. A 404 has only title, status and correlation_id.' },
)

/** A record as returned: what was sent, what the service set, and what follows from all records. */
function storedSchema(type: (typeof RECORD_TYPES)[number]): TObject {
  const draft = draftSchemas[type]
  const { $id: _, dependentRequired, ...rest } = draft
  const always = ['record_class', 'recorded_at', 'received_at', 'asserted_by', 'lawful_basis', 'derived']
  return {
    ...rest,
    description: `A ${type.replaceAll('_', ' ')} as returned.`,
    properties: {
      ...draft.properties,
      received_at: Instant('When this service received it.'),
      derived: derivedSchema(type),
    },
    required: [...new Set([...(draft.required ?? []), ...always])],
    dependentRequired,
  } as TObject
}

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
  subject: Id('Whose records it opens.'),
  grantee: Id('Who may read.'),
  purpose: Type.String(),
  record_types: Type.Array(Type.String()),
  valid_from: Instant('Begins.'),
  expires_at: Instant('Ends by itself.'),
  channel: Type.Optional(Word(CHANNELS, 'How consent was given.')),
  evidence: Type.Optional(
    Type.String({ description: 'SHA-256 of the paper, when the operator recorded it.' }),
  ),
  received_at: Instant('When this service received it.'),
  revoked_at: Type.Union([Instant('When it was taken back.'), Type.Null()]),
  live: Type.Boolean({ description: 'It opens something now.' }),
})

const DelegationView = closed({
  ...DelegationDraft.properties,
  received_at: Instant('When this service received it.'),
  revoked_at: Type.Union([Instant('When it was taken back.'), Type.Null()]),
})

const Next = Type.Union([Type.String(), Type.Null()], {
  description: 'Cursor of the next page, or null. Also the Link header.',
})

const withoutId = ({ $id: _, ...schema }: TSchema) => schema as TSchema

export const components: Readonly<Record<string, TSchema>> = {
  ...Object.fromEntries(RECORD_TYPES.map((type) => [name(type, 'Draft'), withoutId(draftSchemas[type])])),
  ...Object.fromEntries(RECORD_TYPES.map((type) => [name(type, 'Record'), storedSchema(type)])),
  RecordDraft: byType('Draft', 'A record as sent.'),
  Record: byType('Record', 'A record as returned.'),
  RecordPage: closed({ records: Type.Array(ref('Record')), next: Next }),
  RecordChain: closed({ records: Type.Array(ref('Record')) }),
  ConfirmationDraft,
  GrantDraft: withoutId(GrantDraft),
  Grant: GrantView,
  GrantPage: closed({ grants: Type.Array(ref('Grant')), next: Next }),
  RevocationDraft: withoutId(RevocationDraft),
  DelegationDraft: withoutId(DelegationDraft),
  Delegation: DelegationView,
  DelegationPage: closed({ delegations: Type.Array(ref('Delegation')), next: Next }),
  RegistryKinds: closed({ kinds: Type.Array(Type.String()) }),
  RegistryPage: closed({ rows: Type.Array(Type.Unsafe({ type: 'object' })), next: Next }),
  RegistryRow: Type.Unsafe({
    type: 'object',
    properties: { id: { type: 'string' }, source: { type: 'string' } },
    required: ['id', 'source'],
    description: 'An immutable reference row; its members depend on the kind.',
  }),
  Health: closed({ status: Word(['ok'], 'It runs.') }),
  Readiness: closed({
    status: Word(['ready', 'not_ready'], 'Whether it can serve.'),
    parts: Type.Record(Type.String(), Type.String()),
  }),
  Problem,
}

const checks = new Map<string, ReturnType<typeof compileCheck>>()

/** The check of a component that is sent as a body. The record union is checked by its type elsewhere. */
export function checkOf(component: string): ReturnType<typeof compileCheck> {
  let check = checks.get(component)
  if (!check) {
    check = compileCheck(components[component] as TSchema)
    checks.set(component, check)
  }
  return check
}

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ref('Problem') } },
})

const PROBLEM_WORDS: Readonly<Record<number, string>> = {
  400: 'A parameter, the purpose or the JSON is not as required.',
  401: 'No valid credential.',
  403: 'This kind of credential may not do this.',
  404: 'Not there, or not for this caller: the two look alike.',
  409: 'The id is used for something else.',
  413: 'Too large.',
  415: 'Not application/json.',
  422: 'Well-formed, but against a rule; every violation is listed.',
  429: 'Too many requests.',
  503: 'Busy, or a part is not working.',
  507: 'The disk is full; nothing was written.',
}

/** The refusals of a route, for its contract. */
export function problems(...statuses: number[]) {
  return Object.fromEntries(statuses.map((status) => [status, problem(PROBLEM_WORDS[status] ?? 'Refused.')]))
}

export const READ_PROBLEMS = [400, 401, 403, 404, 429, 503] as const
export const WRITE_PROBLEMS = [400, 401, 403, 409, 413, 415, 422, 429, 503, 507] as const

export const PurposeParameter = Type.String({
  pattern: '^[a-z][a-z0-9_]{1,63}$',
  description: 'What the data is read for. Audited with every disclosure.',
})
