import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Actor, type AnyAppliance, makeAppliance } from '../../support/any-appliance.ts'
import {
  appended,
  expectBare404,
  granted,
  harvestOf,
  inferred,
  readInference,
  retract,
} from '../../support/flows/help.ts'

/** What people may do about predictions that are about them: object, and ask what is held. */

let a: AnyAppliance
let anna: Actor
let ben: Actor
let bank: Actor
beforeEach(async () => {
  a = await makeAppliance()
  anna = await a.party('person', 'Anna Akello')
  ben = await a.party('person', 'Ben Busulwa')
  bank = await a.party('institution', 'Harvest Bank')
})
afterEach(() => a.close())

const grant = (from: Actor, types: readonly string[], to = bank, purpose?: string) =>
  granted(a, from, to, types, purpose)

describe('objections to predictions', () => {
  const object = (who: Actor, more: object) =>
    who.post('/v1/objections', { id: uuidv7(), channel: 'app', ...more })
  const harvest = async (lawful_basis: string) =>
    (await appended(anna, 'harvest', harvestOf(anna, { lawful_basis }))).id as string
  const predicted = async (inputs: string[], more: object = {}) =>
    (await inferred(a, bank, inputs, { lawful_basis: 'consent', ...more })).id as string
  test('are stopped like records that rest on consent and somebody could read', async () => {
    const reader = await a.party('institution', 'Another bank')
    await grant(anna, ['harvest'])
    const id = await predicted([await harvest('contract_performance')])
    await grant(anna, ['inference'], reader)
    expect((await readInference(reader, id)).status).toBe(200)
    const { body } = await object(anna, { record_types: ['inference'] })
    expect(body).toMatchObject({
      effect: 'stopped_some',
      stopped: [{ record_type: 'inference', lawful_basis: 'consent', count: 1 }],
      continuing: [{ record_type: 'harvest', why: 'out_of_scope', count: 1 }],
    })
    expectBare404(await readInference(reader, id))
  })

  test('are counted and told to the last, however many there are', async () => {
    await grant(anna, ['harvest'])
    const input = await harvest('contract_performance')
    for (let n = 0; n < 450; n++) await predicted([input])
    const { body } = await object(anna, { record_types: ['inference'] })
    expect(body.continuing.find((one: { why: string }) => one.why === 'consent_only').count).toBe(450)
    const told = await anna.post('/v1/subject-access-requests', { id: uuidv7() })
    const listed = told.body.records.filter(
      (one: { record_class: string }) => one.record_class === 'inference',
    )
    expect(listed).toHaveLength(450)
  })
})

describe('the answer to whoever asks what is held about himself', () => {
  const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id).sort()
  const ask = (who: Actor, headers?: Record<string, string>) =>
    who.post('/v1/subject-access-requests', undefined, headers)
  async function answerOf(who: Actor) {
    const answer = await ask(who)
    expect(answer.status, answer.text).toBe(201)
    return answer.body
  }
  async function predicted() {
    await grant(anna, ['harvest'])
    await grant(ben, ['harvest'], bank, 'insurance')
    const [hers, his] = await Promise.all([anna, ben].map((who) => appended(who, 'harvest', harvestOf(who))))
    const one = await inferred(a, bank, [hers.id])
    const both = await inferred(a, bank, [hers.id, his.id])
    const ofBen = await inferred(a, bank, [his.id])
    return { hers, one, both, ofBen }
  }
  const inferences = (records: readonly { id: string; record_class: string }[]) =>
    records.filter(({ record_class }) => record_class === 'inference')

  test('stand after the records, as they are returned, and none about others does', async () => {
    const { one, both } = await predicted()
    const { records } = await answerOf(anna)
    expect(ids(inferences(records))).toEqual(ids([one, both]))
    for (const { id } of [one, both]) {
      const told = records.find((record: { id: string }) => record.id === id)
      expect(told).toEqual((await readInference(anna, id)).body)
    }
    expect(
      records.indexOf(records.find((r: { record_class: string }) => r.record_class === 'inference')),
    ).toBe(records.length - 2)
  })

  test('stay when what they were made from has gone, and say so', async () => {
    const { hers, one } = await predicted()
    await retract(anna, hers.id)
    const { records } = await answerOf(anna)
    expect(records.find((r: { id: string }) => r.id === one.id).derived).toMatchObject({
      stale: true,
      stale_reason: 'input_retracted',
    })
    const { text } = await ask(anna, { accept: 'text/plain' })
    expect(text).toContain('Prediction, not an observation')
    expect(text.replace(/\s+/g, ' ')).toContain('A record that it was made from was taken back later.')
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
  })
})
