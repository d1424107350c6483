import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Static, TSchema } from '@sinclair/typebox'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider } from 'fastify'

/** A request's body and parameters have the types of the route's schemas. `queryReader` reads the query. */
interface ByItsSchema extends FastifyTypeProvider {
  readonly validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
}

/** The server, or the part of it that has one room's routes. */
export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ByItsSchema>
