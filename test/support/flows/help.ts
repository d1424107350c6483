import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import type { ProblemCode } from '../../../src/base/problem.ts'
import { draftOf } from '../actors.ts'
import type { Actor, Answer, AnyAppliance } from '../any-appliance.ts'

/** What most flows need: quantities, an expected refusal, a mandate, a read. */

export const PURPOSE = 'credit_assessment'
export const cherry = (value = 120) => ({ crop: 'coffee_fresh_cherry', quantity: { value, unit: 'kg' } })

/** Fails unless the answer is this refusal, naming exactly these places of the body when any are given. */
export function expectRefused(
  answer: Answer,
  status: number,
  code: ProblemCode,
  pointers?: readonly string[],
): void {
  expect([answer.status, answer.body?.code], answer.text).toEqual([status, code])
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  if (!pointers) return
  // One place may be wrong in two ways: neither text nor one of the words.
  const named = new Set(answer.body.errors.map((error: { pointer: string }) => error.pointer))
  expect([...named].sort()).toEqual([...pointers].sort())
}

export function expectBare404(answer: Answer): void {
  expect(answer.status, answer.text).toBe(404)
  expect(answer.body).toEqual({
    title: 'Not Found',
    status: 404,
    correlation_id: answer.headers['x-correlation-id'],
  })
}

/** Appends and returns the stored record; fails loudly when it is not taken. */
export async function appended(actor: Actor, type: string, fields: object) {
  const answer = await actor.append(type, fields)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

/** What a device sends at once. */
const BATCH = 500

/** Sends so many records as a device does; fails loudly when one is not taken. @returns their ids */
export async function batch(
  a: AnyAppliance,
  actor: Actor,
  count: number,
  type: string,
  fields: (n: number) => object,
): Promise<string[]> {
  const records = Array.from({ length: count }, (_, n) => draftOf(a.clock, type, fields(n)))
  for (let left = records; left.length > 0; ) {
    const { body, text } = await actor.post('/v1/sync/outbox', { records: left.slice(0, BATCH) })
    const results: { id: string; problem?: { code: string } }[] = body.results
    // A busy machine may not get through a whole batch: the rest is sent again.
    const late = new Set(results.filter(({ problem }) => problem?.code === 'overloaded').map(({ id }) => id))
    expect(
      results.filter(({ id, problem }) => problem !== undefined && !late.has(id)),
      text,
    ).toEqual([])
    left = [...left.slice(0, BATCH).filter(({ id }) => late.has(id)), ...left.slice(BATCH)]
  }
  return records.map(({ id }) => id)
}

/** The bodies of all pages of a list. @param url with its parameters, but for the cursor */
export async function pagesOf(actor: Actor, url: string) {
  const pages = []
  for (let cursor = ''; ; cursor = `&cursor=${pages.at(-1)?.next}`) {
    const { status, text, body } = await actor.get(url + cursor)
    expect(status, text).toBe(200)
    pages.push(body)
    if (body.next === null) return pages
  }
}

/** The ids that each page of a list names. @param list the member of a page that is the list */
export const idsInPages = async (actor: Actor, url: string, list: string): Promise<string[][]> =>
  (await pagesOf(actor, url)).map((page) => page[list].map(({ id }: { id: string }) => id))

/** A phone of the party's, by a code of the office. @param sinceMs it reads nothing from before */
export async function phoneOf(a: AnyAppliance, { id }: Actor, sinceMs: number | null = null): Promise<Actor> {
  const wanted = { party: id, lifeMs: DAY_MS, sinceMs }
  const { enrolment_code } = await a.tasks.run('device.enrol', 'test', wanted)
  const draft = { id: uuidv7(), name: 'Phone' }
  const { status, text, body } = await a.holder(enrolment_code, id).post('/v1/devices', draft)
  expect(status, text).toBe(201)
  return a.holder(body.token, id)
}

export async function read(actor: Actor, id: string, purpose = PURPOSE) {
  const answer = await actor.get(`/v1/records/${id}?purpose=${purpose}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

export const harvestOf = (producer: { readonly id: string }, more: object = {}) => ({
  producer: producer.id,
  ...cherry(),
  ...more,
})

export const deliveryOf = (
  from: { readonly id: string },
  to: { readonly id: string },
  more: object = {},
) => ({
  from_party: from.id,
  to_party: to.id,
  ...cherry(),
  ...more,
})

/** How much stands in the log: what writes nothing leaves it as it was. */
export const logSize = async (a: AnyAppliance): Promise<number> =>
  (await a.tasks.run('anchor.status', 'test', { count: 0 })).log_entries

export const DAY_MS = 86_400_000
export const at = (ms: number) => new Date(ms).toISOString()

export interface Mandate {
  readonly record_types?: readonly string[]
  readonly acts?: readonly string[]
  /** Milliseconds before and after now. */
  readonly sinceMs?: number
  readonly forMs?: number
  readonly basis?: string
}

/** @returns the id of a delegation from the principal to the delegate */
export async function mandate(a: AnyAppliance, principal: Actor, delegate: Actor, given: Mandate = {}) {
  const now = a.clock.nowMs
  const answer = await principal.post('/v1/delegations', {
    id: uuidv7(),
    principal: principal.id,
    delegate: delegate.id,
    record_types: given.record_types ?? ['harvest', 'delivery', 'lot', 'obligation'],
    acts: given.acts ?? ['assert', 'correct', 'confirm'],
    valid_from: at(now - (given.sinceMs ?? DAY_MS)),
    valid_until: at(now + (given.forMs ?? 365 * DAY_MS)),
    basis: given.basis ?? 'in_person_signature',
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id as string
}

export const actingFor = (principal: Actor, delegation: string) => ({
  on_behalf_of: principal.id,
  delegation_id: delegation,
})

/** Consent for some months, unless it is told otherwise. @returns the id of the grant */
export async function granted(
  a: AnyAppliance,
  from: Actor,
  to: { readonly id: string },
  record_types: readonly string[],
  purpose = PURPOSE,
  more: object = {},
): Promise<string> {
  const answer = await from.post('/v1/grants', {
    id: uuidv7(),
    grantee: to.id,
    purpose,
    record_types,
    expires_at: at(a.clock.nowMs + 100 * DAY_MS),
    ...more,
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id as string
}

/** The same consent, for which the reader has asked: so it made itself known to the person. */
export async function grantedAsAsked(
  a: AnyAppliance,
  from: Actor,
  by: Actor,
  record_types: readonly string[],
  expires_at = at(a.clock.nowMs + 100 * DAY_MS),
): Promise<string> {
  const terms = { purpose: PURPOSE, record_types, expires_at, reason: 'You asked us for a loan.' }
  const { body } = await by.post('/v1/access-requests', { id: uuidv7(), about: { party: from.id }, ...terms })
  const grant = { id: uuidv7() }
  const answer = await from.post(`/v1/access-requests/${body.id}/decision`, { grant })
  expect(answer.status, answer.text).toBe(201)
  return grant.id
}

/** What a model says of these records; the time is the caller's to give. */
export const inferenceOf = (inputs: readonly string[], occurredAtMs: number, more: object = {}) => ({
  id: uuidv7(),
  model_id: 'yield-forecast',
  model_version: '2026.1',
  inputs,
  confidence: 0.7,
  output: { name: 'expected_harvest', value: 410, unit: 'kg' },
  occurred_at: at(occurredAtMs),
  lawful_basis: 'consent',
  ...more,
})

/** Appends an inference and returns it as stored; fails loudly when it is not taken. */
export async function inferred(a: AnyAppliance, model: Actor, inputs: readonly string[], more: object = {}) {
  const answer = await model.post('/v1/inferences', inferenceOf(inputs, a.clock.nowMs, more))
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

export const readInference = (actor: Actor, id: string, purpose = PURPOSE) =>
  actor.get(`/v1/inferences/${id}?purpose=${purpose}`)

export const retract = (actor: Actor, target: string, more: object = {}) =>
  actor.append('retraction', { target_id: target, reason: 'entered_in_error', ...more })

export const confirm = (a: AnyAppliance, actor: Actor, delivery: string, more: object = {}) =>
  actor.post(`/v1/deliveries/${delivery}/confirmation`, {
    id: uuidv7(),
    channel: 'in_person',
    occurred_at: at(a.clock.nowMs),
    ...more,
  })
