import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, type Appliance, actor, makeAppliance } from '../support/appliance.ts'
import {
  appended,
  at,
  cherry,
  DAY_MS,
  deliveryOf,
  expectBare404,
  expectRefused,
  harvestOf,
  inferenceOf,
  inferred,
  PURPOSE,
  readInference,
  retract,
} from './help.ts'

/** Inferences: apart from observations, reachable by their id alone (contract section 9). */

let a: Appliance
let other: Actor
let model: Actor
let lender: Actor
beforeAll(async () => {
  a = await makeAppliance()
  other = await a.party('person', 'Ben')
  model = await a.party('business', 'Forecasts Ltd')
  lender = await a.party('institution', 'Bank')
})
afterAll(() => a.close())

const grant = async (subject: Actor, grantee: Actor, record_types: string[], purpose = PURPOSE) => {
  const answer = await subject.post('/v1/grants', {
    id: uuidv7(),
    grantee: grantee.id,
    purpose,
    record_types,
    expires_at: at(a.clock.nowMs + 365 * DAY_MS),
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id as string
}

const lossOf = (lot_id: string) => ({ lot_id, cause: 'drying', quantity: { value: 2, unit: 'kg' } })

/** One inference over a loss and something else, and one over it. */
async function overLoss(by: Actor, ...inputs: string[]): Promise<[string, string]> {
  const inference = (await inferred(a, by, inputs)).id
  return [inference, (await inferred(a, by, [inference])).id]
}

/** A farmer who lets the model read harvests, with one harvest. */
async function opened(name: string) {
  const person = await a.party('person', name)
  await grant(person, model, ['harvest'], 'insurance')
  return { person, harvest: await appended(person, 'harvest', harvestOf(person)) }
}

describe('writing', () => {
  test('is answered with what is stored and what follows, and where it stands', async () => {
    const harvest = await appended(model, 'harvest', harvestOf(model))
    const draft = inferenceOf([harvest.id], a.clock.nowMs)
    const answer = await model.post('/v1/inferences', draft)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.headers.location).toBe(`/v1/inferences/${draft.id}`)
    expect(answer.body).toEqual({
      ...draft,
      record_class: 'inference',
      asserted_by: model.id,
      received_at: at(a.clock.nowMs),
      derived: { inference_depth: 1, stale: false, stale_reason: null, flags: [] },
    })
    expect((await readInference(model, draft.id)).body).toEqual(answer.body)
  })

  test('the same again writes nothing, whatever the offset of its timestamp; as it was returned, too', async () => {
    const draft = inferenceOf([uuidv7()], a.clock.nowMs)
    const first = await model.post('/v1/inferences', draft)
    const size = a.kernel.store.log.size
    const again = [draft, { ...draft, occurred_at: '2026-06-28T10:15:00+03:00' }, first.body]
    for (const body of again) {
      const answer = await model.post('/v1/inferences', body)
      expect([answer.status, answer.body]).toEqual([200, first.body])
    }
    expect(a.kernel.store.log.size).toBe(size)
    const changed = [{ confidence: 0.8 }, { inference_depth: 1 }, { inputs: [...draft.inputs, uuidv7()] }]
    for (const more of changed)
      expectRefused(await model.post('/v1/inferences', { ...draft, ...more }), 409, 'id_conflict')
    expectRefused(await lender.post('/v1/inferences', draft), 409, 'id_conflict')
  })

  test.each([
    ['no inputs', { inputs: [] }, ['/inputs']],
    ['inputs that are no ids', { inputs: ['a harvest'] }, ['/inputs/0']],
    ['a confidence above 1', { confidence: 1.01 }, ['/confidence']],
    ['a confidence below 0', { confidence: -0.01 }, ['/confidence']],
    ['a confidence in words', { confidence: 'high' }, ['/confidence']],
    ['the class of observations', { record_class: 'observation' }, ['/record_class']],
    ['no model', { model_id: undefined }, ['/model_id']],
    ['no version', { model_version: '' }, ['/model_version']],
    ['an output without a value', { output: { name: 'x' } }, ['/output/value']],
    ['a broken depth', { inference_depth: 1.5 }, ['/inference_depth']],
    ['a member that is not known', { score: 700 }, ['/score']],
    ['no ground', { lawful_basis: undefined }, ['/lawful_basis']],
    ['somebody else as asserter', { asserted_by: uuidv7() }, ['/asserted_by']],
    ['a type', { type: 'harvest' }, ['/type']],
  ])('is refused with %s', async (_, more, pointers) => {
    const answer = await model.post('/v1/inferences', inferenceOf([uuidv7()], a.clock.nowMs, more))
    expectRefused(answer, 422, 'schema_violation', pointers)
  })

  test('is refused when it rests on itself, or on too much', async () => {
    const draft = inferenceOf([uuidv7()], a.clock.nowMs)
    const looped = { ...draft, inputs: [uuidv7(), draft.id] }
    expectRefused(await model.post('/v1/inferences', looped), 422, 'schema_violation', ['/inputs/1'])
    const many = { ...draft, inputs: Array.from({ length: 257 }, () => uuidv7()) }
    expectRefused(await model.post('/v1/inferences', many), 422, 'schema_violation', ['/inputs'])
  })

  test('a loop through another is none: what is not there yet never resolves', async () => {
    const later = uuidv7()
    const first = await inferred(a, model, [later])
    const second = await inferred(a, model, [first.id], { id: later })
    expect(second.derived).toMatchObject({ inference_depth: 2 })
    expect((await readInference(model, first.id)).body.derived).toEqual({
      inference_depth: 1,
      stale: false,
      stale_reason: null,
      flags: ['inference_input_unresolved'],
    })
  })

  test('wants a credential that may: no device, no reader, no scraper, nobody', async () => {
    const draft = inferenceOf([uuidv7()], a.clock.nowMs)
    for (const kind of ['reader', 'metrics', 'device'] as const) {
      const with_ = actor(a.app, a.clock, model.id, await a.credential(model.id, kind))
      expectRefused(await with_.post('/v1/inferences', draft), 403, 'not_permitted_for_credential')
    }
    expectRefused(
      await actor(a.app, a.clock, '', 'none').post('/v1/inferences', draft),
      401,
      'no_verified_subject',
    )
  })
})

describe('one id is used in one namespace', () => {
  test('an observation takes no inference with its id, nor does an act, nor the other way about', async () => {
    const harvest = await appended(model, 'harvest', harvestOf(model))
    const given = await grant(model, lender, ['harvest'])
    for (const id of [harvest.id, given])
      expectRefused(
        await model.post('/v1/inferences', inferenceOf([harvest.id], a.clock.nowMs, { id })),
        409,
        'id_conflict',
      )
    const { id } = await inferred(a, model, [harvest.id])
    expectRefused(await model.append('harvest', { ...harvestOf(model), id }), 409, 'id_conflict')
    expectRefused(await model.post('/v1/objections', { id, channel: 'app' }), 409, 'id_conflict')
  })

  test('each is reached by its own route alone', async () => {
    const harvest = await appended(model, 'harvest', harvestOf(model))
    const inference = await inferred(a, model, [harvest.id])
    expectBare404(await model.get(`/v1/records/${inference.id}?purpose=${PURPOSE}`))
    expectBare404(await model.get(`/v1/records/${inference.id}/chain?purpose=${PURPOSE}`))
    expectBare404(await readInference(model, harvest.id))
  })

  test('no record is an inference, alone or in a batch; and none is corrected or taken back', async () => {
    const { derived: _, received_at: __, ...inference } = await inferred(a, model, [uuidv7()])
    expectRefused(await model.post('/v1/records', inference), 422, 'schema_violation', ['/type'])
    const claimed = { ...harvestOf(model), record_class: 'inference' }
    expectRefused(await model.append('harvest', claimed), 422, 'schema_violation', ['/record_class'])
    const batch = await model.post('/v1/sync/outbox', {
      records: [inference, { ...inference, id: uuidv7() }],
    })
    expect(batch.body.results.map((result: { status: string }) => result.status)).toEqual([
      'rejected',
      'rejected',
    ])
    expectRefused(await retract(model, inference.id), 422, 'reference_unresolved')
  })
})

describe('inputs', () => {
  test('resolve where they are one’s own or open by a grant for any purpose; all else looks alike', async () => {
    const { person, harvest } = await opened('Opens harvests')
    const delivery = await appended(person, 'delivery', deliveryOf(person, other))
    const own = await appended(model, 'harvest', harvestOf(model))
    const flags = async (input: string) => (await inferred(a, model, [own.id, input])).derived.flags
    expect(await flags(harvest.id)).toEqual([])
    for (const input of [delivery.id, uuidv7()])
      expect(await flags(input)).toEqual(['inference_input_unresolved'])
    const objected = await person.post('/v1/objections', { id: uuidv7(), channel: 'app' })
    expect(objected.status).toBe(201)
    // The harvest is held for a contract, which no objection reaches.
    expect(await flags(harvest.id)).toEqual([])
  })

  test('are judged when it is received: a grant that comes or ends later changes nothing', async () => {
    const person = await a.party('person', 'Opens later')
    const harvest = await appended(person, 'harvest', harvestOf(person))
    const before = await inferred(a, model, [harvest.id])
    const given = await grant(person, model, ['harvest'])
    const during = await inferred(a, model, [harvest.id])
    await person.post(`/v1/grants/${given}/revocation`)
    const after = await inferred(a, model, [harvest.id])
    const flags = async (id: string) => (await readInference(model, id)).body.derived.flags
    expect(await Promise.all([before, during, after].map(({ id }) => flags(id)))).toEqual([
      ['inference_input_unresolved'],
      [],
      ['inference_input_unresolved'],
    ])
  })

  test('give the depth, and a stated one that differs is flagged and not trusted', async () => {
    const harvest = await appended(model, 'harvest', harvestOf(model))
    const one = await inferred(a, model, [harvest.id], { inference_depth: 1 })
    const two = await inferred(a, model, [harvest.id, one.id], { inference_depth: 1 })
    const three = await inferred(a, model, [two.id, harvest.id], { inference_depth: 3 })
    expect(one.derived).toMatchObject({ inference_depth: 1, flags: [] })
    expect(two.derived).toMatchObject({
      inference_depth: 2,
      flags: ['inference_depth_exceeded', 'inference_depth_misstated'],
    })
    expect(three).toMatchObject({ inference_depth: 3 })
    expect(three.derived).toMatchObject({ inference_depth: 3, flags: ['inference_depth_exceeded'] })
  })

  test('make it stale, through whatever lies between, once one of them no longer stands', async () => {
    const harvest = async () => await appended(model, 'harvest', harvestOf(model))
    const [kept, corrected, retracted, forked] = await Promise.all([
      harvest(),
      harvest(),
      harvest(),
      harvest(),
    ])
    const over = async (...ids: string[]) => (await inferred(a, model, ids)).id as string
    const chain = [await over(kept.id, retracted.id)]
    for (let deep = 2; deep <= 17; deep++) chain.push(await over(chain.at(-1) as string))
    const onCorrected = await over(kept.id, corrected.id)
    const onForked = await over(forked.id)
    const stale = async (id: string) => (await readInference(model, id)).body.derived.stale_reason
    expect(await Promise.all(chain.map(stale))).toEqual(Array(17).fill(null))
    const correction = await appended(model, 'harvest', { ...harvestOf(model), supersedes: corrected.id })
    for (const _ of [1, 2]) await appended(model, 'harvest', { ...harvestOf(model), supersedes: forked.id })
    await retract(model, retracted.id)
    expect(await stale(onCorrected)).toBe('input_superseded')
    expect(await stale(await over(correction.id))).toBeNull()
    expect(await stale(onForked)).toBe('input_forked')
    expect(await Promise.all(chain.map(stale))).toEqual(Array(17).fill('input_retracted'))
    expect(await stale(await over(onCorrected, chain[0] as string))).toBe('input_retracted')
  })

  test('that are corrections themselves are all looked at', async () => {
    const corrected = async () => {
      const { id } = await appended(model, 'harvest', harvestOf(model))
      return (await appended(model, 'harvest', { ...harvestOf(model), supersedes: id })).id as string
    }
    const second = await Promise.all(Array.from({ length: 40 }, corrected))
    const over = await inferred(a, model, second)
    expect(over.derived.stale).toBe(false)
    await appended(model, 'harvest', { ...harvestOf(model), supersedes: second[39] })
    expect((await readInference(model, over.id)).body.derived.stale_reason).toBe('input_superseded')
  })

  test('of a fork that was settled stand again, one as the tip and one as retracted', async () => {
    const root = await appended(model, 'harvest', harvestOf(model))
    const branch = async () =>
      (await appended(model, 'harvest', { ...harvestOf(model), supersedes: root.id })).id as string
    const [kept, dropped] = [await branch(), await branch()]
    const both = [await inferred(a, model, [kept]), await inferred(a, model, [dropped])]
    expect(both.map(({ derived }) => derived.stale_reason)).toEqual(['input_forked', 'input_forked'])
    await retract(model, dropped)
    const reasons = both.map(async ({ id }) => (await readInference(model, id)).body.derived.stale_reason)
    expect(await Promise.all(reasons)).toEqual([null, 'input_retracted'])
  })
})

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
    const sinceMs = a.clock.nowMs - DAY_MS
    const { store, gate } = a.kernel
    const requester = {
      party: store.parties.find(person.id) as number,
      partyId: person.id,
      credential: null,
      sinceMs,
    }
    const read = (id: string) => gate.inferenceReaderFor(requester, PURPOSE).one(id)
    const found = await a.kernel.handles.submit(() => [read(old.id), read(young.id)])
    expect(found.map((one) => one === null)).toEqual([true, false])
  })
})
