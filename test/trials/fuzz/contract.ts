import { readFileSync } from 'node:fs'

/** The committed contract, as far as requests are made and answers are judged by it. */

/** The part of JSON Schema 2020-12 that the contract uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly required: boolean
  readonly schema: Schema
}

/** What one operation may answer with one status. */
export interface Allowed {
  /** Media types; none where the answer has no body. */
  readonly types: readonly string[]
  /** Codes of problems. */
  readonly codes: ReadonlySet<string>
}

export interface Operation {
  readonly id: string
  readonly method: string
  /** With parameters in braces. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** Media type of the body it takes; null where it takes none. */
  readonly bodyType: string | null
  readonly body: Schema | null
  readonly allowed: ReadonlyMap<number, Allowed>
}

export interface Contract {
  readonly operations: readonly Operation[]
  /** Follows a reference, if it is one. */
  resolved(schema: Schema): Schema
}

interface Content {
  readonly schema?: Schema
  readonly examples?: object
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface DocumentOperation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>
}

const PROBLEM = 'application/problem+json'

/** @param file path of openapi.json */
export function readContract(file: string): Contract {
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(path, method, operation)),
  )
  return {
    operations,
    resolved: (schema) =>
      schema.$ref === undefined
        ? schema
        : (components.schemas[schema.$ref.slice('#/components/schemas/'.length)] as Schema),
  }
}

function operationOf(path: string, method: string, told: DocumentOperation): Operation {
  const [bodyType, body] = Object.entries(told.requestBody?.content ?? {})[0] ?? [null, null]
  return {
    id: told.operationId,
    method: method.toUpperCase(),
    path,
    parameters: told.parameters ?? [],
    bodyType,
    body: body?.schema ?? null,
    allowed: new Map(
      Object.entries(told.responses).map(([status, { content = {} }]) => [
        Number(status),
        { types: Object.keys(content), codes: new Set(Object.keys(content[PROBLEM]?.examples ?? {})) },
      ]),
    ),
  }
}
