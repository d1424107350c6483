import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import type { ProblemCode } from '../../../src/base/problem.ts'
import { draftOf } from '../../support/actors.ts'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import {
  appended,
  DAY_MS,
  deliveryOf,
  expectRefused,
  harvestOf,
  mandate,
  retract,
} from '../../support/flows/help.ts'

/**
 * One request that violates everything, mended one fault at a time: each time the first fault left, in the
 * order of contract section 4, is the one that is named.
 */

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const buyer = await a.party('business', 'Mill')

const json = { 'content-type': 'application/json' }
const post = (who: Actor, payload: string, headers: Record<string, string>) =>
  who.post('/v1/records', payload, headers)

test('the door refuses in the order credential, kind, size, media type, JSON, shape', async () => {
  const nobody = a.holder(`gry_${'x'.repeat(43)}`, farmer.id)
  const reader = a.holder(await a.credential(farmer.id, 'reader'), farmer.id)
  const huge = 'x'.repeat(70_000)
  const text = { 'content-type': 'text/plain' }
  expectRefused(await post(nobody, huge, text), 401, 'no_verified_subject')
  expectRefused(await post(reader, huge, text), 403, 'not_permitted_for_credential')
  expectRefused(await post(farmer, huge, text), 413, 'body_too_large')
  expectRefused(await post(farmer, '{', text), 415, 'unsupported_media_type')
  expectRefused(await post(farmer, '{', json), 400, 'malformed_json')
  expectRefused(await post(farmer, '{}', json), 422, 'schema_violation', ['/type'])
})

test('the intake refuses in the order shape, id, cross-field rules, basis, delegation, references, authority', async () => {
  const taken = await appended(farmer, 'harvest', harvestOf(farmer))
  const retracted = await appended(buyer, 'delivery', deliveryOf(farmer, buyer))
  await retract(buyer, retracted.id)
  const standing = await appended(buyer, 'delivery', deliveryOf(farmer, buyer))
  const dead = await mandate(a, buyer, farmer, { forMs: 1_000 })
  a.clock.nowMs += DAY_MS
  const overHarvests = await mandate(a, buyer, farmer, { record_types: ['harvest'] })
  const live = await mandate(a, buyer, farmer)
  // A delivery with a price, for the buyer, on a ground that does not carry prices, correcting nothing that is here.
  const wrong: Record<string, unknown> = {
    ...draftOf(a.clock, 'delivery', deliveryOf(farmer, buyer)),
    ...{ id: taken.id, occurred_at: 'yesterday', normalized_kg: 120, asserted_by: buyer.id },
    ...{ lawful_basis: 'consent', agreed_price: { amount_minor: 100, currency: 'UGX' } },
    ...{ on_behalf_of: buyer.id, supersedes: uuidv7() },
  }
  const refused = async (status: number, code: ProblemCode, pointers?: string[], more: object = {}) =>
    expectRefused(await farmer.post('/v1/records', { ...wrong, ...more }), status, code, pointers)

  await refused(422, 'schema_violation', ['/occurred_at'])
  wrong.occurred_at = new Date(a.clock.nowMs).toISOString()
  await refused(409, 'id_conflict')
  wrong.id = uuidv7()
  await refused(422, 'delegation_required', ['/delegation_id'])
  wrong.delegation_id = uuidv7()
  await refused(422, 'conversion_required', ['/conversion_id'])
  wrong.conversion_id = 'whatever'
  await refused(422, 'schema_violation', ['/asserted_by'])
  delete wrong.asserted_by
  await refused(422, 'lawful_basis_insufficient', ['/lawful_basis'])
  wrong.lawful_basis = 'special_data_consent'
  await refused(422, 'reference_unresolved', ['/delegation_id'])
  wrong.delegation_id = dead
  await refused(422, 'delegation_not_live', ['/delegation_id'])
  wrong.delegation_id = overHarvests
  // Before what it names is looked up, whatever that is.
  for (const named of [wrong.supersedes, taken.id, retracted.id, standing.id])
    await refused(422, 'delegation_not_live', ['/delegation_id'], { supersedes: named })
  wrong.delegation_id = live
  await refused(422, 'reference_unresolved', ['/supersedes'])
  wrong.supersedes = taken.id
  await refused(422, 'schema_violation', ['/supersedes'])
  wrong.supersedes = retracted.id
  await refused(422, 'already_retracted', ['/supersedes'])
  wrong.supersedes = standing.id
  const answer = await farmer.post('/v1/records', wrong)
  expect(answer.status, answer.text).toBe(201)
})
