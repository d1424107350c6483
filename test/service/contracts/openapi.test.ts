import { existsSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { madeContract } from '../../../packaging/contract/made.ts'
import { PROBLEMS } from '../../../src/base/problem.ts'
import { RECORD_TYPES } from '../../../src/domain/types/index.ts'
import { makeAppliance } from '../../support/appliance.ts'

interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly security?: readonly unknown[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly content: Record<string, { schema: Schema }> }
  readonly responses: Record<string, { readonly content?: Record<string, { schema: Schema }> }>
}
interface Schema {
  readonly $ref?: string
  readonly properties?: Record<string, Schema>
  readonly dependentRequired?: Record<string, readonly string[]>
  readonly additionalProperties?: boolean
  readonly [member: string]: unknown
}
interface Contract {
  readonly openapi: string
  readonly jsonSchemaDialect: string
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, Schema> }
}
const a = await makeAppliance()
const text = await madeContract()
const contract = JSON.parse(text) as Contract
const operations: [name: string, operation: Operation][] = Object.entries(contract.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method} ${path}`,
      operation,
    ]),
)

const REMEDY = 'openapi.json is not what the schemas say; run "npm run contract" and commit the file'

test('the committed contract is the one the schemas make', () => {
  expect(existsSync('openapi.json'), REMEDY).toBe(true)
  expect(readFileSync('openapi.json', 'utf8').trimEnd() === text, REMEDY).toBe(true)
})

test('the contract is the same every time, and the one that is served', async () => {
  expect(await madeContract()).toBe(text)
  const served = await a.app.inject('/v1/openapi.json')
  expect(served.json()).toEqual(contract)
})

test('it is OpenAPI 3.1, names the dialect of its schemas, and tells nothing of where it was made', () => {
  expect(contract.openapi).toBe('3.1.0')
  expect(contract.jsonSchemaDialect).toBe('https://json-schema.org/draft/2020-12/schema')
  expect(text).not.toMatch(/\/tmp\/|granary-openapi|node_modules/)
})

describe('the two rules that tie members together are expressed', () => {
  const drafts = RECORD_TYPES.map(
    (type) =>
      `${type
        .split('_')
        .map((p) => p[0]?.toUpperCase() + p.slice(1))
        .join('')}Draft`,
  )
  test.each([...drafts, 'ConfirmationDraft'])('%s: on_behalf_of and delegation_id go together', (name) => {
    const { dependentRequired, properties } = contract.components.schemas[name] as Schema
    expect(dependentRequired).toMatchObject({
      on_behalf_of: ['delegation_id'],
      delegation_id: ['on_behalf_of'],
    })
    expect(properties).toHaveProperty('delegation_id')
  })
  test.each(drafts)('%s: normalized_kg needs conversion_id, where there is one', (name) => {
    const { dependentRequired, properties } = contract.components.schemas[name] as Schema
    const rule = dependentRequired?.normalized_kg
    expect(rule).toEqual(properties?.normalized_kg ? ['conversion_id'] : undefined)
  })
  test('a client made from the contract alone sees the fault before it sends', () => {
    const check = new Ajv2020({ strict: false, validateFormats: false }).compile(
      contract.components.schemas.HarvestDraft as object,
    )
    const id = '01900000-0000-7000-8000-000000000001'
    const harvest = {
      id,
      type: 'harvest',
      occurred_at: '2026-06-28T07:15:00Z',
      lawful_basis: 'consent',
      producer: id,
      crop: 'maize',
      quantity: { value: 1, unit: 'kg' },
    }
    expect(check(harvest)).toBe(true)
    for (const more of [{ on_behalf_of: id }, { delegation_id: id }, { normalized_kg: 1 }])
      expect(check({ ...harvest, ...more })).toBe(false)
    expect(check({ ...harvest, normalized_kg: 1, conversion_id: 'kg' })).toBe(true)
    expect(check({ ...harvest, unknown: 1 })).toBe(false)
  })
})

test('every route has an operationId of its own, a summary and a room', () => {
  const ids = operations.map(([, operation]) => operation.operationId)
  expect(new Set(ids).size).toBe(operations.length)
  for (const [name, { operationId, summary, tags }] of operations) {
    expect([name, operationId]).toEqual([name, expect.stringMatching(/^[a-z][A-Za-z]+$/)])
    expect([name, summary, tags?.length]).toEqual([name, expect.stringMatching(/\.$/), 1])
  }
})

test('every path carries the version', () => {
  expect(Object.keys(contract.paths).filter((path) => !path.startsWith('/v1/'))).toEqual([])
})

test('every refusal that is documented can be uttered, and is a problem document', () => {
  const statuses = new Set(Object.values(PROBLEMS).map(([status]) => String(status)))
  for (const [name, { responses }] of operations) {
    for (const [status, { content }] of Object.entries(responses)) {
      if (status < '400') continue
      expect(statuses.has(status), `${name} ${status}`).toBe(true)
      if (name === 'get /v1/ready') continue
      expect([name, status, Object.keys(content ?? {})]).toEqual([name, status, ['application/problem+json']])
    }
  }
})

test('every route that asks for a credential says 401 and 403, and no other does', () => {
  for (const [name, { security, responses }] of operations) {
    const open = security !== undefined && security.length === 0
    expect([name, '401' in responses, '403' in responses]).toEqual([name, !open, !open])
  }
})

test('every read of records documents the purpose as required, and every 404 that may come', () => {
  const reads = operations.filter(([name]) => name.startsWith('get /v1/records'))
  expect(reads.length).toBeGreaterThanOrEqual(3)
  for (const [name, { parameters, responses }] of reads) {
    const purpose = parameters?.find((parameter) => parameter.name === 'purpose')
    expect([name, purpose?.in, purpose?.required]).toEqual([name, 'query', true])
    if (name.includes('{id}')) expect(responses, name).toHaveProperty('404')
  }
})

test('every reference in it leads somewhere', () => {
  const targets = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1] as string)
  expect(targets.length).toBeGreaterThan(50)
  expect(targets.filter((target) => !(target in contract.components.schemas))).toEqual([])
})

test('what is sent is a closed shape, so that a typing mistake is never dropped', () => {
  for (const [name, schema] of Object.entries(contract.components.schemas))
    if (name.endsWith('Draft') && name !== 'RecordDraft')
      expect([name, schema.additionalProperties]).toEqual([name, false])
})

test('who has the contract already is told so, and sent nothing', async () => {
  const first = await a.cooperative.get('/v1/openapi.json')
  const again = await a.cooperative.get('/v1/openapi.json', { 'if-none-match': String(first.headers.etag) })
  expect([again.status, again.text]).toEqual([304, ''])
  const other = await a.cooperative.get('/v1/openapi.json', { 'if-none-match': '"other"' })
  expect(other.status).toBe(200)
})
