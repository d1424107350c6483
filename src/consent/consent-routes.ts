import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { Problem, violation } from '../base/problem.ts'
import { isId } from '../domain/id.ts'
import type { Callers } from '../http/caller.ts'
import { checkOf, ref } from '../http/contract.ts'
import { sendJson } from '../http/door.ts'
import type { Jobs } from '../http/jobs.ts'
import * as query from '../http/query.ts'
import { LIST_PROBLEMS, problems, WRITE_PROBLEMS } from '../http/refusals.ts'
import { json, written } from '../http/responses.ts'
import type { Outcome } from '../store/doer.ts'
import type { DelegationDraft, Delegations } from './delegations.ts'
import type { GrantDraft, Grants, RevocationDraft } from './grants.ts'

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
const grantsQuery = query.queryReader(GrantsQuery)
export const PageQuery = Type.Object(paging)
const pageQuery = query.queryReader(PageQuery)

export interface ConsentPorts extends Pick<Jobs, 'submitFor'> {
  readonly grants: Grants
  readonly delegations: Delegations
}

export function consentRoutes(app: FastifyInstance, ports: ConsentPorts, callers: Callers): void {
  const { submitFor, grants, delegations } = ports

  app.post('/v1/grants', {
    onRequest: callers.admit('consent'),
    schema: {
      operationId: 'giveGrant',
      tags: ['consent'],
      summary: 'Open your records of some types to one party, for one purpose, until a date.',
      description:
        'A grant is never permanent, for every purpose or for everybody: grantee, purpose, types and expiry are required. It covers later records too.',
      body: ref('GrantDraft'),
      response: {
        ...written('Grant'),
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
      const draft = request.body as GrantDraft
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
      description: 'What was disclosed before cannot be recalled; the audit log has who saw it.',
      params: IdParameter,
      'x-optional-body': { content: json('RevocationDraft') },
      response: { ...written('Grant'), ...problems(...WRITE_PROBLEMS, 'not_found') },
    },
    handler: async (request, reply) => {
      const { caller } = request
      const { id } = request.params as Static<typeof IdParameter>
      const revocation = revocationId(request.body)
      const doer = callers.doerOf(caller)
      const outcome = await callers.perform(doer, 'grant_revocation', { id }, () =>
        isId(id) ? grants.revoke(doer, caller.partyId, id, revocation) : null,
      )
      // Ending one's own grant is never refused for quota; an attempt on another's counts as a write.
      if (outcome === null) callers.countWriting(caller, 1, 0)
      return answer(reply, outcome)
    },
  })

  app.get('/v1/grants', {
    onRequest: callers.admit('see_consent'),
    schema: {
      operationId: 'listGrants',
      tags: ['consent'],
      summary: "The caller's own grants, newest first.",
      description: 'Grants that the caller gave or, with `role=grantee`, received. Includes ended ones.',
      querystring: GrantsQuery,
      response: {
        200: { description: 'A page.', content: json('GrantPage') },
        ...problems(...LIST_PROBLEMS),
      },
    },
    handler: async (request, reply) => {
      const { caller } = request
      const { role, limit, cursor } = rolePageOf(request)
      const found = await submitFor(caller, () => grants.list(caller.partyId, role, cursor, limit + 1))
      return sendJson(reply, 200, pageJson('grants', found, limit))
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
      body: ref('DelegationDraft'),
      response: { ...written('Delegation'), ...problems(...WRITE_PROBLEMS, 'period_invalid') },
    },
    handler: async (request, reply) => {
      const { caller } = request
      const draft = request.body as DelegationDraft
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
      'x-optional-body': { content: json('RevocationDraft') },
      response: { ...written('Delegation'), ...problems(...WRITE_PROBLEMS, 'not_found') },
    },
    handler: async (request, reply) => {
      const { caller } = request
      const { id } = request.params as Static<typeof IdParameter>
      const revocation = revocationId(request.body)
      const doer = callers.doerOf(caller)
      const outcome = await callers.perform(doer, 'delegation_revocation', { id }, () =>
        isId(id) ? delegations.revoke(doer, caller.partyId, id, revocation) : null,
      )
      // Ending one's own mandate is never refused for quota; an attempt on another's counts as a write.
      if (outcome === null) callers.countWriting(caller, 1, 0)
      return answer(reply, outcome)
    },
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
        200: { description: 'A page.', content: json('DelegationPage') },
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

/** The optional body of a revocation, checked if sent. */
export function revocationId(body: unknown): string {
  if (body === undefined || body === null) return uuidv7()
  const violations = checkOf('RevocationDraft')(body)
  if (violations) throw new Problem('schema_violation', { errors: violations })
  return (body as RevocationDraft).id ?? uuidv7()
}

/** The requested page; the cursor is the id of the last one shown. @throws {Problem} as `queryReader`; invalid_cursor */
export const pageOf = (request: FastifyRequest) => checked(pageQuery(request))

/** The same of a list with two roles. */
export function rolePageOf(request: FastifyRequest) {
  const { role = request.caller.kind === 'reader' ? 'grantee' : 'subject', ...page } = grantsQuery(request)
  return { role, ...checked(page) }
}

function checked({ limit, cursor = null }: { readonly limit: number; readonly cursor?: string | null }) {
  if (cursor !== null && !isId(cursor)) throw new Problem('invalid_cursor')
  return { limit, cursor }
}

export function pageJson(member: string, found: readonly { readonly id: string }[], limit: number): string {
  const page = found.slice(0, limit)
  const next = found.length > limit ? (page[page.length - 1]?.id ?? null) : null
  return JSON.stringify({ [member]: page, next })
}
