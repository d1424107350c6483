import { expect, it } from 'vitest'
import { possibleHandOvers } from '../../../../src/domain/derived/hand-overs.ts'
import { ANNA, BEN, COOP, STRANGER, Story, TRADER } from '../../../support/world.ts'

it('are asserted by or for whoever hands over, from any holder that a version states on', () => {
  const story = new Story()
  const lot = story.lot(ANNA)
  // Two versions state two holders: neither speaks for the other.
  story.correct(lot, { holder: COOP })
  const by = (who: string, from: string, to: string, more: object = {}) =>
    story.handOver(lot, from, to, {}, { by: who, ...more })
  const counted = [by(ANNA, ANNA, BEN), by(TRADER, COOP, BEN, { for: COOP }), by(BEN, BEN, TRADER)]
  for (const [who, from] of [
    [COOP, ANNA],
    [STRANGER, ANNA],
    [STRANGER, STRANGER],
    [BEN, COOP],
  ] as const)
    by(who, from, STRANGER)
  const world = story.world()
  const found = possibleHandOvers(world, world.version(lot).root).map(({ id }) => id)
  expect(found.sort()).toEqual(counted.sort())
})
