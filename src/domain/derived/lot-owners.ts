import { custodyOf } from './custody.ts'
import { holderOf, speaksForOneOf, toParty } from './members.ts'
import { remembered } from './memo.ts'
import { basesOf } from './standing.ts'
import type { Version, World } from './world.ts'

/** Who received a lot by a transfer that counts. They read it as their own without becoming its subject. */
export const receiversOf = remembered((world: World, lotRoot: number): ReadonlySet<string> => {
  const receivers = new Set<string>()
  for (const base of basesOf(world, lotRoot))
    for (const transfer of custodyOf(world, base).counted) receivers.add(toParty(transfer))
  return receivers
})

/**
 * May the asserter of this record read the lot as its own, or the party it acts for under a mandate over lots? Then what
 * the record says of the lot is said by somebody who has to do with it.
 */
export function isSaidByALotOwner(world: World, version: Version, lot: Version): boolean {
  return speaksForOneOf(
    world,
    version,
    'lot',
    (party) =>
      // Who received it is much work: asked last.
      world
        .chain(lot.root)
        .some((v) => [holderOf(v), v.body.asserted_by, v.body.on_behalf_of].includes(party)) ||
      receiversOf(world, lot.root).has(party),
  )
}
