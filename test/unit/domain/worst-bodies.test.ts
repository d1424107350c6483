import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { TSchema } from '@sinclair/typebox'
import { expect, test, vi } from 'vitest'
import type { Problem } from '../../../src/base/problem.ts'
import { membersOf } from '../../../src/base/typed.ts'
import { mostPartsIn, readIJson, tooManyParts } from '../../../src/domain/i-json.ts'
import { registryRowFaults } from '../../../src/domain/registry.ts'
import { compileCheck } from '../../../src/domain/validation.ts'

/** The body that costs the most work on each route that accepts JSON: its elements are counted as they are read. */

const RECORD_BYTES = 64 * 1024
/** A refusal lists 50 faults. Each may be found in an element with some members. */
const MOST_VISITS = 500
/** The search ends when it has 50, behind the element or at the end of the object that it is in. */
const MOST_MADE = 100

interface Contract {
  readonly paths: Record<string, Record<string, { requestBody?: unknown; operationId?: string }>>
  readonly components: { readonly schemas: Record<string, TSchema> }
}
const contract = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
) as Contract

/** Returns a schema of the contract with everything that it refers to in its place. */
function whole(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(whole)
  const { $ref } = membersOf(value)
  if (typeof $ref === 'string') return whole(contract.components.schemas[$ref.split('/').at(-1) as string])
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, whole(held)]))
}

/** Every shape that a route checks, by operation; each type of record is checked by itself. */
const bodies = Object.values(contract.paths).flatMap((path) =>
  Object.values(path).flatMap(({ requestBody, operationId = '' }) => {
    const { schema } = membersOf(membersOf(membersOf(requestBody).content)['application/json'])
    // A batch is split into its records, which have the shapes of `POST /v1/records`.
    if (schema === undefined || operationId === 'drainOutbox') return []
    const made = whole(schema) as TSchema
    const shapes: TSchema[] = made.oneOf ?? [made]
    return shapes.map((shape): [string, TSchema] => [
      `${operationId} ${shape.properties.type?.enum ?? ''}`,
      shape,
    ])
  }),
)

/** Returns values that have this value at one place of the shape, for each place where it has a list or an object. */
function* placesFor(shape: TSchema, list: unknown, object: unknown): Generator<unknown> {
  for (const one of shape.anyOf ?? []) yield* placesFor(one, list, object)
  if (shape.type === 'array') {
    yield list
    for (const inner of placesFor(shape.items, list, object)) yield [inner]
  }
  if (shape.type !== 'object') return
  yield object
  const type = shape.properties?.type?.enum?.[0]
  for (const [name, member] of Object.entries<TSchema>(shape.properties ?? {}))
    for (const inner of placesFor(member, list, object)) yield { ...(type && { type }), [name]: inner }
}

/** Returns the value, which counts the elements and members whose value anyone reads. */
function watched(value: unknown): { readonly value: unknown; readonly visits: () => number } {
  let visits = 0
  const watch = (one: unknown): unknown =>
    typeof one !== 'object' || one === null
      ? one
      : new Proxy(one, {
          get: (of, name) => {
            if (Array.isArray(of) && name === 'length') return of.length
            visits++
            return watch(Reflect.get(of, name))
          },
        })
  return { value: watch(value), visits: () => visits }
}

/** Calls the work, and counts the faults that validators make, listed or not. */
function counted<T>(work: () => T): { readonly result: T; readonly made: number } {
  const { push } = Array.prototype
  let made = 0
  Array.prototype.push = function (...items: unknown[]) {
    if (membersOf(items[0]).schemaPath !== undefined) made++
    return push.apply(this, items)
  }
  try {
    return { result: work(), made }
  } finally {
    Array.prototype.push = push
  }
}

/** More than anything may look at, by far. */
const ELEMENTS = 2_000
const ID = '0197b6c0-0000-7000-8000-000000000000'
const FILLINGS = [{}, [], 0, null, '', 'x', ID, { record_id: ID }]
const members = (value: unknown) =>
  Object.fromEntries(Array.from({ length: ELEMENTS }, (_, i) => [`m${i}`, value]))

test('the contract names every route that accepts JSON', () => {
  expect(bodies.length).toBeGreaterThan(25)
  expect(bodies.map(([name]) => name)).toContain('appendRecord lot')
})

test.each(bodies)('%s: fifty faults end the search, wherever they are', (_name, shape) => {
  const check = compileCheck(shape)
  let tried = 0
  for (const filling of FILLINGS)
    for (const body of placesFor(shape, new Array(ELEMENTS).fill(filling), members(filling))) {
      const { value, visits } = watched(body)
      const { result: found, made } = counted(() => check(value))
      tried++
      if (found === null) continue
      expect(found.length).toBeLessThanOrEqual(50)
      expect(made).toBeLessThan(MOST_MADE)
      // Written out only where it fails: most of the time would go into it.
      if (visits() >= MOST_VISITS) expect.fail(`${visits()} visits: ${JSON.stringify(body).slice(0, 60)}`)
    }
  expect(tried).toBeGreaterThanOrEqual(FILLINGS.length)
})

test('a list that is too long is refused for its length alone, whatever it holds', () => {
  const lot = bodies.find(([name]) => name === 'appendRecord lot')?.[1] as TSchema
  const { value, visits } = watched({ type: 'lot', inputs: new Array(ELEMENTS).fill({}) })
  const found = compileCheck(lot)(value) ?? []
  expect(found.filter(({ pointer }) => pointer.startsWith('/inputs'))).toEqual([
    { pointer: '/inputs', message: 'must NOT have more than 256 items' },
  ])
  expect(visits()).toBeLessThan(100)
})

test('a row of the registry lists as few', () => {
  const weighings = new Array(9_000).fill({})
  const faults = registryRowFaults('conversions', { weighings } as never, () => false)
  expect(faults.length).toBeLessThan(100)
})

/** Returns why the text is refused, and otherwise how many parts were counted. */
function partsOf(
  text: string,
  maxBytes = RECORD_BYTES,
): { readonly parts: number; readonly code: string | null } {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    return { parts: readIJson(text, 32, mostPartsIn(maxBytes)).parts, code: null }
  } catch (error) {
    expect(parse).not.toHaveBeenCalled()
    return { parts: 0, code: (error as Problem).code }
  } finally {
    parse.mockRestore()
  }
}
const filled = (one: string, bytes = RECORD_BYTES - 100) =>
  `{"type":"lot","inputs":[${new Array(Math.floor(bytes / (one.length + 1))).fill(one).join()}]}`

test.each(['{}', '[]', '""', '"a"', '{"":{}}', '[[]]', '[{}]', '{"a":1}'])(
  'a record full of %s is refused before any of it is made',
  (one) => {
    const text = filled(one)
    expect(gzipSync(text).length).toBeLessThan(500)
    expect(partsOf(text).code).toBe('body_too_large')
  },
)

test.each<[string, string, number]>([
  ['objects', '[{},{}]', 3],
  ['members and their texts', '{"a":"b","c":1}', 4],
  ['texts with brackets, quotes and escapes in them', '["{[\\"{[",""]', 3],
  ['lists, but for those of numbers', '[[],[0,1],[-1],[[0,0],[1,1]],7,null]', 3],
])('%s count', (_name, text, parts) => {
  expect(partsOf(text)).toEqual({ parts, code: null })
})

test('what people record is admitted, as large as it may be', () => {
  const geometry = {
    type: 'Polygon',
    coordinates: [Array.from({ length: 10_000 }, (_, i) => [i % 10, i % 7])],
  }
  const input = { record_id: ID, quantity: { value: 1, unit: 'kg' } }
  for (const record of [
    { type: 'plot', geometry },
    { type: 'lot', inputs: new Array(256).fill(input) },
    { type: 'lot', inputs: new Array(700).fill(input) },
    { type: 'payment', settles: new Array(800).fill({ obligation_id: ID, amount_minor: 1 }) },
  ]) {
    const text = JSON.stringify(record)
    expect(text.length).toBeLessThanOrEqual(RECORD_BYTES)
    expect(partsOf(text).code).toBeNull()
  }
  // Written out for people to read, a position takes more bytes.
  const pretty = JSON.stringify(
    { type: 'Polygon', coordinates: [Array.from({ length: 1_200 }, () => [0.5, 32.5])] },
    null,
    1,
  )
  expect(pretty.length).toBeLessThan(RECORD_BYTES)
  expect(partsOf(pretty).code).toBeNull()
})

test('the most parts are refused as too large, with their number', () => {
  const at = (parts: number) => `[${new Array(parts - 1).fill('""').join()}]`
  expect(partsOf(at(8_192)).code).toBeNull()
  expect(partsOf(at(8_193)).code).toBe('body_too_large')
  expect([mostPartsIn(1024), tooManyParts(128).extra.detail]).toEqual([128, expect.stringContaining('128')])
})
