import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type Actor,
  type AnyAppliance,
  insideOf,
  isProgram,
  makeAppliance,
} from '../../support/any-appliance.ts'
import { appended, at, granted, harvestOf, PURPOSE, read } from '../../support/flows/help.ts'

/** Whoever was shown a version that is corrected or taken back is owed word of it. */

let a: AnyAppliance
let anna: Actor
let ben: Actor
let bank: Actor
let insurer: Actor
beforeEach(async () => {
  a = await makeAppliance()
  anna = await a.party('person', 'Anna')
  ben = await a.party('person', 'Ben')
  bank = await a.party('institution', 'Bank', { phone: '+256772123456' })
  insurer = await a.party('business', 'Insurer')
  for (const grantee of [bank, insurer]) await granted(a, anna, grantee, ['harvest'])
})
afterEach(() => a.close())

const owed = async (all = false) =>
  (await a.tasks.run('notifications.list', 'test', { after: 0, all })).notifications.map((one) => ({
    ...one,
    name: one.name?.name ?? null,
  }))
const brief = async () =>
  (await owed()).map((n) => ({ name: n.name, shown: n.record_id, change: n.change, because: n.because_id }))
const harvest = (more: object = {}) => appended(anna, 'harvest', harvestOf(anna, more))
const correct = (id: string) => harvest({ supersedes: id })

test('a correction owes word to each who was shown the old version, and to nobody else', async () => {
  const first = await harvest()
  await read(bank, first.id)
  await read(bank, first.id)
  await insurer.get(`/v1/records?purpose=${PURPOSE}`)
  await ben.get(`/v1/records/${first.id}?purpose=${PURPOSE}`)
  const second = await correct(first.id)
  expect(await brief()).toEqual([
    { name: 'Bank', shown: first.id, change: 'corrected', because: second.id },
    { name: 'Insurer', shown: first.id, change: 'corrected', because: second.id },
  ])
  expect((await owed())[0]).toMatchObject({
    number: 1,
    recipient: bank.id,
    phone: '+256772123456',
    record_type: 'harvest',
    raised_at: at(a.clock.nowMs),
    told_at: null,
  })
})

test('told is an act; twice is once, and an unknown one says so', async () => {
  const first = await harvest()
  await read(bank, first.id)
  await correct(first.id)
  const tasks = a.tasks
  const told = await tasks.run('notifications.told', 'clerk', { number: 1 })
  expect(told.told_at).toBe(at(a.clock.nowMs))
  a.clock.nowMs += 1_000
  expect(await tasks.run('notifications.told', 'clerk', { number: 1 })).toEqual(told)
  expect([(await owed()).length, (await owed(true)).length]).toEqual([0, 1])
  await expect(tasks.run('notifications.told', 'clerk', { number: 7 })).rejects.toThrow('no notification 7')
})

// A fault is made inside.
test.skipIf(isProgram)('what was shown is known after a transaction was undone', async () => {
  const first = await harvest()
  await read(bank, first.id)
  const { ports, store } = insideOf(a).kernel
  await ports
    .submit(() => {
      store.audit.append(a.clock.nowMs, { credential: null, action: 'list', outcome: 'done' })
      throw new Error('after it had written')
    })
    .catch(() => {})
  const second = await correct(first.id)
  expect(await brief()).toEqual([{ name: 'Bank', shown: first.id, change: 'corrected', because: second.id }])
})

// Five thousand readings are written inside.
test.skipIf(isProgram)('many readings by a few are found when they stand on the disk', async () => {
  const first = await harvest()
  const other = await harvest()
  for (let i = 0; i < 5; i++) await read(bank, first.id)
  const { ports, store } = insideOf(a).kernel
  const seq = store.records.byId(first.id)?.seq as number
  const credential = store.credentials
    .all()
    .find(({ party }) => party === store.parties.find(insurer.id))?.seq
  await ports.submit(() => {
    for (let i = 0; i < 5_000; i++)
      store.audit.append(a.clock.nowMs, {
        credential: credential as number,
        action: 'read',
        outcome: 'disclosed',
        records: [seq],
      })
  })
  await correct(first.id)
  await correct(other.id)
  expect((await brief()).map(({ name, shown }) => [name, shown])).toEqual([
    ['Bank', first.id],
    ['Insurer', first.id],
  ])
})
