import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../base/problem.ts'
import type { Callers } from '../../http/caller.ts'
import { checkOf } from '../../http/contract.ts'
import { noParameters } from '../../http/query.ts'
import { problems, WRITE_PROBLEMS } from '../../http/refusals.ts'
import { json } from '../../http/responses.ts'
import type { Written } from './as-json.ts'
import type { AnswerForm, SubjectAccess } from './subject-access.ts'

const ANSWER = {
  content: {
    ...json('SubjectAccessAnswer'),
    'text/plain': { schema: { type: 'string' } },
  },
}

const RETRY_SECONDS = 5
/** Some records, parsed, and their text. */
const BYTES_OF_A_PIECE = 1024 * 1024

export interface SubjectAccessPorts {
  readonly subjectAccess: SubjectAccess
}

/** A party asks what is held about it. There is no subject parameter: nobody can ask about another. */
export function subjectAccessRoutes(app: FastifyInstance, ports: SubjectAccessPorts, callers: Callers): void {
  const subjectAccess = ports.subjectAccess

  app.post('/v1/subject-access-requests', {
    onRequest: callers.admit('consent'),
    schema: {
      operationId: 'requestSubjectAccess',
      tags: ['consent'],
      summary: 'Everything held about the caller, and who was shown it.',
      description:
        'The answer is streamed as JSON or, with `Accept: text/plain`, as a document to read. Repeating the id gives a fresh copy.',
      'x-optional-body': { content: json('SubjectAccessDraft') },
      response: {
        201: { description: 'The answer.', ...ANSWER },
        200: { description: 'A fresh copy of the answer, for an id sent before.', ...ANSWER },
        ...problems(...WRITE_PROBLEMS, 'invalid_parameter'),
      },
    },
    handler: async (request, reply) => {
      const { caller } = request
      noParameters(request)
      const { id } = draftOf(request.body)
      const form = formOf(request)
      callers.countAudited(caller)
      callers.countWriting(caller, 1, request.bodyBytes)
      const release = subjectAccess.begin(caller.party)
      if (release === null)
        throw new Problem('rate_limited', {
          detail: 'Another answer to this party is being sent; read that one to its end first.',
          retryAfterSeconds: RETRY_SECONDS,
        })
      reply.raw.once('close', release)
      const opened = await callers.perform(caller, 'subject_access_request', { id }, () =>
        subjectAccess.requests.open(caller, caller.partyId, id),
      )
      reply.bytesBehind = BYTES_OF_A_PIECE
      return reply
        .code(opened.isNew ? 201 : 200)
        .header(
          'content-type',
          form === 'json' ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
        )
        .header('vary', 'accept')
        .send(
          Readable.from(textOf(subjectAccess.answer(caller, opened.request, form)), { objectMode: false }),
        )
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

/** JSON, unless the client prefers text (RFC 9110, 12.5.1). */
function formOf(request: FastifyRequest): AnswerForm {
  const accept = request.headers.accept ?? '*/*'
  return liking(accept, 'text', 'plain') > liking(accept, 'application', 'json') ? 'text' : 'json'
}

/** The quality of a media type in an Accept header; the most specific range counts. */
function liking(accept: string, type: string, subtype: string): number {
  const ranges = [`${type}/${subtype}`, `${type}/*`, '*/*']
  let best = { at: ranges.length, quality: 0 }
  for (const part of accept.toLowerCase().split(',')) {
    const [range, ...parameters] = part.split(';').map((text) => text.trim())
    const at = ranges.indexOf(range ?? '')
    if (at < 0 || at >= best.at) continue
    const weight = parameters.find((text) => text.startsWith('q='))
    best = { at, quality: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
  }
  return best.quality
}
