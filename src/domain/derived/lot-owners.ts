import { custodyOf } from './custody.ts'
import { speakersOn, toParty } from './members.ts'
import { remembered } from './memoized-graph.ts'
import type { Version, World } from './world.ts'

/** Who received a lot by a transfer that counts. They read it as their own without becoming its subject. */
export const receiversOf = remembered((world: World, lotRoot: number): ReadonlySet<string> => {
  const [version] = world.chain(lotRoot)
  return new Set(version?.type === 'lot' ? custodyOf(world, version).counted.map(toParty) : [])
})

/**
 * May the asserter of this record read the lot as its own, or the party it acts for under a mandate over lots? If so, the
 * record's asserter has to do with the lot.
 */
export function isSaidByALotOwner(world: World, version: Version, lot: Version): boolean {
  return speakersOn(world, version, 'lot').some(
    (party) => statesAsOwner(world, lot.root, party) || hasReceived(world, lot.root, party),
  )
}

/** Is the party the holder that some version of the lot states, or did it assert one, or have one asserted for it? */
const statesAsOwner = (world: World, lotRoot: number, party: string): boolean =>
  world.chain(lotRoot).some(({ body }) => [body.holder, body.asserted_by, body.on_behalf_of].includes(party))

/** Is it among `receiversOf`? Skips the walk through the lot's history where the answer must be no. */
export const hasReceived = (world: World, lotRoot: number, party: string): boolean =>
  world.mayHaveReceived(party, lotRoot) && receiversOf(world, lotRoot).has(party)

/**
 * May this record turn out to be asserted by an owner of the lot, now or later? True wherever
 * {@link isSaidByALotOwner} holds; once true, always true; never true for a stranger.
 */
export function mayBeSaidByALotOwner(world: World, { body }: Version, lot: Version): boolean {
  const speakers =
    body.on_behalf_of === undefined ? [body.asserted_by] : [body.asserted_by, body.on_behalf_of]
  return speakers.some(
    (party) => statesAsOwner(world, lot.root, party) || world.mayHaveReceived(party, lot.root),
  )
}
