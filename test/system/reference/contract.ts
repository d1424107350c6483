import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ProblemCode } from '../../../src/base/problem.ts'
import type { Operation } from './recorder.ts'

/** The contract as tools read it. */

interface Media {
  readonly schema: object
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>
}
export type Content = Readonly<Record<string, Media>>
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: { readonly type?: string }
}
interface Method {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content; readonly headers?: object }>>
}
export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Method>>>>
  readonly components: {
    readonly schemas: object
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>
  }
}

export interface Described extends Method {
  readonly name: Operation
  readonly takesJson: boolean
}

export const operationsOf = ({ paths }: Contract): Described[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      name: `${method.toUpperCase()} ${path}` as Operation,
      takesJson: described.requestBody?.content['application/json'] !== undefined,
    })),
  )

/** The codes that an operation says it may utter. */
export const codesOf = ({ responses }: Described): ProblemCode[] =>
  Object.values(responses).flatMap(
    ({ content }) => Object.keys(content?.['application/problem+json']?.examples ?? {}) as ProblemCode[],
  )

/** Checks values against the schemas of a contract, references and formats included. */
export class Schemas {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true })
  readonly #checks = new Map<object, ValidateFunction>()

  constructor(contract: Contract) {
    addFormats.default(this.#ajv)
    this.#ajv.addSchema({ $id: 'contract', components: contract.components })
  }

  /** @returns what is wrong, in words; nothing when all is right */
  faults(schema: object, value: unknown): string {
    let check = this.#checks.get(schema)
    if (!check) {
      check = this.#ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"contract#/components')),
      )
      this.#checks.set(schema, check)
    }
    return check(value) ? '' : this.#ajv.errorsText(check.errors)
  }
}
