import type { Static, TSchema } from '@sinclair/typebox'
import {
  _,
  Ajv2020,
  type CodeKeywordDefinition,
  type ErrorObject,
  type KeywordCxt,
  Name,
  type ValidateFunction,
} from 'ajv/dist/2020.js'
import { Problem, type Violation } from '../base/problem.ts'
import { membersOf } from '../base/typed.ts'
import { parseInstant } from './time.ts'

export type SchemaError = Pick<ErrorObject, 'keyword' | 'params'>

/**
 * Most violations that a check looks for and a 422 lists: enough to correct a form without a huge reply. A body
 * of 64 KiB can have 20,000, and a file of a few megabytes millions.
 */
export const MAX_VIOLATIONS = 50

const options = {
  strict: false,
  // The schemas are our own and are checked against their dialect by the tests, not at every start.
  validateSchema: false,
  removeAdditional: false,
  coerceTypes: false,
  useDefaults: false,
  formats: { 'date-time': (text: string) => parseInstant(text) !== null },
} as const

// The first stops at the first fault; the second lists faults and runs only on refused input.
const quick = new Ajv2020(options)
const thorough = stopAtMost(new Ajv2020({ ...options, allErrors: true }))

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
 * Makes a validator that lists faults stop in lists and objects of any length once it has found the most that
 * a refusal lists. The elements of a list that is too long are not looked at.
 */
export function stopAtMost<A extends Pick<Ajv2020, 'getKeyword' | 'removeKeyword' | 'addKeyword'>>(
  ajv: A,
): A {
  const stopIfEnough = ({ gen }: KeywordCxt) =>
    gen.if(_`${new Name('errors')} >= ${MAX_VIOLATIONS}`, () => gen.break())
  const ifShort = ({ gen, data, parentSchema: { maxItems } }: KeywordCxt, code: () => void) =>
    maxItems === undefined ? code() : gen.if(_`${data}.length <= ${maxItems}`, code)
  replaceCode(ajv, 'uniqueItems', (cxt, code) => ifShort(cxt, () => code(cxt)))
  replaceCode(ajv, 'items', (cxt, code) => {
    const { gen, data, keyword, parentSchema, it } = cxt
    if (parentSchema.prefixItems !== undefined) return code(cxt)
    it.items = true
    ifShort(cxt, () =>
      gen.forRange('i', 0, _`${data}.length`, (i) => {
        cxt.subschema({ keyword, dataProp: i, dataPropType: BY_NUMBER }, gen.name('valid'))
        stopIfEnough(cxt)
      }),
    )
  })
  replaceCode(ajv, 'additionalProperties', (cxt, code) => {
    const { gen, data, schema, parentSchema, it } = cxt
    if (schema !== false || parentSchema.patternProperties !== undefined) return code(cxt)
    it.props = true
    const known = Object.keys(parentSchema.properties ?? {})
    gen.forIn('key', data, (key) => {
      gen.if(
        known.reduce((unlike, name) => _`${unlike} && ${key} !== ${name}`, _`true`),
        () => {
          cxt.setParams({ additionalProperty: key })
          cxt.error()
          stopIfEnough(cxt)
        },
      )
    })
  })
  return ajv
}

/** Ajv's `Type.Num`, which its types hide from modules: the element is found by its index. */
const BY_NUMBER = 0

function replaceCode(
  ajv: Pick<Ajv2020, 'getKeyword' | 'removeKeyword' | 'addKeyword'>,
  keyword: string,
  code: (cxt: KeywordCxt, standard: (cxt: KeywordCxt) => void) => void,
): void {
  const standard = ajv.getKeyword(keyword) as CodeKeywordDefinition
  ajv.removeKeyword(keyword)
  ajv.addKeyword({ ...standard, code: (cxt) => code(cxt, (same) => standard.code(same)) })
}

/**
 * Makes a check of a value against a schema that strips, coerces and fills in nothing. It leaves
 * `dependentRequired` to the rules, whose refusals have codes of their own (contract §4). It is compiled at
 * first use: compiling all schemas would take half the time of a start.
 * @param told makes what the check returns of each violation
 * @returns a check that returns the violations, at most 50, or null if there are none
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
 * `schema_violation` that lists its violations.
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
