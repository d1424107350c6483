import { expect, test } from 'vitest'
import { confirmationRefusal } from '../../../../src/domain/correction.ts'
import { RECORD_TYPES } from '../../../../src/domain/types/index.ts'
import { confirmedOf } from '../../../../src/records/intake/confirmed.ts'
import { ANNA, BEN, COOP, hour, MemoryWorld, Story, TRADER } from '../../../support/world.ts'

/** A delivery that the trader recorded for Anna; it came at the second hour. */
function recordedForAnna(mandateEndedAt: string) {
  const story = new Story()
  const id = story.delivery(ANNA, BEN, {}, { by: TRADER, for: ANNA, at: 1 })
  const ended = { mandate: Date.parse(mandateEndedAt) }
  const world = new MemoryWorld(story.bodies, { mandate: RECORD_TYPES }, COOP, ended)
  return confirmedOf(world, world.version(id))
}
const refusalFor = (party: string, confirmed: ReturnType<typeof confirmedOf>) =>
  confirmationRefusal({ assertedBy: party, onBehalfOf: undefined }, confirmed)

test('a party confirms what its delegate recorded for it, if the mandate had ended when it came, and not else', () => {
  const dismissed = recordedForAnna(hour(2))
  expect([ANNA, BEN].map((party) => refusalFor(party, dismissed))).toEqual([null, null])
  expect(refusalFor(TRADER, dismissed)).toBe('not_the_counterparty')
  const inForce = recordedForAnna(hour(3))
  expect([ANNA, BEN].map((party) => refusalFor(party, inForce))).toEqual(['not_the_counterparty', null])
})
