import { Type } from '@sinclair/typebox'
import { Problem } from '../base/problem.ts'
import { isId } from '../domain/id.ts'
import { InferenceDraft } from '../domain/inference.ts'
import { ref } from '../domain/shapes.ts'
import type { App } from '../http/app.ts'
import type { Callers } from '../http/caller.ts'
import { refusalTime, sendJson } from '../http/door.ts'
import { OnlyPurpose, onlyPurpose } from '../http/query.ts'
import { problems, READ_PROBLEMS, WRITE_PROBLEMS } from '../http/refusals.ts'
import { json, LOCATION, written } from '../http/responses.ts'
import type { IntakePorts } from './ports.ts'
import { InferenceView, inferenceJson } from './views/inference-view.ts'

/** Predictions of models: separate from observations, and found by id only (contract §9). */

const IdParameter = Type.Object({ id: Type.String({ description: 'The id of an inference.' }) })

export function inferencesRoutes(app: App, ports: IntakePorts, callers: Callers): void {
  const { submitFor, gate, inferences } = ports

  app.post('/v1/inferences', {
    onRequest: callers.admit('infer'),
    schema: {
      operationId: 'appendInference',
      tags: ['inferences'],
      summary:
        'Append a prediction of a model, with the records it used. Sending the same again writes nothing.',
      description:
        'Its subjects are those of its inputs. It is stored as a claim of the party whose model made it. Its depth follows from its inputs; a stated depth is compared, not trusted.',
      body: ref(InferenceDraft),
      response: {
        ...written(InferenceView, LOCATION),
        ...problems(...WRITE_PROBLEMS, 'inference_too_wide'),
      },
    },
    handler: async (request, reply) => {
      const draft = request.body
      const { caller } = request
      callers.countWriting(caller, 1, request.bodyBytes)
      const { status, rowBytes, receipt, json } = await callers.perform(
        caller,
        'append_inference',
        { id: draft.id },
        () => {
          const appended = inferences.append(caller, draft)
          const gated = gate.inferenceReaderFor(caller, '').receipt(appended.inference)
          return { ...appended, receipt: gated, json: inferenceJson(gated) }
        },
      )
      callers.countRows(caller, rowBytes)
      // An unreadable input and a missing one get the same flag, and must take the same time.
      if (receipt.derived.flags.includes('inference_input_unresolved'))
        await refusalTime(request, draft.inputs.length)
      if (status === 'accepted') reply.header('location', `/v1/inferences/${draft.id}`)
      return sendJson(reply, status === 'accepted' ? 201 : 200, json)
    },
  })

  app.get('/v1/inferences/:id', {
    onRequest: callers.admit('read'),
    schema: {
      operationId: 'getInference',
      tags: ['inferences'],
      summary: 'One inference. No list includes inferences.',
      description:
        '`derived.stale` shows whether a record it was computed from, and that you may still read, was superseded or retracted.',
      params: IdParameter,
      querystring: OnlyPurpose,
      response: {
        200: {
          description: 'The inference, and what is derived from its inputs.',
          content: json(InferenceView),
        },
        ...problems(...READ_PROBLEMS),
      },
    },
    handler: async (request, reply) => {
      const purpose = onlyPurpose(request)
      const { id } = request.params
      const json = await submitFor(request.caller, () => {
        const gated = isId(id) ? gate.inferenceReaderFor(request.caller, purpose).one(id) : null
        return gated && inferenceJson(gated)
      })
      if (json === null) throw new Problem('not_found')
      return sendJson(reply, 200, json)
    },
  })
}
