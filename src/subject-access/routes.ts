import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Callers } from '../http/caller.ts'
import { checkOf, problems, ref, WRITE_PROBLEMS } from '../http/contract.ts'
import type { Handles } from '../http/handles.ts'
import { Problem } from '../problem.ts'
import type { Written } from './as-json.ts'
import type { AnswerForm } from './desk.ts'

const ANSWER = {
  content: {
    'application/json': { schema: ref('SubjectAccessAnswer') },
    'text/plain': { schema: { type: 'string' } },
  },
}

/** Somebody asks what is held about it. There is no subject parameter: nobody asks about another. */
export function subjectAccessRoutes(app: FastifyInstance, handles: Handles, callers: Callers): void {
  const desk = handles.subjectAccess

  app.post('/v1/subject-access-requests', {
    onRequest: callers.admit('consent'),
    schema: {
      operationId: 'requestSubjectAccess',
      tags: ['consent'],
      summary: 'Everything held about the caller, and to whom it was shown.',
      description:
        'The answer is sent as it is found, as JSON or, with `Accept: text/plain`, as a document to read. The same id again gives a fresh copy. The body may be left out, or be `{ "id": ... }`.',
      response: {
        201: { description: 'The answer.', ...ANSWER },
        200: { description: 'The answer again, for an id sent before.', ...ANSWER },
        ...problems(...WRITE_PROBLEMS),
      },
    },
    handler: async (request, reply) => {
      const { caller } = request
      const { id } = draftOf(request.body)
      const form = formOf(request)
      callers.countWriting(caller, 1, request.bodyBytes)
      const opened = await handles.perform(caller, 'subject_access_request', { id }, () =>
        desk.requests.open(caller, caller.partyId, id),
      )
      return reply
        .code(opened.isNew ? 201 : 200)
        .header(
          'content-type',
          form === 'json' ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
        )
        .send(Readable.from(textOf(desk.answer(caller, opened.request, form)), { objectMode: false }))
    },
  })
}

async function* textOf(document: AsyncIterable<Written>): AsyncGenerator<string> {
  for await (const { text } of document) if (text !== '') yield text
}

function draftOf(body: unknown): { readonly id?: string } {
  if (body === undefined || body === null) return {}
  const violations = checkOf('SubjectAccessDraft')(body)
  if (violations) throw new Problem('schema_violation', { errors: violations })
  return body
}

/** JSON, unless text is asked for by name and JSON is not. */
function formOf(request: FastifyRequest): AnswerForm {
  const accept = (request.headers.accept ?? '').toLowerCase()
  return accept.includes('text/plain') && !accept.includes('application/json') ? 'text' : 'json'
}
