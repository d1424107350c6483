import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Static, TSchema } from '@sinclair/typebox'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider } from 'fastify'

/** What a route was sent has the type of the schema that it publishes. Its query is read by `queryReader`. */
interface ByItsSchema extends FastifyTypeProvider {
  readonly validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
}

/** The server, or a room of it. */
export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ByItsSchema>
