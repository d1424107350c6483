import { Type } from '@sinclair/typebox'
import { Problem } from '../base/problem.ts'
import { isId } from '../domain/id.ts'
import { closed, Instant, Word } from '../domain/shapes.ts'
import type { App } from '../http/app.ts'
import type { Callers } from '../http/caller.ts'
import { sendList, stillOpen } from '../http/chunks.ts'
import * as query from '../http/query.ts'
import { problems, READ_PROBLEMS } from '../http/refusals.ts'
import { keepRoom } from '../http/reply-room.ts'
import { json } from '../http/responses.ts'
import { calendarOf } from '../words/calendar.ts'
import type { ReaderPorts } from './ports.ts'
import { documentAround, eventsJson } from './views/epcis.ts'

/** What a lot is made of, as events that other programs read. */

const LotParameter = Type.Object({ id: Type.String({ description: 'The id of a lot, in any version.' }) })

/** The envelope of the document. GS1's own schema describes the events in full. */
export const EpcisDocument = Type.Object(
  {
    '@context': Type.Array(Type.Unknown(), { description: 'The vocabularies of EPCIS 2.0 and of Granary.' }),
    type: Word(['EPCISDocument'], 'The type of the document in EPCIS.'),
    schemaVersion: Word(['2.0'], 'The version of EPCIS.'),
    creationDate: Instant('When the document was made.'),
    'granary:notFollowed': Type.Integer({
      minimum: 0,
      description: 'Records that the caller may read and that were not followed, being too many or too deep.',
    }),
    epcisBody: closed({
      eventList: Type.Array(Type.Object({ type: Type.String() }, { additionalProperties: true }), {
        description: 'ObjectEvents and TransformationEvents.',
      }),
    }),
  },
  { $id: 'EpcisDocument', additionalProperties: false, description: 'A GS1 EPCIS 2.0 document.' },
)

export function eventsRoutes(app: App, ports: ReaderPorts, callers: Callers): void {
  const calendar = calendarOf(ports.config)
  app.get('/v1/records/:id/events', {
    onRequest: callers.admit('read'),
    schema: {
      operationId: 'getLotEvents',
      tags: ['records'],
      summary: 'What a lot is made of, as a GS1 EPCIS 2.0 document.',
      description:
        'Follows the inputs of the lot through other lots, 16 deep, 10,000 records at most; `granary:notFollowed` counts the others. Harvests are commissioned, deliveries and hand-overs shipped and received, lots transformed; a corrected or retracted version has an `errorDeclaration`. What the caller may not read is absent, and so is everything behind it; for a lot, `granary:inputsWithheld` has the number and the kilograms of such inputs.',
      params: LotParameter,
      querystring: query.OnlyPurpose,
      response: {
        200: { description: 'The document, in JSON-LD.', content: json(EpcisDocument) },
        ...problems(...READ_PROBLEMS),
      },
    },
    handler: async (request, reply) => {
      const purpose = query.onlyPurpose(request)
      const id = request.params.id
      const page = isId(id)
        ? await ports.gate.lineage(request.caller, purpose, id, eventsJson(calendar()), (bytes) =>
            keepRoom(request, bytes),
          )
        : null
      if (page === null) throw new Problem('not_found')
      const [before, behind] = documentAround(page)
      return sendList(reply, [before, page.texts, behind], stillOpen(ports, request.caller, page))
    },
  })
}
