import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { makeAppliance } from '../../support/any-appliance.ts'
import {
  appended,
  at,
  expectRefused,
  granted,
  harvestOf,
  inferenceOf,
  inferred,
  logSize,
  readInference,
  retract,
} from '../../support/flows/help.ts'

/** Inferences: apart from observations, reachable by their id alone (contract section 9). */

const a = await makeAppliance()
const model = await a.party('business', 'Forecasts Ltd')

test('writing is answered with what is stored and what follows, and where it stands', async () => {
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

test('the same again, as it was returned, writes nothing; anything else under its id is refused', async () => {
  const draft = inferenceOf([uuidv7()], a.clock.nowMs)
  const first = await model.post('/v1/inferences', draft)
  expect(first.status, first.text).toBe(201)
  const size = await logSize(a)
  const again = await model.post('/v1/inferences', first.body)
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(await logSize(a)).toBe(size)
  expectRefused(await model.post('/v1/inferences', { ...draft, confidence: 0.8 }), 409, 'id_conflict')
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
])('writing is refused with %s', async (_, more, pointers) => {
  const answer = await model.post('/v1/inferences', inferenceOf([uuidv7()], a.clock.nowMs, more))
  expectRefused(answer, 422, 'schema_violation', pointers)
})

test('writing is refused when it rests on itself, or on too much', async () => {
  const draft = inferenceOf([uuidv7()], a.clock.nowMs)
  const looped = { ...draft, inputs: [uuidv7(), draft.id] }
  expectRefused(await model.post('/v1/inferences', looped), 422, 'schema_violation', ['/inputs/1'])
  const many = { ...draft, inputs: Array.from({ length: 257 }, () => uuidv7()) }
  expectRefused(await model.post('/v1/inferences', many), 422, 'schema_violation', ['/inputs'])
})

test('inputs that are corrections themselves are all looked at', async () => {
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

test('predictions about somebody are counted and told to the last, however many there are, and in words', async () => {
  const anna = await a.party('person', 'Anna Akello')
  await granted(a, anna, model, ['harvest'])
  const { id: input } = await appended(anna, 'harvest', harvestOf(anna))
  for (let n = 0; n < 450; n++) await inferred(a, model, [input])
  const { body } = await anna.post('/v1/objections', {
    ...{ id: uuidv7(), channel: 'app', record_types: ['inference'] },
  })
  expect(body.continuing.find((one: { why: string }) => one.why === 'consent_only').count).toBe(450)
  const told = await anna.post('/v1/subject-access-requests', { id: uuidv7() })
  const predictions = told.body.records.filter(
    (one: { record_class: string }) => one.record_class === 'inference',
  )
  expect(predictions).toHaveLength(450)
  await retract(anna, input)
  const { text } = await anna.post('/v1/subject-access-requests', undefined, { accept: 'text/plain' })
  expect(text).toContain('Prediction, not an observation')
  expect(text.replace(/\s+/g, ' ')).toContain('A record that it was made from was taken back later.')
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
})
