import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { ObjectionDraft, WithdrawalDraft } from '../consent/objection-shapes.ts'
import { isId } from '../domain/id.ts'
import type { Callers } from './caller.ts'
import { answer, pageJson, pageOf, paging } from './consent-routes.ts'
import { problems, ref, WRITE_PROBLEMS } from './contract.ts'
import { sendJson } from './door.ts'
import type { Handles } from './handles.ts'
import * as query from './query.ts'

/** Objections: what a person stops, and what it cannot. */

const IdParameter = Type.Object({ id: Type.String({ description: 'The id of an objection.' }) })

export function objectionsRoutes(app: FastifyInstance, handles: Handles, callers: Callers): void {
  const { submit, perform, objections } = handles

  app.post('/v1/objections', {
    onRequest: callers.admit('consent', { closes: true }),
    schema: {
      operationId: 'lodgeObjection',
      tags: ['consent'],
      summary: 'Object to the use of own records. The reply says what it stops, and what it cannot.',
      body: ref('ObjectionDraft'),
      response: { 201: ref('Objection'), 200: ref('Objection'), ...problems(...WRITE_PROBLEMS) },
    },
    handler: async (request, reply) => {
      const { caller } = request
      const draft = request.body as ObjectionDraft
      // Of those that stand there is a limit; so one is never refused for what else was written on the same day.
      const outcome = await objections
        .lodge((work) => perform(caller, 'objection', { id: draft.id }, work), caller, caller.partyId, draft)
        .catch((refusal) => {
          callers.countWriting(caller, 1, request.bodyBytes)
          throw refusal
        })
      return answer(reply, outcome)
    },
  })

  app.post('/v1/objections/:id/withdrawal', {
    onRequest: callers.admit('consent'),
    schema: {
      operationId: 'withdrawObjection',
      tags: ['consent'],
      summary: 'Take an own objection back. Nobody can do it for another.',
      params: IdParameter,
      body: ref('WithdrawalDraft'),
      response: { 201: ref('Objection'), 200: ref('Objection'), ...problems(404, ...WRITE_PROBLEMS) },
    },
    handler: async (request, reply) => {
      const { caller } = request
      const { id } = request.params as Static<typeof IdParameter>
      const { channel, id: withdrawalId = uuidv7() } = request.body as WithdrawalDraft
      callers.countWriting(caller, 1, request.bodyBytes)
      const outcome = await perform(caller, 'objection_withdrawal', { id }, () =>
        isId(id) ? objections.withdraw(caller, caller.partyId, id, { id: withdrawalId, channel }) : null,
      )
      return answer(reply, outcome)
    },
  })

  app.get('/v1/objections', {
    onRequest: callers.admit('see_consent'),
    schema: {
      operationId: 'listObjections',
      tags: ['consent'],
      summary: "The caller's own objections, newest first.",
      querystring: Type.Object(paging),
      response: { 200: ref('ObjectionPage'), ...problems(400, 401, 403, 429, 503) },
    },
    handler: async (request, reply) => {
      const asked = request.query as query.Query
      query.onlyKnown(asked, ['limit', 'cursor'])
      const { limit, cursor } = pageOf(asked)
      const found = await submit(() =>
        objections.list(request.caller.partyId, request.caller.partyId, cursor, limit + 1),
      )
      return sendJson(reply, 200, pageJson('objections', found, limit))
    },
  })
}
