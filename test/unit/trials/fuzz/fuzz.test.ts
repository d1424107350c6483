import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readContract } from '../../../trials/fuzz/contract.ts'
import { faultsOf } from '../../../trials/fuzz/judge.ts'
import { type Answer, answerIn } from '../../../trials/fuzz/line.ts'
import { correlationOf, type Request, Requests } from '../../../trials/fuzz/requests.ts'
import { EMPTY_WORLD, type World } from '../../../trials/fuzz/world.ts'

/** The judge of `npm run test:fuzz` sees what it looks for; the fuzz itself: fuzz.trial.ts. */

const CONTRACT = fileURLToPath(new URL('../../../../openapi.json', import.meta.url))

const contract = readContract(CONTRACT)
const operationOf = (id: string) => contract.operations.find((o) => o.id === id) ?? null
const asked = (operation: string | null, more: Partial<Request> = {}): Request => ({
  number: 7,
  kind: `${operation}, right`,
  method: 'GET',
  bytes: Buffer.alloc(0),
  operation: operation === null ? null : operationOf(operation),
  isRough: false,
  ...more,
})

const PROBLEM = 'application/problem+json; charset=utf-8'
const id = correlationOf(7)
const answer = (status: number, body: object | string, headers: object = {}): Answer => ({
  status,
  headers: new Map(Object.entries({ 'content-type': PROBLEM, 'x-correlation-id': id, ...headers })),
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  ms: 1,
})
const problem = (status: number, code: string, more: object = {}) => ({
  type: `urn:granary:problem:${code}`,
  title: 'x',
  status,
  code,
  correlation_id: id,
  ...more,
})
const judged = (request: Request, given: Answer) => faultsOf(request, given, contract, '/tmp/granary-xyz')
const bare = { title: 'Not Found', status: 404, correlation_id: id }

const UNNAMED = 'which the contract does not name'
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const read = asked('getRecord')
const refused = (status: number, code: string, more: object = {}) =>
  answer(status, problem(status, code, more))
const asking = (more: object) => refused(400, 'purpose_required', more)

describe('the judge', () => {
  test('lets pass what the contract allows', () => {
    const text = answer(403, 'The server does not have this address.', { 'content-type': 'text/plain' })
    expect(judged(asked(null, { isRough: true }), text)).toEqual([])
    expect(judged(asked(null), text)).toEqual(['403 that is no problem document'])
    const busy = answer(503, problem(503, 'overloaded'), { 'retry-after': '1' })
    for (const given of [answer(404, bare), asking({}), answer(200, {}, JSON_TYPE), busy])
      expect(judged(read, given)).toEqual([])
    expect(judged(asked(null), answer(404, bare))).toEqual([])
  })
  test.each<[string, Request, Answer]>([
    ['an answer 500', read, refused(500, 'internal_error')],
    ['503 without Retry-After', read, refused(503, 'overloaded')],
    ['401 without WWW-Authenticate', read, refused(401, 'no_verified_subject')],
    [`getRecord answers 409 id_conflict, ${UNNAMED}`, read, refused(409, 'id_conflict')],
    [`getHealth answers 404, ${UNNAMED}`, asked('getHealth'), answer(404, bare)],
    ['404 without a code, and yet not bare', read, answer(404, { ...bare, detail: 'x' })],
    ['400 without a code', read, answer(400, { ...bare, status: 400 })],
    ['400 that is no problem document', read, answer(400, '', { 'content-type': 'text/html' })],
    ['a problem document that is no JSON', read, answer(400, '{')],
    ['a problem document with another status', read, answer(404, { ...bare, status: 403 })],
    ['a problem document with a member too many', read, asking({ stack: 'x' })],
    ['a correlation id that was sent did not come back', { ...read, number: 8 }, answer(404, bare)],
    ['an answer tells what is behind it', read, asking({ detail: 'in /tmp/granary-xyz/data' })],
    ['an answer tells what is behind it', read, asking({ detail: 'SQLITE_CONSTRAINT: no such column' })],
    ['an answer holds a token', read, answer(200, { t: `gry_${'a'.repeat(43)}` }, JSON_TYPE)],
  ])('sees: %s', (fault, request, given) => {
    expect(judged(request, given)).toContain(fault)
  })
})

test('the same seed and number make the same request', () => {
  const caller = { kind: 'party', party: correlationOf(1), token: 'gry_x' } as const
  const world: World = {
    ...EMPTY_WORLD,
    beganMs: Date.UTC(2026, 5, 28),
    callers: [caller],
    parties: [caller.party],
    purposes: ['credit_assessment'],
    codes: { crops: ['coffee_green'], units: ['kg'] },
  }
  const [one, other] = [new Requests(contract, 1), new Requests(contract, 1)]
  const kinds = new Set<string>()
  for (let number = 0; number < 400; number++) {
    const request = one.make(number, world)
    expect(other.make(number, world)).toEqual(request)
    kinds.add(request.kind.split(',')[0] as string)
  }
  expect(kinds.size).toBeGreaterThan(contract.operations.length / 2)
})

test('answers are read as they come, whole or in pieces', () => {
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
  expect(answerIn(Buffer.from(text), 'GET')).toMatchObject({ status: 200, length: text.length })
  expect(answerIn(Buffer.from(text.slice(0, -1)), 'GET')).toBeNull()
  expect(answerIn(Buffer.from('SSH-2.0\r\n\r\n'), 'GET')).toContain('no status line')
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'
  expect(answerIn(Buffer.from(chunked), 'GET')).toMatchObject({ length: chunked.length })
})
