import type { App } from '../../http/app.ts'
import type { Callers } from '../../http/caller.ts'
import { problems } from '../../http/refusals.ts'
import type { Metrics } from './metrics.ts'

const Exposition = {
  description: 'The text exposition format of Prometheus, version 0.0.4.',
  content: { 'text/plain': { schema: { type: 'string' } } },
}

/** Counts and ages, for monitoring. */
export function metricsRoutes(app: App, metrics: Metrics, callers: Callers): void {
  app.get('/v1/metrics', {
    onRequest: callers.admitScrape,
    schema: {
      operationId: 'getMetrics',
      tags: ['service'],
      security: [{}, { bearer: [] }],
      summary: 'Counts and ages of the stored data, and the state of the service.',
      description:
        'Requests on the machine itself need no credential; requests from other addresses or through a proxy need one of kind "metrics". A credential that is sent is always checked. After a start the reply waits up to a second for the sums; if they take longer, granary_figures_ready is 0 and the kernel_ series are missing.',
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
