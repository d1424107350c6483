import { holdersOf, isAssertedByOrFor, toParty } from './members.ts'
import type { Transfer, Version, World } from './world.ts'

/**
 * Returns the hand-overs of a lot that may count: asserted by or for the party that hands over, if some
 * version of the lot states that party as holder, or another such hand-over names it as receiver. Standing
 * and time are ignored, so that a record once included stays included, and the order of arrival makes no
 * difference. All that count are included, and never a stranger's.
 */
export function possibleHandOvers(world: World, lotRoot: number): readonly Transfer[] {
  const ids = world.chain(lotRoot).map(({ id }) => id)
  return handOversFrom(world, ids, holdersOf(world, lotRoot))
}

/**
 * Returns the same, starting from these holders, and continues with those who received the lot from them.
 * @param ids of every version of the lot
 */
export function handOversFrom(world: World, ids: readonly string[], holders: readonly string[]): Transfer[] {
  const found: Transfer[] = []
  const asked = new Set(holders)
  for (let next = [...asked]; next.length > 0; ) {
    const givers = new Set(next)
    next = []
    for (const named of world.mentions('lot', ids, givers)) {
      if (named.type !== 'custody_transfer' || !givers.has(named.body.from_party)) continue
      if (!isAssertedByOrFor(named, named.body.from_party)) continue
      found.push(named)
      const receiver = toParty(named)
      if (!asked.has(receiver)) next.push(receiver)
      asked.add(receiver)
    }
  }
  return found
}

/** Returns whether this transfer is one of `possibleHandOvers`, without walking the others. */
export function mayHandOver(world: World, transfer: Transfer, lot: Version): boolean {
  const giver = transfer.body.from_party
  if (!isAssertedByOrFor(transfer, giver)) return false
  return (
    world.chain(lot.root).some(({ body }) => body.holder === giver) || world.mayHaveReceived(giver, lot.root)
  )
}
