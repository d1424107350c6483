import { Type } from '@sinclair/typebox'
import { uuidv7 } from 'uuidv7'
import {
  AccessDecisionDraft,
  AccessRequest,
  AccessRequestDraft,
  AccessRequestPage,
} from '../domain/access-request-shapes.ts'
import { isId } from '../domain/id.ts'
import { ref } from '../domain/shapes.ts'
import type { App } from '../http/app.ts'
import type { Callers } from '../http/caller.ts'
import { sendJson } from '../http/door.ts'
import { LIST_PROBLEMS, problems, WRITE_PROBLEMS } from '../http/refusals.ts'
import { json, written } from '../http/responses.ts'
import { answer, ending, GrantsQuery, pageJson, rolePageOf } from './consent-routes.ts'
import { RevocationDraft } from './grants.ts'
import type { ActPorts } from './ports.ts'

/** Access requests: a party asks, and a person decides (contract §20). */

const IdParameter = Type.Object({ id: Type.String({ description: 'The id of an access request.' }) })

export function accessRequestRoutes(app: App, ports: ActPorts, callers: Callers): void {
  const { submitFor, accessRequests } = ports

  app.post('/v1/access-requests', {
    onRequest: callers.admit('ask'),
    schema: {
      operationId: 'askForAccess',
      tags: ['consent'],
      summary: 'Ask a person to open their records to you.',
      description:
        'The reply is the same whether `about` names one party, none or several. The caller learns only of a grant: a refusal, or that nobody was found, looks like no decision until `lapses_at`.',
      body: ref(AccessRequestDraft),
      response: {
        ...written(AccessRequest),
        ...problems(...WRITE_PROBLEMS, 'purpose_unknown', 'period_invalid', 'too_many_access_requests'),
      },
    },
    handler: async (request, reply) => {
      const { caller } = request
      callers.countWriting(caller, 1, request.bodyBytes)
      const draft = request.body
      const outcome = await callers.perform(caller, 'access_request', { id: draft.id }, () =>
        accessRequests.ask(caller, caller.partyId, draft),
      )
      return answer(reply, outcome)
    },
  })

  app.get('/v1/access-requests', {
    onRequest: callers.admit('see_consent'),
    schema: {
      operationId: 'listAccessRequests',
      tags: ['consent'],
      summary: 'Access requests of the caller, or about it, newest first.',
      description:
        'With `role=grantee`, those that the caller made; with `role=subject`, those about the caller: by its id at once, by a number once the office has matched it. Includes ended ones.',
      querystring: GrantsQuery,
      response: {
        200: { description: 'A page.', content: json(AccessRequestPage) },
        ...problems(...LIST_PROBLEMS),
      },
    },
    handler: async (request, reply) => {
      const { caller } = request
      const { role, limit, cursor } = rolePageOf(request)
      const found = await submitFor(caller, () =>
        accessRequests.list(caller.partyId, role, cursor, limit + 1),
      )
      return sendJson(reply, 200, pageJson('access_requests', found, limit))
    },
  })

  app.post('/v1/access-requests/:id/withdrawal', {
    onRequest: callers.admit('ask', { closes: true }),
    schema: {
      operationId: 'withdrawAccessRequest',
      tags: ['consent'],
      summary: 'Withdraw an access request that the caller made.',
      description: 'A request that was granted is not withdrawn: the grant ends by its own terms.',
      params: IdParameter,
      'x-optional-body': { content: json(RevocationDraft) },
      response: { ...written(AccessRequest), ...problems(...WRITE_PROBLEMS, 'not_found', 'request_ended') },
    },
    handler: ending(callers, 'access_request_withdrawal', (...act) => accessRequests.withdraw(...act)),
  })

  app.post('/v1/access-requests/:id/decision', {
    onRequest: callers.admit('consent'),
    schema: {
      operationId: 'decideAccessRequest',
      tags: ['consent'],
      summary: 'Grant or refuse a request about your records.',
      description:
        'Only for the person that the request is about. A grant may open less than was asked for, never more. The asker is not notified of a refusal.',
      params: IdParameter,
      body: ref(AccessDecisionDraft),
      response: {
        ...written(AccessRequest),
        ...problems(
          ...WRITE_PROBLEMS,
          'not_found',
          'request_ended',
          'wider_than_asked',
          'period_invalid',
          'too_many_grants',
        ),
      },
    },
    handler: async (request, reply) => {
      const { caller } = request
      const { id } = request.params
      callers.countWriting(caller, 1, request.bodyBytes)
      const decision = request.body
      const outcome = await callers.perform(caller, 'access_request_decision', { id }, () =>
        isId(id) ? accessRequests.decide(caller, caller.partyId, id, decision, uuidv7()) : null,
      )
      return answer(reply, outcome)
    },
  })
}
