import { describe, expect, it } from 'vitest'
import { Derivation } from '../../../../src/domain/derived/derive.ts'
import type { AuthorityRelation, Mention, World } from '../../../../src/domain/derived/world.ts'
import type { Box } from '../../../../src/domain/outline.ts'
import type { RecordType } from '../../../../src/domain/types/index.ts'
import { countingCpuMs } from '../../../support/cpu-time.ts'
import {
  ANNA,
  BEN,
  COOP,
  hour,
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
    const [later, earlier] = [
      story.correct(harvest, {}, { id: uuid(91) }),
      story.correct(harvest, {}, { id: uuid(90) }),
    ]
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

/** Counts what is asked of a world. */
class Counted implements World {
  asked = 0
  readonly #world: MemoryWorld

  constructor(world: MemoryWorld) {
    this.#world = world
  }

  byId(id: string) {
    return this.#world.byId(id)
  }

  near(id: string) {
    return this.#world.near(id)
  }

  typeNear(id: string) {
    return this.#world.typeNear(id)
  }

  mayBeOwn() {
    this.asked++
    return this.#world.mayBeOwn()
  }

  chain(root: number) {
    this.asked++
    return this.#world.chain(root)
  }

  naming(relation: AuthorityRelation, ids: readonly string[]) {
    this.asked++
    return this.#world.naming(relation, ids)
  }

  mentions(relation: Mention, ids: readonly string[], by: Iterable<string>) {
    this.asked++
    return this.#world.mentions(relation, ids, by)
  }

  isMentioned(relation: Mention, id: string, by: readonly string[]) {
    this.asked++
    return this.#world.isMentioned(relation, id, by)
  }

  plotsNear(box: Box, by: readonly string[]) {
    this.asked++
    return this.#world.plotsNear(box, by)
  }

  handOvers(lotRoot: number) {
    this.asked++
    return this.#world.handOvers(lotRoot)
  }

  mayHaveReceived(party: string, lotRoot: number) {
    this.asked++
    return this.#world.mayHaveReceived(party, lotRoot)
  }

  mandateCovers(delegationId: string, type: RecordType) {
    this.asked++
    return this.#world.mandateCovers(delegationId, type)
  }
}

describe('a page of records', () => {
  it('looks once at what its records share', () => {
    const story = new Story()
    const [lot, owed] = [story.lot(ANNA, {}, { at: 1 }), story.obligation(ANNA, COOP, {}, { at: 1 })]
    for (let n = 0; n < 200; n++)
      story.handOver(lot, n % 2 ? BEN : ANNA, n % 2 ? ANNA : BEN, {}, { at: 2 + n })
    const deliveries = Array.from({ length: 300 }, () =>
      story.delivery(ANNA, COOP, { lot_id: lot, obligation_id: owed }),
    )
    const memory = story.world()
    const world = new Counted(memory)
    const derivation = new Derivation(world, surroundingsOf())
    derivation.derive(memory.version(deliveries[0] as string))
    const first = world.asked
    for (const id of deliveries.slice(1)) derivation.derive(memory.version(id))
    expect((world.asked - first) / 299).toBeLessThan(10)
  })

  it('of plain records costs some microseconds each', () => {
    const story = new Story()
    for (let n = 0; n < 500; n++) story.harvest(ANNA)
    const world = story.world()
    const page = () => {
      const derivation = new Derivation(world, surroundingsOf())
      for (const version of world.versions) derivation.derive(version)
    }
    for (let n = 0; n < 10; n++) page()
    const workedMs = countingCpuMs()
    for (let n = 0; n < 20; n++) page()
    const microseconds = (workedMs() * 1_000) / (20 * world.versions.length)
    expect(microseconds).toBeLessThan(100)
  })
})
