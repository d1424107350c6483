import { expect, it } from 'vitest'
import { overdrawnIds } from '../../../../src/domain/derived/overdraft.ts'
import type { RecordType } from '../../../../src/domain/types/index.ts'
import { ANNA, BEN, kg, outOf, STRANGER, Story, surroundingsOf, type Told } from '../../../support/world.ts'

/** Anna harvests ten kilograms, on which a lot draws. */
function overdrawn(drawn: number, told: Told = {}) {
  const story = new Story()
  const harvest = story.harvest(ANNA, kg(10))
  const lot = story.lot(ANNA, { ...kg(drawn), ...outOf([harvest, drawn]) }, told)
  const world = story.world()
  const flagged = overdrawnIds(world, world.version(harvest).root, surroundingsOf())
  return [harvest, lot].map((id) => flagged.has(id))
}

it('flags a record and the lots that drew more than it has, by a gram too', () => {
  expect(overdrawn(10)).toEqual([false, false])
  expect(overdrawn(10.001)).toEqual([true, true])
})

it('does not let anybody flag what they may not read as their own', () => {
  const forAnna = (...over: RecordType[]): Told => ({ by: BEN, for: ANNA, over })
  expect(overdrawn(50, { by: STRANGER })).toEqual([false, false])
  expect(overdrawn(50, forAnna('lot', 'harvest'))).toEqual([true, true])
  expect(overdrawn(50, forAnna('lot'))).toEqual([false, false])
})
