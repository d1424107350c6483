import { Readable } from 'node:stream'
import { type Static, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../base/problem.ts'
import { closed, Id, Instant, ref } from '../../domain/shapes.ts'
import { compileReader } from '../../domain/validation.ts'
import type { App } from '../../http/app.ts'
import type { Callers } from '../../http/caller.ts'
import { noParameters } from '../../http/query.ts'
import { problems, WRITE_PROBLEMS } from '../../http/refusals.ts'
import { json } from '../../http/responses.ts'
import { englishWords } from '../../words/words.ts'
import { Disclosure } from '../disclosures/disclosure-shapes.ts'
import { MessageTold } from '../messages.ts'
import type { ActPorts } from '../ports.ts'
import type { Written } from './as-json.ts'
import { Redaction } from './redact.ts'
import type { AnswerForm } from './subject-access.ts'

export const SubjectAccessDraft = closed(
  { id: Type.Optional(Id('UUID version 7. Default: the service makes one.')) },
  { $id: 'SubjectAccessDraft', description: 'Optional: the caller asks about itself.' },
)
const readDraft = compileReader(SubjectAccessDraft)

export const SubjectAccessAnswer = closed(
  {
    id: Id('The request.'),
    party: Id('Who asked: the caller.'),
    requested_at: Instant('When the request was made.'),
    due_by: Instant('When the answer is due: 30 days later.'),
    records: Type.Array(
      Type.Unsafe({
        type: 'object',
        description:
          'A record or inference as returned, of any standing, without members that name another natural person.',
      }),
    ),
    redactions: Type.Array(Redaction),
    grants: Type.Array(Type.Unsafe({ type: 'object' }), {
      description: 'Given and received; includes ended ones.',
    }),
    objections: Type.Array(Type.Unsafe({ type: 'object' })),
    delegations: Type.Array(Type.Unsafe({ type: 'object' }), {
      description: 'As principal and as delegate.',
    }),
    messages: Type.Array(ref(MessageTold), {
      description: 'Text messages to the caller, newest first, without their texts.',
    }),
    disclosures: Type.Array(ref(Disclosure)),
  },
  { $id: 'SubjectAccessAnswer' },
)

const ANSWER = {
  content: {
    ...json(SubjectAccessAnswer),
    'text/plain': { schema: { type: 'string' } },
  },
}

const RETRY_SECONDS = 5
/** Memory of a piece: some parsed records, and their text. */
const BYTES_OF_A_PIECE = 1024 * 1024

/** A party asks what is held about it. There is no subject parameter: nobody can ask about another party. */
export function subjectAccessRoutes(app: App, ports: ActPorts, callers: Callers): void {
  const subjectAccess = ports.subjectAccess

  app.post('/v1/subject-access-requests', {
    onRequest: callers.admit('consent'),
    schema: {
      operationId: 'requestSubjectAccess',
      tags: ['consent'],
      summary: 'Everything held about the caller, and who was shown it.',
      description:
        'The answer is streamed as JSON or, with `Accept: text/plain`, as a document to read. Repeating the id gives a fresh copy.',
      'x-optional-body': { content: json(SubjectAccessDraft) },
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
      const words = englishWords(ports.office.timeZone)
      return reply
        .code(opened.isNew ? 201 : 200)
        .header(
          'content-type',
          form === 'json' ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
        )
        .header('vary', 'accept')
        .send(
          Readable.from(textOf(subjectAccess.answer(words, caller, opened.request, form)), {
            objectMode: false,
          }),
        )
    },
  })
}

async function* textOf(document: AsyncIterable<Written>): AsyncGenerator<string> {
  for await (const { text } of document) if (text !== '') yield text
}

const draftOf = (body: unknown): Static<typeof SubjectAccessDraft> => readDraft(body ?? {})

/** Returns the form of the answer: JSON, unless the client prefers text (RFC 9110, 12.5.1). */
function formOf(request: FastifyRequest): AnswerForm {
  const accept = request.headers.accept ?? '*/*'
  return liking(accept, 'text', 'plain') > liking(accept, 'application', 'json') ? 'text' : 'json'
}

/** Returns the quality of a media type in an Accept header; the most specific range counts. */
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
