import type { FastifySchema } from 'fastify'
import type { ProblemCode } from '../../src/base/problem.ts'
import { given } from '../../src/base/typed.ts'
import { CODES } from '../../src/http/refusals.ts'
import { EXAMPLES, type Examples, type Exchange, type Sent, textOf } from './examples.ts'

/** Completes the contract that the plugin makes from the routes: adds what it omits, and the examples. */

declare module 'fastify' {
  interface FastifySchema {
    /** An optional body; the route checks it itself. */
    'x-optional-body'?: { readonly content: object }
  }
}

/** Carries optional bodies through the plugin, which takes every body as required. */
const MAY_BE_LEFT_OUT = 'x-may-be-left-out'
const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

interface Example {
  readonly summary: string
  readonly description?: string
  readonly value: unknown
}
interface Media {
  examples?: Record<string, Example | { readonly $ref: string }>
  [CODES]?: readonly ProblemCode[]
}
type Content = Record<string, Media>
interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: { readonly type?: string }
  example?: unknown
}
interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { required: boolean; readonly content: Content }
  readonly responses: Record<string, { content?: Content; headers?: Record<string, { example?: string }> }>
  [MAY_BE_LEFT_OUT]?: true
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { examples?: object }
}

/** In tus, HEAD is a method of its own; the plugin takes it for a copy of GET, and marks its id. */
export function ofRoute({ schema, url }: { readonly schema?: FastifySchema; readonly url: string }) {
  const { operationId, 'x-optional-body': body, ...rest } = schema ?? {}
  return {
    url,
    schema: {
      ...rest,
      ...given({ operationId: operationId?.replace(/-head$/, '') }),
      ...(body === undefined ? {} : { body, [MAY_BE_LEFT_OUT]: true }),
    },
  }
}

/** The published contract; made at most once per process. */
export function published(made: object): object {
  const document = made as Document
  const { operations, problems } = EXAMPLES
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.requestBody && operation[MAY_BE_LEFT_OUT]) operation.requestBody.required = false
      delete operation[MAY_BE_LEFT_OUT]
      const name = `${method.toUpperCase()} ${path}`
      for (const exchange of operations[name] ?? []) addExchange(operation, name, exchange)
      addRefusals(operation, problems)
    }
  }
  document.components.examples = Object.fromEntries(
    Object.entries(problems).map(([code, { summary, answer }]) => [
      code,
      { summary: `${code}: ${summary}`, value: answer.body },
    ]),
  )
  // The plugin drops this member.
  return { jsonSchemaDialect: DIALECT, ...document }
}

function addExchange(operation: Operation, operationName: string, exchange: Exchange): void {
  const { name, summary, request, answer } = exchange
  for (const parameter of operation.parameters ?? []) addParameter(parameter, request)
  if (request.body !== undefined)
    addExample(operation.requestBody?.content['application/json'], name, { summary, value: request.body })
  const response = operation.responses[answer.status]
  for (const [header, value] of Object.entries(answer.headers ?? {})) {
    const documented = response?.headers?.[header]
    if (documented !== undefined) documented.example ??= value
  }
  const value = answer.text === undefined ? answer.body : textOf(answer.text)
  if (value === undefined) return
  const description = asked(operationName, request)
  addExample(response?.content?.[answer.media_type ?? ''], name, { summary, description, value })
}

/** Only for required parameters: pages for trying requests fill in every example, and a sample cursor is useless. */
function addParameter(parameter: Parameter, { path, query, headers }: Sent): void {
  const said = { path, query, header: headers }[parameter.in]?.[parameter.name]
  if (said === undefined || !parameter.required) return
  parameter.example ??= parameter.schema.type === 'integer' ? Number(said) : said
}

function addExample(media: Media | undefined, name: string, example: Example): void {
  if (media !== undefined) media.examples = { ...media.examples, [name]: example }
}

/** A request on one line. */
function asked(operationName: string, { path = {}, query = {}, headers = {} }: Sent): string {
  const address = operationName.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')
  const search = new URLSearchParams(query).toString()
  const said = Object.entries(headers).map(([name, value]) => `, \`${name}: ${value}\``)
  return `\`${address}${search === '' ? '' : `?${search}`}\`${said.join('')}`
}

function addRefusals({ responses }: Operation, problems: Examples['problems']): void {
  for (const { content = {} } of Object.values(responses)) {
    for (const media of Object.values(content)) {
      const known = media[CODES]?.filter((code) => problems[code] !== undefined) ?? []
      delete media[CODES]
      if (known.length === 0) continue
      media.examples = Object.fromEntries(
        known.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
      )
    }
  }
}
