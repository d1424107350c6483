import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../support/any-appliance.ts'
import {
  appended,
  at,
  deliveryOf,
  expectRefused,
  granted,
  harvestOf,
  inferenceOf,
  inferred,
  logSize,
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
})
