import type { Static, TSchema } from '@sinclair/typebox'
import { _, Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { Problem, type Violation } from '../base/problem.ts'
import { membersOf } from '../base/typed.ts'
import { parseInstant } from './time.ts'

export type SchemaError = Pick<ErrorObject, 'keyword' | 'params'>

/** Most violations that a check makes and a 422 lists: enough to correct a form without a huge reply. */
export const MAX_VIOLATIONS = 50

/**
 * An option of Ajv by which a check with `allErrors` makes few more than `MAX_VIOLATIONS` errors: the loops of its
 * compiled code, over the items of a list or the members of an object, end when there are enough. A file of a few
 * megabytes can have millions of items, each with several faults. What is valid has no errors, and is checked whole.
 */
export const endsEarly = {
  process: (code: string): string =>
    code
      .replaceAll(/(for\(let (i\d+)=\d+; \2<len\d+);/g, `$1 && errors<${MAX_VIOLATIONS};`)
      .replaceAll(/for\(const key\d+ in data\d*\)\{/g, `$&if(errors>=${MAX_VIOLATIONS})break;`),
} as const

const options = {
  strict: false,
  // The schemas are our own and are checked against their dialect by the tests, not at every start.
  validateSchema: false,
  removeAdditional: false,
  coerceTypes: false,
  useDefaults: false,
  formats: { 'date-time': (text: string) => parseInstant(text) !== null },
} as const

// The first stops at the first fault; the second lists them up to a bound, and runs only on refused input.
const quick = new Ajv2020(options)
const thorough = new Ajv2020({ ...options, allErrors: true, code: endsEarly })

// Characters are counted only if the length, in which each is one or two, leaves open whether they are too many
// or too few. The standard keywords count all of every text.
quick.removeKeyword('maxLength').removeKeyword('minLength')
quick.addKeyword({
  keyword: ['maxLength', 'minLength'],
  type: 'string',
  schemaType: 'number',
  code(cxt) {
    const { keyword, data, schema: limit } = cxt
    const [length, characters] = [_`${data}.length`, _`[...${data}].length`]
    if (keyword === 'minLength') cxt.fail(_`${length} < ${2 * limit} && ${characters} < ${limit}`)
    else cxt.fail(_`${length} > ${2 * limit} || (${length} > ${limit} && ${characters} > ${limit})`)
  },
})

/**
 * Makes a check of a value against a schema that strips, coerces and fills in nothing. It leaves
 * `dependentRequired` to the rules, whose refusals have codes of their own (contract §4). It is compiled at
 * first use: compiling all schemas would take half the time of a start.
 * @param told makes what the check returns of each violation
 * @returns a check that returns the violations, or null if there are none
 */
export function compileCheck<Told = Violation>(
  schema: TSchema,
  told: (violation: Violation, error: SchemaError) => Told = (violation) => violation as Told,
): (value: unknown) => readonly Told[] | null {
  const { dependentRequired: _, $id: __, ...checked } = schema
  let isValid: ValidateFunction | undefined
  let explain: ValidateFunction | undefined
  return (value) => {
    isValid ??= quick.compile(checked)
    if (isValid(value)) return null
    explain ??= thorough.compile(checked)
    explain(value)
    return (explain.errors ?? []).slice(0, MAX_VIOLATIONS).map((error) => told(asViolation(error), error))
  }
}

/**
 * Makes a function that returns a value unchanged if it matches the schema, and otherwise throws a Problem
 * `schema_violation` that lists every violation.
 */
export function compileReader<T extends TSchema>(schema: T): (value: unknown) => Static<T> {
  const check = compileCheck(schema)
  return (value) => {
    const errors = check(value)
    if (errors) throw new Problem('schema_violation', { errors })
    return value as Static<T>
  }
}

const escapePointer = (member: string) => member.replaceAll('~', '~0').replaceAll('/', '~1')

function asViolation(error: ErrorObject): Violation {
  const at = error.instancePath
  const params = membersOf(error.params)
  switch (error.keyword) {
    case 'required':
      return { pointer: `${at}/${escapePointer(String(params.missingProperty))}`, message: 'is required' }
    case 'additionalProperties':
      return {
        pointer: `${at}/${escapePointer(String(params.additionalProperty))}`,
        message: 'is not a member this service knows here; check the spelling',
      }
    case 'enum':
      return { pointer: at, message: `must be one of: ${[params.allowedValues].flat().join(', ')}` }
    case 'format':
      return {
        pointer: at,
        message: 'must be a timestamp such as 2026-06-28T07:15:00Z (RFC 3339, with its offset)',
      }
    case 'pattern':
      return { pointer: at, message: patternMessage(String(params.pattern)) }
    default:
      return { pointer: at, message: error.message ?? 'is not as required' }
  }
}

function patternMessage(pattern: string): string {
  if (pattern.includes('-7[0-9a-f]{3}-')) return 'must be a UUID version 7 in lower case'
  if (pattern.startsWith('^[0-9a-f]{64}')) return 'must be a SHA-256 in 64 lower-case hexadecimal digits'
  if (pattern.startsWith('^\\+'))
    return 'must be a telephone number in international form, such as +256772123456'
  if (pattern === '^[A-Z]{3}$') return 'must be a currency code of three capital letters, such as UGX'
  return `must match ${pattern}`
}
