import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import { Mentions } from '../../../../src/store/tables/mentions.ts'
import { type Actor, type Appliance, makeAppliance } from '../../../support/appliance.ts'
import {
  appended,
  at,
  cherry,
  confirm,
  DAY_MS,
  deliveryOf,
  granted,
  harvestOf,
  PURPOSE,
  read,
  retract,
} from '../../../support/flows/help.ts'
import { Mirror } from '../../../support/flows/mirror.ts'

/** A record that shows something of another one comes again when that one opens or closes to the reader (contract §21). */

let a: Appliance
let grace: Actor
let otto: Actor
let mill: Actor
let bank: Actor
beforeEach(async () => {
  a = await makeAppliance()
  grace = await a.party('person', 'Grace')
  otto = await a.party('person', 'Otto')
  mill = await a.party('business', 'Mill')
  bank = await a.party('institution', 'Bank')
})
afterEach(() => a.close())

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

test('so it does when consent ends by the clock, and when somebody objects', async () => {
  const [one, other] = [await harvest(grace), await harvest(otto, { lawful_basis: 'consent' })]
  const lot = await lotOf(one, other)
  await grant(mill, ['lot'])
  await grant(grace, ['harvest'], { expires_at: at(a.clock.nowMs + DAY_MS) })
  await grant(otto, ['harvest'])
  const mirror = await copy()
  a.clock.nowMs += 2 * DAY_MS
  expect(await mirror.pull()).toEqual({ changes: [lot], closed: [one] })
  const objection = { id: one.replace(/^../, '02'), purposes: [PURPOSE], channel: 'app' }
  expect((await otto.post('/v1/objections', objection)).status).toBe(201)
  expect(await mirror.pull()).toEqual({ changes: [lot], closed: [other] })
  expect(inputsOf(mirror, lot)).toEqual([])
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

test('what a record corrects, and what corrects it, are named as long as they may be read', async () => {
  const old = { occurred_at: at(a.clock.nowMs - 20 * DAY_MS) }
  const first = await harvest(grace, old)
  const second = await harvest(grace, { supersedes: first })
  const third = await harvest(grace, { ...old, supersedes: second })
  const window = { occurred_from: at(a.clock.nowMs - 10 * DAY_MS) }
  const narrow = await grant(grace, ['harvest'], window)
  const mirror = await copy()
  expect(mirror.held.get(second)).toMatchObject({ supersedes: null, derived: { superseded_by: [] } })
  const wide = await grant(grace, ['harvest'], { replaces: narrow })
  expect((await mirror.pull()).changes.sort()).toEqual([first, second, third].sort())
  expect(mirror.held.get(second)).toMatchObject({ supersedes: first, derived: { superseded_by: [third] } })
  await isAsRead(mirror)
  await grant(grace, ['harvest'], { ...window, replaces: wide })
  expect(await mirror.pull()).toEqual({ changes: [second], closed: [first, third] })
  expect(mirror.held.get(second)).toMatchObject({ supersedes: null, derived: { superseded_by: [] } })
  await isAsRead(mirror)
})

test('a further correction that changes no standing is named by what it corrects, if it may be read', async () => {
  const first = await harvest(grace)
  await grant(grace, ['harvest'], { occurred_from: at(a.clock.nowMs - 10 * DAY_MS) })
  const mirror = await copy()
  const second = await harvest(grace, { supersedes: first })
  expect((await retract(grace, second)).status).toBe(201)
  await mirror.pull()
  expect(mirror.held.get(first)).toMatchObject({
    derived: { standing: 'superseded', superseded_by: [second] },
  })
  // Out of sight: its copy says what the gate says, so there is nothing to tell.
  const hidden = await harvest(grace, { supersedes: first, occurred_at: at(a.clock.nowMs - 20 * DAY_MS) })
  expect(await mirror.pull()).toEqual({ changes: [], closed: [] })
  await isAsRead(mirror)
  expect((await retract(grace, hidden)).status).toBe(201)
  await mirror.pull()
  const third = await harvest(grace, { supersedes: first })
  expect((await mirror.pull()).changes).toEqual([third, first])
  await isAsRead(mirror)
})

describe('when it was confirmed', () => {
  const delivered = async (more: object = {}) =>
    (await appended(grace, 'delivery', deliveryOf(grace, mill, more))).id as string
  const confirmedAt = ({ held }: Mirror, id: string) =>
    (must(held.get(id)).derived as { confirmation: { confirmed_at: string | null } }).confirmation
      .confirmed_at

  test('is no longer told when the window of consent to deliveries no longer has it', async () => {
    const delivery = await delivered({ occurred_at: at(a.clock.nowMs - 5 * DAY_MS) })
    expect((await confirm(a, mill, delivery)).status).toBe(201)
    const given = await grant(grace, ['delivery'])
    const mirror = await copy()
    expect(confirmedAt(mirror, delivery)).toEqual(at(a.clock.nowMs))
    const narrow = await grant(grace, ['delivery'], {
      replaces: given,
      occurred_to: at(a.clock.nowMs - DAY_MS),
    })
    expect(await mirror.pull()).toEqual({ changes: [delivery], closed: [] })
    expect(confirmedAt(mirror, delivery)).toBeNull()
    await isAsRead(mirror)
    await grant(grace, ['delivery'], { replaces: narrow })
    expect(await mirror.pull()).toEqual({ changes: [delivery], closed: [] })
    await isAsRead(mirror)
  })
})

test('who holds a lot is named as long as the hand-over may be read', async () => {
  const lot = await lotOf()
  await appended(mill, 'custody_transfer', { lot_id: lot, from_party: mill.id, to_party: otto.id })
  await grant(mill, ['lot', 'custody_transfer'])
  const given = await grant(otto, ['custody_transfer'])
  const mirror = await copy()
  const custodian = () =>
    (must(mirror.held.get(lot)).derived as { custody: { custodian: string } }).custody.custodian
  expect(custodian()).toBe(otto.id)
  await revoke(otto, given)
  expect((await mirror.pull()).changes).toEqual([lot])
  expect(custodian()).toBeNull()
  await isAsRead(mirror)
})

describe('a reader hears nothing', () => {
  test('of a hidden input whose people open something, as long as one of them opens nothing', async () => {
    const delivery = await appended(grace, 'delivery', deliveryOf(grace, otto))
    const lot = await lotOf(delivery.id)
    await grant(mill, ['lot'])
    const mirror = await copy()
    expect(inputsOf(mirror, lot)).toEqual([])
    const given = await grant(grace, ['delivery'])
    expect(await mirror.pull()).toEqual({ changes: [], closed: [] })
    await revoke(grace, given)
    expect(await mirror.pull()).toEqual({ changes: [], closed: [] })
  })

  test('of a hidden input whose people open it together at no time: by a grant that begins later, or one given after an objection', async () => {
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

  test('of lots that it may not read', async () => {
    const one = await harvest(grace)
    await lotOf(one)
    const given = await grant(grace, ['harvest', 'lot'])
    const mirror = await copy()
    await revoke(grace, given)
    expect(await mirror.pull()).toEqual({ changes: [], closed: [one] })
  })
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
