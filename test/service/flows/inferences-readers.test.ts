import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../support/any-appliance.ts'
import {
  appended,
  at,
  cherry,
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

const lossOf = (lot_id: string) => ({ lot_id, cause: 'drying', quantity: { value: 2, unit: 'kg' } })

/** One inference over a loss and something else, and one over it. */
async function overLoss(by: Actor, ...inputs: string[]): Promise<[string, string]> {
  const inference = (await inferred(a, by, inputs)).id
  return [inference, (await inferred(a, by, [inference])).id]
}

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

  test('a reader by grant sees the ids of those inputs alone that it may read', async () => {
    const { person, harvest } = await opened('Shows predictions')
    const inference = await inferred(a, model, [harvest.id, harvest.id])
    const two = await inferred(a, model, [inference.id, harvest.id])
    await grant(person, lender, ['inference'])
    const seen = (await readInference(lender, two.id)).body
    expect([seen.inputs, seen.derived.redacted]).toEqual([[inference.id], [{ member: 'inputs', count: 1 }]])
    await grant(person, lender, ['harvest'])
    const all = (await readInference(lender, two.id)).body
    expect([all.inputs, all.derived.redacted]).toEqual([[inference.id, harvest.id], undefined])
  })

  test('so does whoever it is about: what was said of others is not his to know', async () => {
    const [mine, theirs] = [await opened('Has a part'), await opened('Has another part')]
    const ofOthers = await inferred(a, model, [theirs.harvest.id])
    const inputs = [mine.harvest.id, ofOthers.id, theirs.harvest.id, theirs.harvest.id]
    const { id } = await inferred(a, model, inputs)
    expect((await readInference(model, id)).body.inputs).toEqual(inputs)
    const seen = (await readInference(mine.person, id)).body
    expect([seen.inputs, seen.derived.redacted]).toEqual([
      [mine.harvest.id],
      [{ member: 'inputs', count: 2 }],
    ])
    const answer = await mine.person.post('/v1/subject-access-requests')
    expect(answer.text).not.toContain(ofOthers.id)
    expect(answer.text).not.toContain(theirs.harvest.id)
    expect(answer.body.redactions).toContainEqual({ id, pointer: '/inputs', reason: 'another_person' })
  })

  test('what does not resolve tells nobody, so no grant opens it', async () => {
    const { person, harvest } = await opened('Half known')
    const unseen = await appended(other, 'harvest', harvestOf(other))
    const inference = await inferred(a, model, [harvest.id, unseen.id])
    await grant(person, lender, ['inference'])
    expectBare404(await readInference(lender, inference.id))
    expectBare404(await readInference(other, inference.id))
    expect((await readInference(person, inference.id)).status).toBe(200)
    // Nor what rests on it.
    const above = await inferred(a, model, [inference.id])
    expectBare404(await readInference(lender, above.id))
    expect((await readInference(person, above.id)).status).toBe(200)
  })

  test('sixteen inferences deep its subjects are followed, and no deeper; they themselves read it all the same', async () => {
    const { person, harvest } = await opened('Deep below')
    await grant(person, lender, ['inference'])
    let below = harvest.id as string
    const read: number[] = []
    for (let deep = 1; deep <= 17; deep++) {
      below = (await inferred(a, model, [below])).id
      expect((await readInference(person, below)).status).toBe(200)
      read.push((await readInference(lender, below)).status)
    }
    expect(read).toEqual([...Array(16).fill(200), 404])
  })

  test('whoever a loss turns out to be about later comes to be a subject of what was made from it', async () => {
    const lotId = uuidv7()
    const holder = await a.party('person', 'Holds the lot')
    const loss = await appended(holder, 'loss', lossOf(lotId))
    await grant(holder, model, ['loss'])
    const own = await appended(holder, 'harvest', harvestOf(model))
    const [inference, above] = await overLoss(holder, loss.id, own.id)
    await appended(holder, 'lot', { id: lotId, holder: holder.id, ...cherry() })
    const next = await a.party('person', 'Is named by a correction')
    for (const id of [inference, above]) expectBare404(await readInference(next, id))
    await appended(holder, 'lot', { supersedes: lotId, holder: next.id, ...cherry() })
    await grant(next, lender, ['inference'])
    for (const id of [inference, above]) {
      expect((await readInference(next, id)).status).toBe(200)
      // Whom it is about could not be told when it came: that was settled then.
      expectBare404(await readInference(lender, id))
    }
  })

  test('nobody it was about is ever lost to it, whatever is taken back', async () => {
    const person = await a.party('person', 'Handed it on')
    const trader = await a.party('business', 'Trader')
    const lot = await appended(person, 'lot', { holder: person.id, ...cherry() })
    const hand = async (from: Actor, to: Actor) => {
      a.clock.nowMs += 1
      const between = { lot_id: lot.id, from_party: from.id, to_party: to.id }
      return appended(from, 'custody_transfer', between)
    }
    await hand(person, trader)
    const second = await hand(trader, model)
    a.clock.nowMs += 1
    const loss = await appended(model, 'loss', lossOf(lot.id))
    const inference = await inferred(a, model, [loss.id])
    await grant(person, lender, ['inference'])
    expect((await readInference(lender, inference.id)).status).toBe(200)
    await retract(trader, second.id)
    expect((await readInference(person, inference.id)).status).toBe(200)
    const { body } = await person.post('/v1/subject-access-requests')
    expect(body.records.map(({ id }: { id: string }) => id)).toContain(inference.id)
    expect(body.disclosures.map(({ to }: { to: string }) => to)).toContain(lender.id)
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

  test('is told of the inputs that are readable', async () => {
    const { person, harvest, grantId } = await openedBy()
    const own = await appended(model, 'harvest', harvestOf(model))
    const one = (await inferred(a, model, [harvest.id, own.id])).id
    await ended(person, grantId)
    await retract(person, harvest.id)
    expect(await of(model, one)).toMatchObject(UNKNOWN)
    await appended(model, 'harvest', harvestOf(model, { supersedes: own.id }))
    expect(await of(model, one)).toMatchObject({ stale: true, stale_reason: 'input_superseded' })
  })

  test('is not told behind an inference that is not readable', async () => {
    const [first, second] = [await openedBy(), await openedBy()]
    const inner = (await inferred(a, model, [second.harvest.id])).id
    const above = (await inferred(a, model, [inner, first.harvest.id])).id
    expect(await of(first.person, above)).toMatchObject(UNKNOWN)
    await retract(second.person, second.harvest.id)
    expect(await of(first.person, above)).toMatchObject(UNKNOWN)
    expect(await of(model, above)).toMatchObject({ stale: true, stale_reason: 'input_retracted' })
  })
})
