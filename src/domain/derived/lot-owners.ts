import { custodyOf } from './custody.ts'
import { speakersOn, toParty } from './members.ts'
import { remembered } from './memoized-graph.ts'
import type { Version, World } from './world.ts'

/** Returns who received a lot by a counted transfer. They read it as their own but are not its subjects. */
export const receiversOf = remembered((world: World, lotRoot: number): ReadonlySet<string> => {
  const [version] = world.chain(lotRoot)
  return new Set(version?.type === 'lot' ? custodyOf(world, version).counted.map(toParty) : [])
})

/**
 * Returns whether the asserter of this record, or the party it acts for under a delegation over lots, may
 * read the lot as its own. Only then does the record count as about the lot.
 */
export function isSaidByALotOwner(world: World, version: Version, lot: Version): boolean {
  return speakersOn(world, version, 'lot').some(
    (party) => statesAsOwner(world, lot.root, party) || hasReceived(world, lot.root, party),
  )
}

/** Returns whether some version of the lot states the party as holder, or was asserted by or for it. */
const statesAsOwner = (world: World, lotRoot: number, party: string): boolean =>
  world.chain(lotRoot).some(({ body }) => [body.holder, body.asserted_by, body.on_behalf_of].includes(party))

/** Returns whether the party is in `receiversOf`, without walking the lot's history if it cannot be. */
export const hasReceived = (world: World, lotRoot: number, party: string): boolean =>
  world.mayHaveReceived(party, lotRoot) && receiversOf(world, lotRoot).has(party)

/**
 * Returns whether this record may prove, now or later, to be asserted by an owner of the lot. True whenever
 * {@link isSaidByALotOwner} holds; once true, always true; never true for a stranger.
 */
export function mayBeSaidByALotOwner(world: World, { body }: Version, lot: Version): boolean {
  const speakers =
    body.on_behalf_of === undefined ? [body.asserted_by] : [body.asserted_by, body.on_behalf_of]
  return speakers.some(
    (party) => statesAsOwner(world, lot.root, party) || world.mayHaveReceived(party, lot.root),
  )
}
