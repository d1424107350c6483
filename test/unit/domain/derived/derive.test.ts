import { describe, expect, it } from 'vitest'
import { Derivation, toldDerived } from '../../../../src/domain/derived/derive.ts'
import {
  ANNA,
  BEN,
  COOP,
  hour,
  kg,
  type MemoryWorld,
  Story,
  surroundingsOf,
  uuid,
} from '../../../support/world.ts'

const derive = (story: Story, id: string) => {
  const world = story.world()
  return new Derivation(world, surroundingsOf()).derive(world.version(id))
}

describe('what is derived', () => {
  it('of any record is its standing, its kilograms, its flags and what superseded it', () => {
    const story = new Story()
    const harvest = story.harvest(ANNA)
    const [later = '', earlier] = [91, 90].map((n) => story.correct(harvest, {}, { id: uuid(n) }))
    story.retract(later)
    expect(derive(story, harvest)).toEqual({
      superseded_by: [earlier, later],
      retracted: false,
      standing: 'superseded',
      kg: 100,
      flags: [],
    })
    expect(derive(story, later)).toMatchObject({ superseded_by: [], retracted: true, standing: 'retracted' })
  })

  it('of a delivery is its confirmation, null while there is none', () => {
    const story = new Story()
    const delivery = story.delivery(ANNA, BEN)
    expect(derive(story, delivery).confirmation).toBeNull()
    story.confirm(delivery, BEN)
    expect(derive(story, delivery).confirmation).toMatchObject({ confirmed: true, independent: true })
  })

  it('of a delivery tells what was paid to who may read payments alone', () => {
    const story = new Story()
    const UGX = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
    const sold = story.delivery(ANNA, BEN, { agreed_price: UGX(100) })
    story.record('payment', ANNA, {
      ...{ payer: BEN, payee: ANNA, amount: UGX(120), method: 'cash', purpose: 'produce' },
      settles: [{ record_id: sold, amount_minor: 120 }],
    })
    const derived = derive(story, sold)
    const { paid, ...others } = derived
    expect([paid?.acknowledged_minor, others.flags]).toEqual([120, ['overpaid']])
    expect(toldDerived(derived, true)).toEqual(derived)
    expect(toldDerived(derived, false)).toEqual({ ...others, flags: [] })
  })

  it('of an obligation is its fulfilment', () => {
    const story = new Story()
    const derived = derive(story, story.obligation(ANNA, COOP))
    expect(Object.keys(derived)).toContain('fulfilment')
    expect(Object.keys(derived)).not.toContain('custody')
  })

  it('of a lot takes work that grows with the inputs of the lots that draw on the same records, and not with their square', () => {
    const reads = (count: number) => {
      const story = new Story()
      const inputs = Array.from({ length: count }, () => story.harvest(ANNA))
      let looks = 0
      const counted = inputs.map((record_id) => ({
        get record_id() {
          looks++
          return record_id
        },
        kg: 1,
      }))
      const [lot] = [1, 2, 3, 4, 5].map(() => story.lot(ANNA, { inputs: counted }))
      expect(derive(story, lot as string).flags).toEqual(['mass_balance_discrepancy'])
      return looks
    }
    expect(reads(80)).toBeLessThan(6 * reads(20))
  })

  it('of a lot is its custody and its mass balance', () => {
    const story = new Story()
    const lot = story.lot(ANNA, {}, { at: 1 })
    expect(derive(story, lot).custody).toEqual({
      custodian: ANNA,
      as_of: hour(1),
      transfers: 0,
      broken: false,
      givenBy: null,
      stated: [{ id: lot, at: hour(1) }],
    })
    const back = [
      story.handOver(lot, ANNA, BEN, {}, { at: 2 }),
      story.handOver(lot, BEN, ANNA, {}, { at: 3 }),
    ]
    const { custody, mass_balance } = derive(story, lot)
    expect(custody).toEqual({
      custodian: ANNA,
      as_of: hour(3),
      transfers: 2,
      broken: false,
      givenBy: back[1],
      stated: [],
    })
    expect(mass_balance).toMatchObject({ declared_kg: 100, remaining_kg: 100 })
  })
})

it('how exactly the times of a lot are known is said by the record that states them', () => {
  const story = new Story()
  const lot = story.lot(ANNA, { occurred_at_precision: 'month' }, { at: 1 })
  // Of one time, the version that is shown says it.
  const sharper = story.correct(lot, { occurred_at_precision: 'day' })
  const since = (id: string) => {
    const { as_of, as_of_precision } = derive(story, id).custody ?? {}
    return [as_of, as_of_precision]
  }
  expect([since(lot), since(sharper)]).toEqual([
    [hour(1), 'month'],
    [hour(1), 'day'],
  ])
  const weighed = { ...kg(99), occurred_at_precision: 'week' }
  story.handOver(lot, ANNA, BEN, weighed, { at: 2 })
  expect(since(lot)).toEqual([hour(2), 'week'])
  expect(derive(story, lot).mass_balance?.legs).toMatchObject([{ at: hour(2), at_precision: 'week' }])
  story.handOver(lot, BEN, ANNA, kg(99), { at: 3 })
  expect(since(lot)).toEqual([hour(3), undefined])
})

/** Counts what is asked of a world, but for the looks at one record. */
function counted(memory: MemoryWorld) {
  const asked = { times: 0 }
  const world = new Proxy(memory, {
    get(_, name: keyof MemoryWorld) {
      if (!['byId', 'near', 'isAlone'].includes(name)) asked.times++
      const member: unknown = memory[name]
      return typeof member === 'function' ? member.bind(memory) : member
    },
  })
  return { asked, world }
}

it('a page looks once at what its records share', () => {
  const story = new Story()
  const [lot, owed] = [story.lot(ANNA, {}, { at: 1 }), story.obligation(ANNA, COOP, {}, { at: 1 })]
  for (let n = 0; n < 200; n++) story.handOver(lot, n % 2 ? BEN : ANNA, n % 2 ? ANNA : BEN, {}, { at: 2 + n })
  const deliveries = Array.from({ length: 300 }, () =>
    story.delivery(ANNA, COOP, { lot_id: lot, obligation_id: owed }),
  )
  const memory = story.world()
  const { asked, world } = counted(memory)
  const derivation = new Derivation(world, surroundingsOf())
  derivation.derive(memory.version(deliveries[0] as string))
  const first = asked.times
  for (const id of deliveries.slice(1)) derivation.derive(memory.version(id))
  expect((asked.times - first) / 299).toBeLessThan(10)
})
