import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { Problem, violation } from '../base/problem.ts'
import { isId } from '../domain/id.ts'
import { ref } from '../domain/shapes.ts'
import { compileReader } from '../domain/validation.ts'
import type { App } from '../http/app.ts'
import type { Callers } from '../http/caller.ts'
import { sendJson } from '../http/door.ts'
import * as query from '../http/query.ts'
import { ADMISSION_PROBLEMS, LIST_PROBLEMS, problems, WRITE_PROBLEMS } from '../http/refusals.ts'
import { json, written } from '../http/responses.ts'
import type { Doer, Outcome } from '../store/acts/doer.ts'
import { DelegationDraft, DelegationPage, DelegationView } from './delegations.ts'
import { GrantDraft, GrantPage, GrantView, RevocationDraft } from './grants.ts'
import type { ActPorts } from './ports.ts'
import { ConsentReceipt } from './receipt.ts'

/** Grants and delegations: who may read what, and who may act for whom. */

const IdParameter = Type.Object({ id: Type.String({ description: 'The id of a grant or delegation.' }) })
const paging = { limit: query.pageSize(500, 100), cursor: query.Cursor }
export const GrantsQuery = Type.Object({
  role: Type.Optional(
    Type.Unsafe<'subject' | 'grantee'>({
      type: 'string',
      enum: ['subject', 'grantee'],
      description: 'Default: `grantee` for a credential of kind `reader`, else `subject`.',
    }),
  ),
  ...paging,
})
const rolesQuery = query.queryReader(GrantsQuery)
const OwnGrantsQuery = Type.Object({
  ...GrantsQuery.properties,
  status: query.optionOf(['ended'], 'Only those that have ended.'),
})
const grantsQuery = query.queryReader(OwnGrantsQuery)
export const PageQuery = Type.Object(paging)
const pageQuery = query.queryReader(PageQuery)

export function consentRoutes(app: App, ports: ActPorts, callers: Callers): void {
  const { submitFor, grants, delegations, receipts } = ports

  app.post('/v1/grants', {
    onRequest: callers.admit('consent'),
    schema: {
      operationId: 'giveGrant',
      tags: ['consent'],
      summary: 'Open your records of some types to one party, for one purpose, until a date.',
      description:
        'A grant is never permanent, for every purpose or for everybody: grantee, purpose, types and expiry are required. It covers later records too.',
      body: ref(GrantDraft),
      response: {
        ...written(GrantView),
        ...problems(
          ...WRITE_PROBLEMS,
          'purpose_unknown',
          'period_invalid',
          'reference_unresolved',
          'too_many_grants',
        ),
      },
    },
    handler: async (request, reply) => {
      const { caller } = request
      callers.countWriting(caller, 1, request.bodyBytes)
      const draft = request.body
      const outcome = await callers.perform(caller, 'grant', { id: draft.id }, () =>
        grants.give(caller, caller.partyId, draft),
      )
      return answer(reply, outcome)
    },
  })

  app.post('/v1/grants/:id/revocation', {
    onRequest: callers.admit('consent', { closes: true }),
    schema: {
      operationId: 'revokeGrant',
      tags: ['consent'],
      summary: 'Revoke a grant, effective on the next read.',
      description: 'Earlier disclosures cannot be recalled; the audit log records who saw what.',
      params: IdParameter,
      'x-optional-body': { content: json(RevocationDraft) },
      response: { ...written(GrantView), ...problems(...WRITE_PROBLEMS, 'not_found') },
    },
    handler: ending(callers, 'grant_revocation', (...act) => grants.revoke(...act)),
  })

  app.get('/v1/grants', {
    onRequest: callers.admit('see_consent'),
    schema: {
      operationId: 'listGrants',
      tags: ['consent'],
      summary: "The caller's own grants, newest first.",
      description: 'Grants that the caller gave or, with `role=grantee`, received. Includes ended ones.',
      querystring: OwnGrantsQuery,
      response: {
        200: { description: 'A page.', content: json(GrantPage) },
        ...problems(...LIST_PROBLEMS),
      },
    },
    handler: async (request, reply) => {
      const { caller } = request
      const { status, role, limit, cursor } = withRole(request, grantsQuery(request))
      const found =
        status === 'ended'
          ? await grants.listEnded(caller, { role, limit: limit + 1, cursor })
          : await submitFor(caller, () => grants.list(caller.partyId, role, cursor, limit + 1))
      return sendJson(reply, 200, pageJson('grants', found, limit))
    },
  })

  app.get('/v1/grants/:id/receipt', {
    onRequest: callers.admit('see_consent'),
    schema: {
      operationId: 'getConsentReceipt',
      tags: ['consent'],
      summary: 'A grant as a consent receipt, for its subject and its grantee.',
      description:
        'A consent receipt by ISO/IEC TS 27560:2023 in JSON-LD, in the terms of the W3C Data Privacy Vocabulary, for a live or an ended grant. It is made when it is asked for; nothing of it is stored.',
      params: IdParameter,
      response: {
        200: {
          description: 'The receipt, in JSON-LD.',
          content: { 'application/ld+json': { schema: ref(ConsentReceipt) } },
        },
        ...problems(...ADMISSION_PROBLEMS, 'not_found'),
      },
    },
    handler: async (request, reply) => {
      const { caller } = request
      const { id } = request.params
      const receipt = isId(id) ? await submitFor(caller, () => receipts.ofGrant(id, caller.partyId)) : null
      if (receipt === null) throw new Problem('not_found')
      return sendJson(reply, 200, JSON.stringify(receipt), { type: 'application/ld+json; charset=utf-8' })
    },
  })

  app.post('/v1/delegations', {
    onRequest: callers.admit('consent'),
    schema: {
      operationId: 'giveDelegation',
      tags: ['consent'],
      summary: 'Let another party act for the caller.',
      description:
        'The delegate uses its own credential and names the mandate in `on_behalf_of` and `delegation_id`. The records keep these members permanently.',
      body: ref(DelegationDraft),
      response: { ...written(DelegationView), ...problems(...WRITE_PROBLEMS, 'period_invalid') },
    },
    handler: async (request, reply) => {
      const { caller } = request
      const draft = request.body
      if (draft.principal !== caller.partyId)
        throw violation('schema_violation', '/principal', "must be the credential's own party")
      callers.countWriting(caller, 1, request.bodyBytes)
      const outcome = await callers.perform(caller, 'delegation', { id: draft.id }, () =>
        delegations.give(caller, draft),
      )
      return answer(reply, outcome)
    },
  })

  app.post('/v1/delegations/:id/revocation', {
    onRequest: callers.admit('consent', { closes: true }),
    schema: {
      operationId: 'revokeDelegation',
      tags: ['consent'],
      summary: 'End a mandate.',
      description:
        'Records that the delegate made before the end, on a device that is still offline, are accepted for some more days, and flagged. Corrections and confirmations are not.',
      params: IdParameter,
      'x-optional-body': { content: json(RevocationDraft) },
      response: { ...written(DelegationView), ...problems(...WRITE_PROBLEMS, 'not_found') },
    },
    handler: ending(callers, 'delegation_revocation', (...act) => delegations.revoke(...act)),
  })

  app.get('/v1/delegations', {
    onRequest: callers.admit('see_consent'),
    schema: {
      operationId: 'listDelegations',
      tags: ['consent'],
      summary: "The caller's own delegations, as principal or delegate, newest first.",
      description: 'Includes ended ones.',
      querystring: PageQuery,
      response: {
        200: { description: 'A page.', content: json(DelegationPage) },
        ...problems(...LIST_PROBLEMS),
      },
    },
    handler: async (request, reply) => {
      const { limit, cursor } = pageOf(request)
      const found = await submitFor(request.caller, () =>
        delegations.list(request.caller.partyId, cursor, limit + 1),
      )
      return sendJson(reply, 200, pageJson('delegations', found, limit))
    },
  })
}

export function answer(reply: Parameters<typeof sendJson>[0], outcome: Outcome<unknown> | null) {
  if (outcome === null) throw new Problem('not_found')
  return sendJson(reply, outcome.status === 'created' ? 201 : 200, JSON.stringify(outcome.value))
}

/**
 * Returns a handler that ends a party's own grant, mandate or request. Ending is never refused for quota; an
 * attempt to end another party's counts as a write.
 * @param end returns null if the party has none with that id
 */
export const ending =
  (
    callers: Callers,
    act: string,
    end: (doer: Doer, party: string, id: string, endingId: string) => Outcome<unknown> | null,
  ) =>
  async (
    {
      caller,
      params: { id },
      body,
    }: Pick<FastifyRequest, 'caller' | 'body'> & { readonly params: { readonly id: string } },
    reply: Parameters<typeof sendJson>[0],
  ) => {
    const endingId = revocationId(body)
    const doer = callers.doerOf(caller)
    const outcome = await callers.perform(doer, act, { id }, () =>
      isId(id) ? end(doer, caller.partyId, id, endingId) : null,
    )
    if (outcome === null) callers.countWriting(caller, 1, 0)
    return answer(reply, outcome)
  }

const readRevocation = compileReader(RevocationDraft)

/** Reads the id of a revocation from its body, which is optional; makes one if it was not sent. */
const revocationId = (body: unknown): string => readRevocation(body ?? {}).id ?? uuidv7()

/**
 * Reads which page is requested; the cursor is the last id shown.
 * @throws {Problem} as `queryReader`; invalid_cursor
 */
export const pageOf = (request: FastifyRequest) => checked(pageQuery(request))

/** Like `pageOf`, for a list with two roles. */
export const rolePageOf = (request: FastifyRequest) => withRole(request, rolesQuery(request))

interface PageAsked {
  readonly limit: number
  readonly cursor?: string
}

function withRole<T extends PageAsked & { readonly role?: 'subject' | 'grantee' }>(
  request: FastifyRequest,
  asked: T,
) {
  const role = asked.role ?? (request.caller.kind === 'reader' ? 'grantee' : 'subject')
  return { ...checked(asked), role: role as 'subject' | 'grantee' }
}

function checked<T extends PageAsked>(asked: T) {
  const { cursor = null } = asked
  if (cursor !== null && !isId(cursor)) throw new Problem('invalid_cursor')
  return { ...asked, cursor }
}

export function pageJson(member: string, found: readonly { readonly id: string }[], limit: number): string {
  const page = found.slice(0, limit)
  const next = found.length > limit ? (page[page.length - 1]?.id ?? null) : null
  return JSON.stringify({ [member]: page, next })
}
