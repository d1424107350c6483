import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { INFERENCE_LIMITS } from '../../../src/domain/inference.ts'
import {
  type Actor,
  type AnyAppliance,
  insideOf,
  isProgram,
  makeAppliance,
} from '../../support/any-appliance.ts'
import { countingCpuMs } from '../../support/cpu-time.ts'
import {
  appended,
  batch,
  cherry,
  DAY_MS,
  expectRefused,
  harvestOf,
  inferenceOf,
  inferred,
  readInference,
} from '../../support/flows/help.ts'
import { noSoonerThan } from '../../support/no-sooner.ts'

/** How much one inference may rest on, so that reading it stays cheap for everybody. */

let a: AnyAppliance
let model: Actor
beforeEach(async () => {
  a = await makeAppliance()
  model = await a.party('business', 'Forecasts Ltd')
  if (!isProgram) insideOf(a).kernel.store.db.pragma('synchronous = OFF')
})
afterEach(() => a.close())

const send = (inputs: readonly string[], more: object = {}) =>
  model.post('/v1/inferences', inferenceOf(inputs, a.clock.nowMs, more))
const many = async <T>(count: number, one: () => Promise<T>): Promise<T[]> => {
  const all: T[] = []
  for (let n = 0; n < count; n++) all.push(await one())
  return all
}
const harvests = (count: number, more: () => object = () => ({})) =>
  batch(a, model, count, 'harvest', () => harvestOf(model, more()))
/** Losses of one lot. */
async function lossesOf(lot: string, count: number): Promise<string[]> {
  const loss = { lot_id: lot, cause: 'drying', quantity: { value: 1, unit: 'kg' } }
  return await batch(a, model, count, 'loss', () => loss)
}
const over = async (inputs: readonly string[]) => (await inferred(a, model, inputs)).id as string

test('a narrow one may be as deep as one likes: what is reached twice counts once', async () => {
  let level = await harvests(1)
  for (let deep = 1; deep <= 18; deep++) level = [await over(level), await over(level)]
  const { derived } = (await readInference(model, level[0] as string)).body
  expect(derived).toMatchObject({ inference_depth: 18, stale: false })
})

test('so many parties and not one more', async () => {
  const strangers = () => ({ producer: uuidv7() })
  const half = async () => {
    const quarters = await many(2, async () => over(await harvests(INFERENCE_LIMITS.subjects / 4, strangers)))
    return over(quarters)
  }
  const whole = await over([await half(), await half()])
  if (!isProgram) {
    const { inferences } = insideOf(a).kernel.store
    const subjects = inferences.subjectsOf(inferences.byId(whole)?.seq as number)
    expect(subjects).toHaveLength(INFERENCE_LIMITS.subjects)
  }
  const [one] = await harvests(1, strangers)
  expectRefused(await send([whole, one as string]), 422, 'inference_too_wide', ['/inputs'])
  expect((await send([whole])).status).toBe(201)
})

test('so many losses and not one more', async () => {
  const lot = await appended(model, 'lot', { holder: model.id, ...cherry() })
  const losses = await lossesOf(lot.id, INFERENCE_LIMITS.losses + 1)
  const most = await over(losses.slice(1))
  expectRefused(await send([most, losses[0] as string]), 422, 'inference_too_wide', ['/inputs'])
})

test('so much under it and not one more, and all of it is looked at in some milliseconds', async () => {
  const { under } = INFERENCE_LIMITS
  // With the inference over each 255 harvests, as many as may be.
  const wide = await many(under / 256, async () => over(await harvests(255)))
  const whole = await over(wide)
  const [one] = await harvests(1)
  expectRefused(await send([...wide, one as string]), 422, 'inference_too_wide', ['/inputs'])
  expectRefused(await send([whole]), 422, 'inference_too_wide', ['/inputs'])
  const workedMs = countingCpuMs()
  for (let n = 0; n < 10; n++) expect((await readInference(model, whole)).body.derived.stale).toBe(false)
  // Many times what it takes; a walk that grows with the ways down takes seconds. What a program works is not counted.
  if (!isProgram) expect(workedMs() / 10).toBeLessThan(500)
})

test('the heaviest there may be keeps nobody waiting long, whoever asks for whatever', async () => {
  const stranger = await a.party('person', 'Nobody')
  const lot = await appended(model, 'lot', { holder: model.id, ...cherry() })
  let from = model
  const traders = [await a.party('business', 'One'), await a.party('business', 'Another')]
  for (let n = 0; n < 200; n++) {
    a.clock.nowMs += 1
    const to = traders[n % 2] as Actor
    await appended(from, 'custody_transfer', { lot_id: lot.id, from_party: from.id, to_party: to.id })
    from = to
  }
  const losses = await lossesOf(lot.id, INFERENCE_LIMITS.losses)
  const strangers = await harvests(256, () => ({ producer: uuidv7() }))
  const wide = await over([...losses, ...strangers.slice(0, 192)])
  const heavy = await many(190, () => over([wide]))
  // In the place where whoever asks for an id beyond all others meets it.
  const id = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
  const took = async (work: () => Promise<unknown>) => {
    const workedMs = countingCpuMs()
    await work()
    return workedMs()
  }
  const inputs = [...losses, ...heavy]
  const longest = Math.max(
    await took(() => model.post('/v1/inferences', inferenceOf(inputs, a.clock.nowMs, { id }))),
    await took(() => stranger.post('/v1/inferences', inferenceOf(inputs, a.clock.nowMs))),
    await took(() => readInference(model, id)),
    await took(() => readInference(stranger, uuidv7())),
  )
  // Some 30 ms. What a program works is not counted.
  if (!isProgram) expect(longest).toBeLessThan(1_000)
})

test('an answer that says an input is out of reach leaves no sooner than a refusal', async () => {
  const refusalMs = 80
  const held = await makeAppliance({ refusalMs: String(refusalMs) })
  const sender = await held.party('business', 'Forecasts Ltd')
  const flagsOf = async (inputs: readonly string[]) =>
    (await sender.post('/v1/inferences', inferenceOf(inputs, held.clock.nowMs))).body.derived.flags
  const own = (await appended(sender, 'harvest', harvestOf(sender))).id as string
  const hidden = (await appended(held.cooperative, 'harvest', harvestOf(held.cooperative))).id as string
  expect(await flagsOf([own])).toEqual([])
  for (const input of [hidden, uuidv7()])
    expect(await noSoonerThan(refusalMs, () => flagsOf([input]))).toEqual(['inference_input_unresolved'])
})

test('and how long it may be', async () => {
  const small = await makeAppliance({ maxRecordBytes: '1024' })
  const sender = await small.party('business', 'Forecasts Ltd')
  const draft = inferenceOf(
    Array.from({ length: 13 }, () => uuidv7()),
    small.clock.nowMs,
    { model_version: 'x'.repeat(190) },
  )
  expect(JSON.stringify(draft).length).toBeLessThan(1_024)
  expectRefused(await sender.post('/v1/inferences', draft), 413, 'body_too_large')
})

test('what a small one about many takes on the disk counts against what its credential may write in a day', async () => {
  const bounded = await makeAppliance({ bytesPerDay: '40000' })
  const sender = await bounded.party('business', 'Forecasts Ltd')
  const inputs = await batch(bounded, sender, 40, 'harvest', () => harvestOf(sender, { producer: uuidv7() }))
  const untilRefused = async (input: string) => {
    bounded.clock.nowMs += DAY_MS
    for (let sent = 0; sent < 200; sent++) {
      const answer = await sender.post('/v1/inferences', inferenceOf([input], bounded.clock.nowMs))
      if (answer.status === 429) return sent
    }
    return Number.POSITIVE_INFINITY
  }
  const narrow = await untilRefused(inputs[0] as string)
  bounded.clock.nowMs += DAY_MS
  const whole = await sender.post('/v1/inferences', inferenceOf(inputs, bounded.clock.nowMs))
  const aboutMany = await untilRefused(whole.body.id)
  expect(narrow).toBeGreaterThan(50)
  expect(aboutMany).toBeLessThan(narrow / 2)
})

test('every one that is taken, and every one that is refused, stands in the audit log', async () => {
  const harvest = await harvests(1)
  const id = await over(harvest)
  await send(harvest, { id, confidence: 0.1 })
  const { entries } = await a.tasks.run('audit', 'test', { count: 100 })
  const outcomes = entries.filter(({ action }) => action === 'append_inference').map(({ outcome }) => outcome)
  // The newest first.
  expect(outcomes).toEqual(['id_conflict', 'done'])
})
