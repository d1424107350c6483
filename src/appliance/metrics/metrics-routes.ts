import type { FastifyInstance } from 'fastify'
import type { Callers } from '../../http/caller.ts'
import { problems } from '../../http/refusals.ts'
import type { Metrics } from './metrics.ts'

const Exposition = {
  description: 'The text exposition format of Prometheus, version 0.0.4.',
  content: { 'text/plain': { schema: { type: 'string' } } },
}

/** Counts and ages for whoever watches over the service. */
export function metricsRoutes(app: FastifyInstance, metrics: Metrics, callers: Callers): void {
  app.get('/v1/metrics', {
    onRequest: callers.admitScrape,
    schema: {
      operationId: 'getMetrics',
      tags: ['service'],
      security: [{}, { bearer: [] }],
      summary: 'Counts and ages of what is held, and how the service stands.',
      description:
        'On the machine itself no credential is needed; from any other address, and for whatever a proxy passes on, one of kind "metrics" is. A credential that is sent is looked at in any case. After a start, while the sums are being counted, it waits for them, a second at most; if they take longer, granary_figures_ready is 0 and the kernel_ series are left out.',
      response: {
        200: Exposition,
        ...problems(
          'no_verified_subject',
          'quota_exceeded',
          'not_permitted_for_credential',
          'cross_site_request',
          'rate_limited',
        ),
      },
    },
    handler: async (_request, reply) =>
      reply.header('content-type', metrics.contentType).send(await metrics.text()),
  })
}
