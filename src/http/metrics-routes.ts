import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import type { Callers } from './caller.ts'
import { ADMISSION_PROBLEMS, problems } from './refusals.ts'

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
        'On the machine itself no credential is needed; from any other address, and for whatever a proxy passes on, one of kind "metrics" is. A credential that is sent is looked at in any case. 503 while the figures are being counted after a start.',
      response: { 200: Exposition, ...problems(...ADMISSION_PROBLEMS) },
    },
    handler: async (_request, reply) =>
      reply.header('content-type', metrics.contentType).send(await metrics.text()),
  })
}
