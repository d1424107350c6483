import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Exchange, textOf } from '../../../packaging/contract/examples.ts'
import { PROBLEMS, type ProblemCode } from '../../../src/base/problem.ts'
import { codesOf, type Described, operationsOf, type Parameter, Schemas } from './contract.ts'
import { HARDLY_EVER, WITHOUT_EXAMPLE } from './refusals/not-provoked.ts'
import { type Run, runExamples } from './run.ts'

/** The examples of the contract are what a real service was asked and answered; each operation and each code has one. */

const FILE = 'packaging/contract/examples.json'
const REMEDY = `${FILE} is not what the service answers; run "npm run examples" and commit the file`
const HOW = 'show one in test/system/reference/story, or provoke it in test/system/reference/refusals'
const isWriting = (import.meta as unknown as { env: { MODE: string } }).env.MODE === 'examples'
/** While they are written, the contract still has the old ones. */
const checked = describe.skipIf(isWriting)

let run: Run
let operations: Described[]
let schemas: Schemas
beforeAll(async () => {
  run = await runExamples()
  operations = operationsOf(run.contract)
  schemas = new Schemas(run.contract)
  if (!isWriting) return
  writeFileSync(FILE, JSON.stringify(run.examples))
  execFileSync('node_modules/.bin/biome', ['format', '--write', FILE])
})

const exchangesOf = ({ name }: Described): readonly Exchange[] => run.examples.operations[name] ?? []

test('the examples are what a real service answers', () => {
  expect(JSON.parse(readFileSync(FILE, 'utf8')), REMEDY).toEqual(run.examples)
})

test('nothing in them is a secret, or random', () => {
  const text = JSON.stringify(run.examples)
  const tokens = [...text.matchAll(/gry(?:enr)?_[\w-]+/g)].map(([token]) => token)
  expect(tokens.length).toBeGreaterThan(0)
  expect(tokens.filter((token) => !token.startsWith('gry_SAMPLE-'))).toEqual([])
  for (const [, key] of text.matchAll(/"recovery_key":"([^"]*)"/g)) expect(key).toMatch(/^SAMPLE-key-/)
  expect(text).not.toMatch(/\/tmp\/|granary-test/)
})

checked('every operation', () => {
  test('has an example', () => {
    const without = operations
      .filter((operation) => exchangesOf(operation).length === 0)
      .map(({ name }) => name)
    expect(without, HOW).toEqual([])
    expect(Object.keys(run.examples.operations).sort()).toEqual(operations.map(({ name }) => name).sort())
  })
  test('has one of each answer that is no refusal', () => {
    const missing = operations.flatMap((operation) => {
      const shown = exchangesOf(operation).map(({ answer }) => String(answer.status))
      return (
        Object.keys(operation.responses)
          // What was here already is answered in the same shape as when it was written.
          .filter(
            (status) =>
              status < '400' && !shown.includes(status === '200' && shown.includes('201') ? '201' : status),
          )
          .map((status) => `${operation.name} ${status}`)
      )
    })
    expect(missing, HOW).toEqual([])
  })
  test('answers what its contract says, headers too', () => {
    for (const operation of operations)
      for (const { name, answer } of exchangesOf(operation)) {
        const what = `${operation.name}, ${name}`
        const { content = {}, headers = {} } = operation.responses[answer.status] ?? {}
        expect(Object.keys(operation.responses), what).toContain(String(answer.status))
        const undocumented = Object.keys(answer.headers ?? {}).filter((header) => !(header in headers))
        expect(undocumented, what).toEqual([])
        expect(answer.media_type === undefined || answer.media_type in content, what).toBe(true)
        const schema = content[answer.media_type ?? '']?.schema
        const value = answer.text === undefined ? answer.body : textOf(answer.text)
        if (schema && value !== undefined) expect(schemas.faults(schema, value), what).toBe('')
      }
  })
  test('is asked as its contract says', () => {
    for (const operation of operations)
      for (const { name, request } of exchangesOf(operation)) {
        const what = `${operation.name}, ${name}`
        expect(parameterFaults(operation, request), what).toEqual([])
        const schema = operation.requestBody?.content['application/json']?.schema
        if (request.body !== undefined)
          expect(schema ? schemas.faults(schema, request.body) : 'takes no JSON', what).toBe('')
      }
  })
  test('shows them in the contract', () => {
    for (const operation of operations)
      for (const { name, answer, request } of exchangesOf(operation)) {
        const what = `${operation.name}, ${name}`
        const ofAnswer = operation.responses[answer.status]?.content?.[answer.media_type ?? '']?.examples
        if (answer.bytes === undefined && answer.media_type !== undefined)
          expect(ofAnswer, what).toHaveProperty(name)
        const ofRequest = operation.requestBody?.content['application/json']?.examples
        if (request.body !== undefined) expect(ofRequest, what).toHaveProperty(name)
      }
  })
})

/** Headers that no contract of OpenAPI describes: it has other places for them, or none. */
const OF_HTTP = ['accept', 'content-type', 'range', 'if-none-match', 'content-encoding']

function parameterFaults({ parameters = [] }: Described, request: Exchange['request']): string[] {
  const said = { path: request.path ?? {}, query: request.query ?? {}, header: request.headers ?? {} }
  const fault = ({ name, in: place, required, schema }: Parameter): string => {
    const text = said[place][name]
    if (text === undefined) return required ? 'is missing' : ''
    const value = schema.type === 'integer' ? Number(text) : schema.type === 'array' ? [text] : text
    return schemas.faults(schema, value)
  }
  const known = (place: string, name: string) => parameters.some((p) => p.in === place && p.name === name)
  const unknown = Object.entries(said).flatMap(([place, names]) =>
    Object.keys(names).filter((name) => !known(place, name) && !OF_HTTP.includes(name)),
  )
  return [
    ...parameters
      .map((parameter) => `${parameter.name} ${fault(parameter)}`)
      .filter((text) => !text.endsWith(' ')),
    ...unknown.map((name) => `${name} is no parameter`),
  ]
}

checked('every code', () => {
  const codes = Object.keys(PROBLEMS) as ProblemCode[]
  test('has an example, or a reason why it has none', () => {
    const shown = Object.keys(run.examples.problems)
    const missing = codes.filter((code) => !shown.includes(code) && WITHOUT_EXAMPLE[code] === undefined)
    expect(missing, HOW).toEqual([])
    expect(shown.filter((code) => code in WITHOUT_EXAMPLE)).toEqual([])
  })
  test('has one that is the problem it says', () => {
    const schema = { $ref: '#/components/schemas/Problem' }
    for (const [code, { value }] of Object.entries(run.contract.components.examples)) {
      expect(schemas.faults(schema, value), code).toBe('')
      const [status, title] = PROBLEMS[code as ProblemCode]
      expect(value).toMatchObject(code === 'not_found' ? { status, title } : { code, status, title })
    }
  })
})

checked('what an operation may refuse', () => {
  const declared = () =>
    operations.flatMap((operation) => codesOf(operation).map((code) => `${operation.name}: ${code}`))
  const hardlyEver = HARDLY_EVER.map(([operation, code]) => `${operation}: ${code}`)

  test('is all in its contract', () => {
    const undeclared = [...run.uttered].filter((said) => !declared().includes(said))
    expect(undeclared, 'name the code in problems(...) of the route').toEqual([])
  })
  test('and nothing is in its contract that it does not utter', () => {
    const unheard = declared().filter((said) => !run.uttered.has(said))
    expect(unheard.sort(), HOW).toEqual(hardlyEver.sort())
  })
  test('is told by code wherever it is told by status', () => {
    const bare = operations.flatMap(({ name, responses }) =>
      Object.entries(responses)
        .filter(([status, { content }]) => {
          const problem = content?.['application/problem+json']
          return status >= '400' && problem !== undefined && problem.examples === undefined
        })
        .map(([status]) => `${name} ${status}`),
    )
    expect(bare).toEqual([])
  })
})
