import type { App } from '../../http/app.ts'
import type { Callers } from '../../http/caller.ts'
import { sendMade } from '../../http/chunks.ts'
import { queryReader } from '../../http/query.ts'
import { LIST_PROBLEMS, problems } from '../../http/refusals.ts'
import { json } from '../../http/responses.ts'
import type { ActPorts } from '../ports.ts'
import { DisclosurePage, DisclosuresQuery } from './disclosure-shapes.ts'

const disclosuresQuery = queryReader(DisclosuresQuery)

/** Who saw the caller's own records. There is no subject parameter: nobody can ask about another party. */
export function disclosureRoutes(app: App, ports: ActPorts, callers: Callers): void {
  app.get('/v1/disclosures', {
    onRequest: callers.admit('read'),
    schema: {
      operationId: 'listDisclosures',
      tags: ['consent'],
      summary: "Who was shown the caller's own records, newest first.",
      description:
        "Every disclosure of records about the caller's party to other parties, as in a subject access answer. A page may have fewer disclosures than `limit`, even none, and still have a `next`. Any credential that may read may ask, for its own party only; a device that may read only what happened since a time gets disclosures of such records only.",
      querystring: DisclosuresQuery,
      response: {
        200: { description: 'A page.', content: json(DisclosurePage) },
        ...problems(...LIST_PROBLEMS),
      },
    },
    handler: async (request, reply) => {
      const { caller } = request
      const question = disclosuresQuery(request, ports.config.maxPage)
      const { disclosures, next } = await ports.disclosures.page(caller, question)
      const texts = disclosures.map((one) => JSON.stringify(one))
      const behind = `],"next":${JSON.stringify(next)}}`
      return sendMade(reply, ['{"disclosures":[', texts, behind], () => ports.checkStillLive(caller))
    },
  })
}
