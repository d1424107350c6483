import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, type Answer, makeAppliance } from '../../support/any-appliance.ts'
import {
  appended,
  cherry,
  confirm,
  deliveryOf,
  expectRefused,
  harvestOf,
  PURPOSE,
  read,
  retract,
} from '../../support/flows/help.ts'

const a = await makeAppliance({ recordsPerDay: '1000000' })
const farmer = await a.party('person', 'Grace')
const buyer = await a.party('business', 'Mill')

const correct = (who: Actor, target: string, fields: object = harvestOf(farmer), type = 'harvest') =>
  who.append(type, { ...fields, supersedes: target })

async function standing(who: Actor, id: string): Promise<string> {
  return (await read(who, id)).derived.standing
}

test('a correction supersedes, and every version stays where it was', async () => {
  const first = await appended(farmer, 'harvest', harvestOf(farmer))
  const second = await correct(farmer, first.id, harvestOf(farmer, cherry(90)))
  expect(second.status, second.text).toBe(201)
  const old = await read(farmer, first.id)
  expect(old.derived).toMatchObject({
    standing: 'superseded',
    superseded_by: [second.body.id],
    retracted: false,
  })
  expect(old.quantity.value).toBe(120)
  const chain = await farmer.get(`/v1/records/${first.id}/chain?purpose=${PURPOSE}`)
  expect(chain.body.records.map((r: { id: string }) => r.id)).toEqual([first.id, second.body.id])
  const list = await farmer.get(`/v1/records?purpose=${PURPOSE}&type=harvest`)
  expect(list.body.records.map((r: { id: string }) => r.id)).toEqual([second.body.id])
})

describe('what is retracted stays as it is', () => {
  let delivery: string
  beforeAll(async () => {
    delivery = (await appended(farmer, 'delivery', deliveryOf(farmer, buyer))).id
    expect((await retract(farmer, delivery)).status).toBe(201)
  })
  // The wrong basis and the wrong party would be refused too; that it is retracted comes first.
  const cases: [name: string, attempt: () => Promise<Answer>, pointer: string][] = [
    ['corrected', () => correct(farmer, delivery, deliveryOf(farmer, buyer), 'delivery'), '/supersedes'],
    ['retracted', () => retract(farmer, delivery), '/target_id'],
    ['confirmed', () => confirm(a, buyer, delivery), '/delivery_id'],
  ]
  test.each(cases)('it is not %s', async (_name, attempt, pointer) => {
    expectRefused(await attempt(), 422, 'already_retracted', [pointer])
  })
  test('it is still returned by its id, and gone from lists', async () => {
    expect((await read(farmer, delivery)).derived).toMatchObject({ standing: 'retracted', retracted: true })
    const list = await farmer.get(`/v1/records?purpose=${PURPOSE}&type=delivery`)
    expect(list.body.records.map((r: { id: string }) => r.id)).not.toContain(delivery)
  })
})

describe('a fork', () => {
  let root: string
  let left: string
  let right: string
  beforeAll(async () => {
    root = (await appended(farmer, 'harvest', harvestOf(farmer))).id
    left = (await correct(farmer, root)).body.id
    right = (await correct(farmer, root)).body.id
  })
  test('gives no right to correct any of its versions', async () => {
    for (const id of [root, left, right]) {
      expect(await standing(farmer, id)).toBe('forked')
      expectRefused(await correct(farmer, id), 422, 'fork_has_no_authority', ['/supersedes'])
    }
  })
})

describe('retractions and confirmations', () => {
  test('are never corrected', async () => {
    const delivery = (await appended(farmer, 'delivery', deliveryOf(farmer, buyer))).id
    const confirmation = (await confirm(a, buyer, delivery)).body.id
    const retraction = (await retract(farmer, delivery)).body.id
    for (const [who, type, own, id] of [
      [buyer, 'delivery_confirmation', { delivery_id: delivery, channel: 'app' }, confirmation],
      [farmer, 'retraction', { target_id: delivery, reason: 'other' }, retraction],
    ] as const) {
      const asSupersedes = await who.append(type, { ...own, supersedes: id })
      expectRefused(asSupersedes, 422, 'schema_violation', ['/supersedes'])
      const byHarvest = await correct(who, id)
      expectRefused(byHarvest, 422, 'schema_violation', ['/supersedes'])
    }
  })
  test('a retraction cannot be retracted', async () => {
    const { id } = await appended(farmer, 'harvest', harvestOf(farmer))
    const retraction = (await retract(farmer, id)).body.id
    expectRefused(await retract(farmer, retraction), 422, 'schema_violation', ['/target_id'])
  })
})

test('a record corrects neither itself nor one of another type', async () => {
  const id = uuidv7()
  const self = await farmer.append('harvest', harvestOf(farmer, { id, supersedes: id }))
  expectRefused(self, 422, 'schema_violation', ['/supersedes'])
  const { id: harvest } = await appended(farmer, 'harvest', harvestOf(farmer))
  const other = await correct(farmer, harvest, deliveryOf(farmer, buyer), 'delivery')
  expectRefused(other, 422, 'schema_violation', ['/supersedes'])
})

test('a chain is at most 64 versions long, flagged from the 48th', async () => {
  let { id } = await appended(farmer, 'harvest', harvestOf(farmer))
  const flags: string[][] = [[]]
  for (let version = 2; version <= 64; version++) {
    const next = await correct(farmer, id)
    expect(next.status, next.text).toBe(201)
    id = next.body.id
    flags.push(next.body.derived.flags)
  }
  expect(flags.findIndex((found) => found.includes('chain_deep')) + 1).toBe(48)
  expect(flags.slice(47).every((found) => found.includes('chain_deep'))).toBe(true)
  expectRefused(await correct(farmer, id), 422, 'chain_too_long', ['/supersedes'])
  expect((await retract(farmer, id)).status).toBe(201)
})

test('one version has at most 16 corrections, retracted ones counted', async () => {
  const { id } = await appended(farmer, 'harvest', harvestOf(farmer))
  for (let child = 1; child <= 16; child++) {
    const next = await correct(farmer, id)
    expect(next.status, next.text).toBe(201)
    expect((await retract(farmer, next.body.id)).status).toBe(201)
  }
  expectRefused(await correct(farmer, id), 422, 'too_many_corrections', ['/supersedes'])
})
