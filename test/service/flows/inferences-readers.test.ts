import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../support/any-appliance.ts'
import {
  appended,
  at,
  DAY_MS,
  expectBare404,
  granted,
  harvestOf,
  inferred,
  phoneOf,
  readInference,
  retract,
} from '../../support/flows/help.ts'
import { modelled } from './modelled.ts'

/** Who may read an inference, and what of it (contract section 9). */

const { a, other, model, lender, opened } = await modelled()

const grant = (from: Actor, to: Actor, types: readonly string[], purpose?: string) =>
  granted(a, from, to, types, purpose)

describe('who may read one', () => {
  test('its asserter and whoever it is about; others by the grant of all persons in it, for predictions', async () => {
    const [first, second] = [await opened('In it'), await opened('In it too')]
    const inference = await inferred(a, model, [first.harvest.id, second.harvest.id])
    for (const who of [model, first.person, second.person])
      expect((await readInference(who, inference.id)).status).toBe(200)
    const statuses = async () => (await readInference(lender, inference.id)).status
    await grant(first.person, lender, ['inference'])
    await grant(second.person, lender, ['harvest'])
    expectBare404(await readInference(lender, inference.id))
    await grant(second.person, lender, ['inference'])
    expect(await statuses()).toBe(200)
    expectBare404(await readInference(lender, inference.id, 'insurance'))
    expectBare404(await readInference(other, inference.id))
    await second.person.post('/v1/objections', { id: uuidv7(), channel: 'app', record_types: ['inference'] })
    expectBare404(await readInference(lender, inference.id))
    expect((await readInference(second.person, inference.id)).status).toBe(200)
  })

  test('a device that reads from a day on reads no older prediction', async () => {
    const { harvest, person } = await opened('Has a phone')
    const old = await inferred(a, model, [harvest.id], { occurred_at: at(a.clock.nowMs - 9 * DAY_MS) })
    const young = await inferred(a, model, [harvest.id])
    const phone = await phoneOf(a, person, a.clock.nowMs - DAY_MS)
    expectBare404(await readInference(phone, old.id))
    expect((await readInference(phone, young.id)).status).toBe(200)
  })
})

describe('whether one is stale, once its reader may not read an input any more', () => {
  const UNKNOWN = { stale: null, stale_reason: 'input_not_readable' }
  const of = async (who: Actor, id: string) => (await readInference(who, id)).body.derived
  const ended = async (who: Actor, id: string) =>
    expect((await who.post(`/v1/grants/${id}/revocation`, {})).status).toBe(201)

  const openedBy = async () => {
    const person = await a.party('person', 'Opened')
    const grantId = await grant(person, model, ['harvest'], 'insurance')
    return { person, grantId, harvest: await appended(person, 'harvest', harvestOf(person)) }
  }

  test('is not told, whatever happens to that input, directly or through another', async () => {
    const { person, harvest, grantId } = await openedBy()
    const one = (await inferred(a, model, [harvest.id])).id
    const above = (await inferred(a, model, [one])).id
    for (const id of [one, above])
      expect(await of(model, id)).toMatchObject({ stale: false, stale_reason: null })
    await ended(person, grantId)
    const before = await Promise.all([one, above].map((id) => of(model, id)))
    for (const derived of before) expect(derived).toMatchObject(UNKNOWN)
    await appended(person, 'harvest', harvestOf(person, { supersedes: harvest.id }))
    expect(await Promise.all([one, above].map((id) => of(model, id)))).toEqual(before)
    await retract(person, harvest.id)
    expect(await Promise.all([one, above].map((id) => of(model, id)))).toEqual(before)
    // Whom it is about reads the input as their own.
    expect(await of(person, above)).toMatchObject({ stale: true, stale_reason: 'input_retracted' })
  })
})
