import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../base/problem.ts'
import { isId } from '../domain/id.ts'
import type { InferenceDraft } from '../domain/inference.ts'
import type { Callers } from '../http/caller.ts'
import { ref } from '../http/contract.ts'
import { refusalTime, sendJson } from '../http/door.ts'
import type { Jobs } from '../http/jobs.ts'
import { OnlyPurpose, onlyPurpose } from '../http/query.ts'
import { problems, READ_PROBLEMS, WRITE_PROBLEMS } from '../http/refusals.ts'
import { json, LOCATION, written } from '../http/responses.ts'
import type { Gate } from './gate/gate.ts'
import type { InferenceIntake } from './intake/inferences.ts'
import { inferenceJson } from './views/inference-view.ts'

/** Predictions of models: apart from observations, and reachable by their id alone (contract §9). */

const IdParameter = Type.Object({ id: Type.String({ description: 'The id of an inference.' }) })

export interface InferencesPorts extends Pick<Jobs, 'submitFor'> {
  readonly gate: Pick<Gate, 'inferenceReaderFor'>
  readonly inferences: Pick<InferenceIntake, 'append'>
}

export function inferencesRoutes(app: FastifyInstance, ports: InferencesPorts, callers: Callers): void {
  const { submitFor, gate, inferences } = ports

  app.post('/v1/inferences', {
    onRequest: callers.admit('infer'),
    schema: {
      operationId: 'appendInference',
      tags: ['inferences'],
      summary:
        'Append what a model predicted, and from which records. Sending the same again writes nothing.',
      description:
        'It is about whoever its inputs are about, and is kept as the claim of the party whose model made it. How many inferences deep it is follows from its inputs; what is stated is compared, and not trusted.',
      body: ref('InferenceDraft'),
      response: {
        ...written('Inference', LOCATION),
        ...problems(...WRITE_PROBLEMS, 'inference_too_wide'),
      },
    },
    handler: async (request, reply) => {
      const draft = request.body as InferenceDraft
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
      // What is out of reach and what does not exist is flagged alike, and must take the same time.
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
      summary: 'One inference. Nothing lists them.',
      description:
        'With `derived.stale`, when a record that it was computed from is superseded or retracted.',
      params: IdParameter,
      querystring: OnlyPurpose,
      response: {
        200: { description: 'The inference, and what follows from its inputs.', content: json('Inference') },
        ...problems(...READ_PROBLEMS),
      },
    },
    handler: async (request, reply) => {
      const purpose = onlyPurpose(request)
      const { id } = request.params as Static<typeof IdParameter>
      const json = await submitFor(request.caller, () => {
        const gated = isId(id) ? gate.inferenceReaderFor(request.caller, purpose).one(id) : null
        return gated && inferenceJson(gated)
      })
      if (json === null) throw new Problem('not_found')
      return sendJson(reply, 200, json)
    },
  })
}
