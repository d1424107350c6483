import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import {
  appended,
  at,
  cherry,
  DAY_MS,
  deliveryOf,
  expectBare404,
  PURPOSE,
  read,
  retract,
} from '../../support/flows/help.ts'

/** What was handed over and taken out stays so, whatever becomes of the lot's own record; and what of it counts. */

const a = await makeAppliance()
const holder = await a.party('person', 'Holder')
const receiver = await a.party('business', 'Receiver')

const day = (n: number) => at(a.clock.nowMs - (10 - n) * DAY_MS)
const balanceOf = async (who: Actor, id: string) => (await read(who, id)).derived.mass_balance
const lotOf = (more: object = {}) => ({ holder: holder.id, ...cherry(100), ...more })

/** On the first day a lot is formed, on the second 30 kg of it are delivered, on the third it is handed over. */
const STEPS = {
  lot: (id: string) => appended(holder, 'lot', lotOf({ id, occurred_at: day(1) })),
  delivery: (id: string) =>
    appended(
      holder,
      'delivery',
      deliveryOf(holder, receiver, { ...cherry(30), lot_id: id, occurred_at: day(2) }),
    ),
  handOver: (id: string) =>
    appended(holder, 'custody_transfer', {
      lot_id: id,
      from_party: holder.id,
      to_party: receiver.id,
      occurred_at: day(3),
    }),
}

const CORRECTIONS: readonly [name: string, correction: () => object][] = [
  ['to begin after it was handed over', () => lotOf({ occurred_at: day(5) })],
  ['to another holder', () => lotOf({ holder: a.cooperative.id, occurred_at: day(1) })],
]

describe.each(CORRECTIONS)('a lot corrected %s', (_, correction) => {
  test.each([
    ['before anything was told of it', ['lot', 'correction', 'delivery', 'handOver']],
    ['after all was told of it', ['lot', 'delivery', 'handOver', 'correction']],
    [
      'after what was told of it came, and before it came itself',
      ['delivery', 'handOver', 'lot', 'correction'],
    ],
  ] as const)('%s stays with those who received it, and its deliveries count', async (_, steps) => {
    const lot = uuidv7()
    let tip = lot
    const since = (await receiver.get('/v1/sync/changes')).body.cursor
    for (const step of steps)
      if (step !== 'correction') await STEPS[step](lot)
      else tip = (await appended(holder, 'lot', { supersedes: lot, ...correction() })).id
    for (const id of [lot, tip]) {
      const { custody } = (await read(receiver, id)).derived
      expect([custody.custodian, custody.transfers]).toEqual([receiver.id, 1])
      expect(await balanceOf(receiver, id)).toMatchObject({
        outputs_kg: 30,
        remaining_kg: 70,
        not_counted: 0,
      })
    }
    const listed = await receiver.get(`/v1/records?purpose=${PURPOSE}&type=lot&standing=any&limit=500`)
    const pulled = await receiver.get(`/v1/sync/changes?since=${since}`)
    for (const found of [listed.body.records, pulled.body.changes])
      expect(found.map((r: { id: string }) => r.id)).toEqual(expect.arrayContaining([lot, tip]))
    expectBare404(await (await a.party('person', 'Stranger')).get(`/v1/records/${lot}?purpose=${PURPOSE}`))
    // Taking the correction back, or the whole lot, takes nothing from the receiver either.
    for (const id of [tip, lot]) {
      expect((await retract(holder, id)).status).toBe(201)
      for (const version of [lot, tip]) await read(receiver, version)
      expect(await balanceOf(receiver, lot)).toMatchObject({ outputs_kg: 30, remaining_kg: 70 })
    }
  })
})
