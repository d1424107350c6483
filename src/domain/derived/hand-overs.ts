import { fromParty, holderOf, isAssertedByOrFor, toParty } from './members.ts'
import type { Version, World } from './world.ts'

/**
 * The hand-overs of a lot that may count: asserted by or for the party that hands over, where some version of the lot
 * states that party as holder, or another such hand-over names it as receiver. Standing and time are not asked, so that
 * a record once among them stays among them, and the order of arrival makes no difference. Those that do count are
 * always among them; a stranger's are not.
 */
export function possibleHandOvers(world: World, lotRoot: number): readonly Version[] {
  const versions = world.chain(lotRoot)
  const ids = versions.map(({ id }) => id)
  return handOversFrom(world, ids, versions.map(holderOf))
}

/**
 * The same, of what parties hand over that have just come to hold the lot, and of those who receive it from them.
 * @param ids of every version of the lot
 */
export function handOversFrom(world: World, ids: readonly string[], holders: readonly string[]): Version[] {
  const found: Version[] = []
  const asked = new Set(holders)
  for (let next = [...asked]; next.length > 0; ) {
    const givers = new Set(next)
    next = []
    for (const named of world.mentions('lot', ids, givers)) {
      if (named.type !== 'custody_transfer' || !givers.has(fromParty(named))) continue
      if (!isAssertedByOrFor(named, fromParty(named))) continue
      found.push(named)
      const receiver = toParty(named)
      if (!asked.has(receiver)) next.push(receiver)
      asked.add(receiver)
    }
  }
  return found
}

/** Does this transfer belong among them? Needs no walk along the others. */
export function mayHandOver(world: World, transfer: Version, lot: Version): boolean {
  const giver = fromParty(transfer)
  if (!isAssertedByOrFor(transfer, giver)) return false
  return (
    world.chain(lot.root).some((version) => holderOf(version) === giver) ||
    world.mayHaveReceived(giver, lot.root)
  )
}
