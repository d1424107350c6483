import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test, vi } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import { Mentions } from '../../../../src/store/tables/mentions.ts'
import { type Actor, makeAppliance } from '../../../support/appliance.ts'
import {
  appended,
  at,
  cherry,
  DAY_MS,
  deliveryOf,
  granted,
  harvestOf,
  PURPOSE,
  read,
} from '../../../support/flows/help.ts'
import { Mirror } from '../../../support/flows/mirror.ts'

/** A record that shows something of another one comes again when that one opens or closes to the reader (contract §21). */

const a = await makeAppliance()
let grace: Actor
let otto: Actor
let mill: Actor
let bank: Actor
beforeEach(async () => {
  grace = await a.party('person', 'Grace')
  otto = await a.party('person', 'Otto')
  mill = await a.party('business', 'Mill')
  bank = await a.party('institution', 'Bank')
})

const harvest = async (who: Actor, more: object = {}): Promise<string> =>
  (await appended(who, 'harvest', harvestOf(who, more))).id
const lotOf = async (...ids: string[]): Promise<string> => {
  const inputs = ids.map((record_id) => ({ record_id, kg: 5 }))
  return (await appended(mill, 'lot', { holder: mill.id, ...cherry(), inputs })).id
}
const grant = (who: Actor, types: readonly string[], more: object = {}) =>
  granted(a, who, bank, types, PURPOSE, more)
const revoke = async (who: Actor, id: string) =>
  expect((await who.post(`/v1/grants/${id}/revocation`)).status).toBe(201)
async function copy(limit = 500): Promise<Mirror> {
  const mirror = new Mirror(bank, PURPOSE, limit)
  await mirror.pull()
  return mirror
}
/** What the copy holds is what the gate shows. */
async function isAsRead({ held }: Mirror): Promise<void> {
  for (const [id, record] of held) expect(record).toEqual(await read(bank, id))
}
const inputsOf = ({ held }: Mirror, lot: string) =>
  (must(held.get(lot)).inputs as { record_id: string }[]).map(({ record_id }) => record_id)

test('a lot comes again behind an input that opens, and behind one that closes', async () => {
  const [one, other] = [await harvest(grace), await harvest(otto)]
  const lot = await lotOf(one, other)
  await grant(mill, ['lot'])
  const given = await grant(grace, ['harvest'])
  const mirror = await copy()
  expect(inputsOf(mirror, lot)).toEqual([one])
  await grant(otto, ['harvest'])
  expect(await mirror.pull()).toEqual({ changes: [other, lot], closed: [] })
  expect(inputsOf(mirror, lot)).toEqual([one, other])
  await revoke(grace, given)
  expect(await mirror.pull()).toEqual({ changes: [lot], closed: [one] })
  expect(inputsOf(mirror, lot)).toEqual([other])
  await isAsRead(mirror)
  expect(await mirror.pull()).toEqual({ changes: [], closed: [] })
})

test('whatever the type of what it names as an input', async () => {
  const owed = await appended(grace, 'obligation', {
    ...{ kind: 'other', obligor: grace.id, obligee: mill.id, lawful_basis: 'special_data_consent' },
  })
  const lot = await lotOf(owed.id)
  await grant(mill, ['lot'])
  const mirror = await copy()
  expect(inputsOf(mirror, lot)).toEqual([])
  const given = await grant(grace, ['obligation'])
  expect(await mirror.pull()).toEqual({ changes: [owed.id, lot], closed: [] })
  await revoke(grace, given)
  expect(await mirror.pull()).toEqual({ changes: [lot], closed: [owed.id] })
  await isAsRead(mirror)
})

test('page by page: what shows it may come on later pages, each once, and the copy is right in the end', async () => {
  const one = await harvest(grace)
  const lots = [await lotOf(one), await lotOf(one), await lotOf(one)]
  await grant(mill, ['lot'])
  const given = await grant(grace, ['harvest'])
  const mirror = await copy(1)
  await revoke(grace, given)
  const pages = []
  for (let isMore = true; isMore; isMore = pages.at(-1)?.hasMore === true) pages.push(await mirror.page())
  expect(pages.map(({ changes, closed }) => [...changes, ...closed])).toEqual([
    [one],
    ...lots.map((lot) => [lot]),
  ])
  await isAsRead(mirror)
})

test('an input that arrives after its lot brings the lot again', async () => {
  const { clock } = a
  const id = (await harvest(grace)).replace(/.{12}$/, 'aaaaaaaaaaaa')
  const lot = await lotOf(id)
  await grant(mill, ['lot'])
  await grant(grace, ['harvest'])
  const mirror = await copy()
  expect(inputsOf(mirror, lot)).toEqual([])
  clock.nowMs += 1_000
  await appended(grace, 'harvest', { ...harvestOf(grace), id })
  expect(await mirror.pull()).toEqual({ changes: [id, lot], closed: [] })
  expect(inputsOf(mirror, lot)).toEqual([id])
})

test('a reader hears nothing of a hidden input whose people open it together at no time: by a grant that begins later, or one given after an objection', async () => {
  const jane = await a.party('person', 'Jane')
  const later = await appended(grace, 'delivery', deliveryOf(grace, otto))
  const objected = await appended(grace, 'delivery', deliveryOf(grace, jane, { lawful_basis: 'consent' }))
  await lotOf(later.id)
  await lotOf(objected.id)
  await grant(mill, ['lot'])
  const mirror = await copy()
  await grant(otto, ['delivery'], { valid_from: at(a.clock.nowMs + 50 * DAY_MS) })
  const objection = { id: uuidv7(), channel: 'app', purposes: [PURPOSE] }
  expect((await jane.post('/v1/objections', objection)).status).toBe(201)
  await grant(jane, ['delivery'])
  await grant(grace, ['delivery'])
  expect(await mirror.pull()).toEqual({ changes: [], closed: [] })
})

test('records that nothing names cost no look-up of what names them', async () => {
  for (let i = 0; i < 20; i++) await harvest(grace)
  await lotOf(await harvest(otto))
  await grant(mill, ['lot'])
  const asked = vi.spyOn(Mentions.prototype, 'byAnybody')
  try {
    const mirror = await copy()
    const given = await grant(grace, ['harvest'])
    expect((await mirror.pull()).changes).toHaveLength(20)
    await revoke(grace, given)
    expect((await mirror.pull()).closed).toHaveLength(20)
    expect(asked).not.toHaveBeenCalled()
  } finally {
    asked.mockRestore()
  }
})
