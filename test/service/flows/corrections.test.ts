import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
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

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace')
const buyer = await a.party('business', 'Mill')

const correct = (who: Actor, target: string, fields: object = harvestOf(farmer), type = 'harvest') =>
  who.append(type, { ...fields, supersedes: target })

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

test('what is retracted stays as it is, and is still returned by its id', async () => {
  const delivery = (await appended(farmer, 'delivery', deliveryOf(farmer, buyer))).id
  expect((await retract(farmer, delivery)).status).toBe(201)
  // The wrong party would be refused too; that it is retracted comes first.
  for (const [answer, pointer] of [
    [await correct(farmer, delivery, deliveryOf(farmer, buyer), 'delivery'), '/supersedes'],
    [await retract(farmer, delivery), '/target_id'],
    [await confirm(a, buyer, delivery), '/delivery_id'],
  ] as const)
    expectRefused(answer, 422, 'already_retracted', [pointer])
  expect((await read(farmer, delivery)).derived).toMatchObject({ standing: 'retracted', retracted: true })
})

test('a fork gives no right to correct any of its versions', async () => {
  const root = (await appended(farmer, 'harvest', harvestOf(farmer))).id
  const [left, right] = [(await correct(farmer, root)).body.id, (await correct(farmer, root)).body.id]
  for (const id of [root, left, right]) {
    expect((await read(farmer, id)).derived.standing).toBe('forked')
    expectRefused(await correct(farmer, id), 422, 'fork_has_no_authority', ['/supersedes'])
  }
})

test('retractions and confirmations are never corrected, nor retractions retracted', async () => {
  const delivery = (await appended(farmer, 'delivery', deliveryOf(farmer, buyer))).id
  const confirmation = (await confirm(a, buyer, delivery)).body.id
  const retraction = (await retract(farmer, delivery)).body.id
  for (const [who, type, own, id] of [
    [buyer, 'delivery_confirmation', { delivery_id: delivery, channel: 'app' }, confirmation],
    [farmer, 'retraction', { target_id: delivery, reason: 'other' }, retraction],
  ] as const)
    for (const answer of [await who.append(type, { ...own, supersedes: id }), await correct(who, id)])
      expectRefused(answer, 422, 'schema_violation', ['/supersedes'])
  expectRefused(await retract(farmer, retraction), 422, 'schema_violation', ['/target_id'])
})

test('a record corrects neither itself nor one of another type', async () => {
  const id = uuidv7()
  const self = await farmer.append('harvest', harvestOf(farmer, { id, supersedes: id }))
  const { id: harvest } = await appended(farmer, 'harvest', harvestOf(farmer))
  const other = await correct(farmer, harvest, deliveryOf(farmer, buyer), 'delivery')
  for (const answer of [self, other]) expectRefused(answer, 422, 'schema_violation', ['/supersedes'])
})
