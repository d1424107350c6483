import { Type } from '@sinclair/typebox'
import { Problem } from '../base/problem.ts'
import { MOST_FILE_BYTES, MOST_PRODUCERS } from '../domain/eu-statement.ts'
import { isId } from '../domain/id.ts'
import type { App } from '../http/app.ts'
import type { Callers } from '../http/caller.ts'
import { sendList, stillOpen } from '../http/chunks.ts'
import { prefersGeoJson } from '../http/media-type.ts'
import * as query from '../http/query.ts'
import { problems, READ_PROBLEMS } from '../http/refusals.ts'
import { keepRoom } from '../http/reply-room.ts'
import { json } from '../http/responses.ts'
import type { ReaderPorts } from './ports.ts'
import { LotOrigin } from './views/origin-schema.ts'
import { FEATURES, originParts, plotFeature, plotJson } from './views/origin-view.ts'

/** The route for the origin of a lot. */

const GEO_JSON = 'application/geo+json; charset=utf-8'
const FRAME_BYTES = FEATURES.join('').length

const LotParameter = Type.Object({ id: Type.String({ description: 'The id of a lot, in any version.' }) })

export function originRoutes(app: App, ports: ReaderPorts, callers: Callers): void {
  app.get('/v1/records/:id/origin', {
    onRequest: callers.admit('read'),
    schema: {
      operationId: 'getOrigin',
      tags: ['records'],
      summary: 'What a lot is made of, and the plots behind it.',
      description:
        'Followed through the inputs of lots. Figures are taken over all records; plots, names and ids are there only if the caller may read those records for this purpose. With `Accept: application/geo+json`: the plots alone, as the information system of the European Union accepts them: without plots that it refuses (`on_map`), and of at most 1,000 producers. A record that is no lot is not found.',
      params: LotParameter,
      querystring: query.OnlyPurpose,
      response: {
        200: {
          description: 'The origin.',
          content: { ...json(LotOrigin), 'application/geo+json': { schema: { type: 'object' } } },
        },
        ...problems(...READ_PROBLEMS, 'origin_too_large'),
      },
    },
    handler: async (request, reply) => {
      const purpose = query.onlyPurpose(request)
      const id = request.params.id
      const isMap = prefersGeoJson(request.headers)
      const found = isId(id)
        ? await ports.gate.origin(request.caller, purpose, {
            id,
            withNames: isMap,
            render: isMap ? plotFeature : plotJson,
            grown: ({ held, bytes, producers }) => {
              const isTooLarge = FRAME_BYTES + bytes > MOST_FILE_BYTES
              if (isTooLarge || (isMap && producers > MOST_PRODUCERS)) throw new Problem('origin_too_large')
              keepRoom(request, held)
            },
          })
        : null
      if (found === null) throw new Problem('not_found')
      const [before, behind] = isMap ? FEATURES : originParts(found)
      const check = stillOpen(ports, request.caller, found)
      return sendList(reply, [before, found.texts, behind], check, isMap ? { type: GEO_JSON } : {})
    },
  })
}
