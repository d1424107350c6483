import { Type } from '@sinclair/typebox'
import { uuidv7 } from 'uuidv7'
import { isId } from '../domain/id.ts'
import { ref } from '../domain/shapes.ts'
import type { App } from '../http/app.ts'
import type { Callers } from '../http/caller.ts'
import { sendJson } from '../http/door.ts'
import { LIST_PROBLEMS, problems, WRITE_PROBLEMS } from '../http/refusals.ts'
import { json, written } from '../http/responses.ts'
import type { Outcome } from '../store/acts/doer.ts'
import { englishWords } from '../words/words.ts'
import { answer, PageQuery, pageJson, pageOf } from './consent-routes.ts'
import {
  ObjectionDraft,
  ObjectionPage,
  ObjectionView,
  type ToldObjection,
  toldObjection,
  WithdrawalDraft,
} from './objection-shapes.ts'
import type { ActPorts } from './ports.ts'

const IdParameter = Type.Object({ id: Type.String({ description: 'The id of an objection.' }) })

export function objectionsRoutes(app: App, ports: ActPorts, callers: Callers): void {
  const { submitFor, objections } = ports
  /** Programs read English. */
  const inEnglish = (told: ToldObjection) => toldObjection(englishWords(ports.office.timeZone), told)
  const outcomeOf = (outcome: Outcome<ToldObjection> | null) =>
    outcome && { ...outcome, value: inEnglish(outcome.value) }

  app.post('/v1/objections', {
    onRequest: callers.admit('consent', { closes: true }),
    schema: {
      operationId: 'lodgeObjection',
      tags: ['consent'],
      summary: 'Object to the use of your records. The reply states what stops and what cannot be stopped.',
      description:
        'Without purposes, it covers every purpose; without types, every type. The law exempts some grounds: the reply counts what stops and what continues, also in sentences to read out.',
      body: ref(ObjectionDraft),
      response: {
        ...written(ObjectionView),
        ...problems(
          ...WRITE_PROBLEMS,
          'purpose_unknown',
          'delegation_required',
          'delegation_not_live',
          'reference_unresolved',
          'too_many_objections',
        ),
      },
    },
    handler: async (request, reply) => {
      const { caller } = request
      const draft = request.body
      const doer = callers.doerOf(caller)
      // An accepted objection does not count against the daily quota: the limit on live objections is enough.
      const outcome = await objections
        .lodge(
          (work) => callers.perform(doer, 'objection', { id: draft.id }, work),
          doer,
          caller.partyId,
          draft,
        )
        .catch((refusal) => {
          callers.countWriting(caller, 1, request.bodyBytes)
          throw refusal
        })
      return answer(reply, outcomeOf(outcome))
    },
  })

  app.post('/v1/objections/:id/withdrawal', {
    onRequest: callers.admit('consent'),
    schema: {
      operationId: 'withdrawObjection',
      tags: ['consent'],
      summary: 'Withdraw your objection. Nobody can do it for another.',
      description: 'In person or in writing. Grants apply again on the next read.',
      params: IdParameter,
      body: ref(WithdrawalDraft),
      response: { ...written(ObjectionView), ...problems(...WRITE_PROBLEMS, 'not_found') },
    },
    handler: async (request, reply) => {
      const { caller } = request
      const { id } = request.params
      const { channel, id: withdrawalId = uuidv7() } = request.body
      callers.countWriting(caller, 1, request.bodyBytes)
      const outcome = await callers.perform(caller, 'objection_withdrawal', { id }, () =>
        isId(id) ? objections.withdraw(caller, caller.partyId, id, { id: withdrawalId, channel }) : null,
      )
      return answer(reply, outcomeOf(outcome))
    },
  })

  app.get('/v1/objections', {
    onRequest: callers.admit('see_consent'),
    schema: {
      operationId: 'listObjections',
      tags: ['consent'],
      summary: "The caller's own objections, newest first.",
      description: 'Includes withdrawn ones.',
      querystring: PageQuery,
      response: {
        200: { description: 'A page.', content: json(ObjectionPage) },
        ...problems(...LIST_PROBLEMS),
      },
    },
    handler: async (request, reply) => {
      const { limit, cursor } = pageOf(request)
      const found = await submitFor(request.caller, () =>
        objections.list(request.caller.partyId, request.caller.partyId, cursor, limit + 1),
      )
      return sendJson(reply, 200, pageJson('objections', found.map(inEnglish), limit))
    },
  })
}
