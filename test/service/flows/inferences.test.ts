import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../support/any-appliance.ts'
import {
  appended,
  at,
  deliveryOf,
  expectBare404,
  expectRefused,
  granted,
  harvestOf,
  inferenceOf,
  inferred,
  logSize,
  PURPOSE,
  readInference,
  retract,
} from '../../support/flows/help.ts'
import { modelled } from './modelled.ts'

/** Inferences: apart from observations, reachable by their id alone (contract section 9). */

const { a, other, model, lender, opened } = await modelled()

const grant = (from: Actor, to: Actor, types: readonly string[], purpose?: string) =>
  granted(a, from, to, types, purpose)

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
    const size = await logSize(a)
    const again = [draft, { ...draft, occurred_at: '2026-06-28T10:15:00+03:00' }, first.body]
    for (const body of again) {
      const answer = await model.post('/v1/inferences', body)
      expect([answer.status, answer.body]).toEqual([200, first.body])
    }
    expect(await logSize(a)).toBe(size)
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
      const with_ = a.holder(await a.credential(model.id, kind), model.id)
      expectRefused(await with_.post('/v1/inferences', draft), 403, 'not_permitted_for_credential')
    }
    expectRefused(await a.holder('none', '').post('/v1/inferences', draft), 401, 'no_verified_subject')
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
    expectRefused(await model.append('harvest', harvestOf(model, { id })), 409, 'id_conflict')
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
    const claimed = harvestOf(model, { record_class: 'inference' })
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
    const correction = await appended(model, 'harvest', harvestOf(model, { supersedes: corrected.id }))
    for (const _ of [1, 2]) await appended(model, 'harvest', harvestOf(model, { supersedes: forked.id }))
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
      return (await appended(model, 'harvest', harvestOf(model, { supersedes: id }))).id as string
    }
    const second = await Promise.all(Array.from({ length: 40 }, corrected))
    const over = await inferred(a, model, second)
    expect(over.derived.stale).toBe(false)
    await appended(model, 'harvest', harvestOf(model, { supersedes: second[39] }))
    expect((await readInference(model, over.id)).body.derived.stale_reason).toBe('input_superseded')
  })

  test('of a fork that was settled stand again, one as the tip and one as retracted', async () => {
    const root = await appended(model, 'harvest', harvestOf(model))
    const branch = async () =>
      (await appended(model, 'harvest', harvestOf(model, { supersedes: root.id }))).id as string
    const [kept, dropped] = [await branch(), await branch()]
    const both = [await inferred(a, model, [kept]), await inferred(a, model, [dropped])]
    expect(both.map(({ derived }) => derived.stale_reason)).toEqual(['input_forked', 'input_forked'])
    await retract(model, dropped)
    const reasons = both.map(async ({ id }) => (await readInference(model, id)).body.derived.stale_reason)
    expect(await Promise.all(reasons)).toEqual([null, 'input_retracted'])
  })
})
