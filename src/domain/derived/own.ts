import { RECORD_TYPES, type RecordType } from '../types/index.ts'
import { hasReceived } from './lot-owners.ts'
import { isAssertedByOrFor } from './members.ts'
import { remembered } from './memoized-graph.ts'
import { basesOf } from './standing.ts'
import { subjectsOf } from './subjects.ts'
import type { Version, World } from './world.ts'

/**
 * Returns whether this party may read this version without a grant: as a subject, the asserter, the party
 * asserted for or a receiver of the lot (contract §3, §7 step 2).
 */
export function mayReadAsOwn(world: World, party: string, version: Version): boolean {
  if (isAssertedByOrFor(version, party)) return true
  if (subjectsOf(world, version).parties.includes(party)) return true
  // Checked for every type, so that a refusal takes the same time for a lot as for anything else.
  return hasReceived(world, version.root, party) && version.type === 'lot'
}

/** Returns every party that may read some version of the chain as its own, except receivers of a lot. */
export const partiesOf = remembered((world: World, root: number): ReadonlySet<string> => {
  const owners = new Set<string>()
  for (const version of world.chain(root)) {
    owners.add(version.body.asserted_by)
    if (version.body.on_behalf_of !== undefined) owners.add(version.body.on_behalf_of)
    for (const party of subjectsOf(world, version).parties) owners.add(party)
  }
  return owners
})

/**
 * Returns the record that a reference names; null if it does not resolve, as far as its writer may know: if
 * the target does not exist, is of no type that the member may name, or neither the asserter, nor the party it
 * acts for under a delegation over that type, may read any version of it as its own. Absent records, other
 * people's and those outside the delegation look alike, so that no flag or figure reveals other people's
 * records.
 * @param isWholePrincipal whether it resolves for the party asserted for whatever the delegation covers
 */
export function resolved(
  world: World,
  asserting: Version,
  targetId: string,
  types: readonly RecordType[] = RECORD_TYPES,
  isWholePrincipal = false,
): Version | null {
  const mayBeALot = types.includes('lot')
  let isOwn = false
  let target: Version | undefined
  // The work is the same for absent records and other types: the time taken must reveal nothing.
  for (const party of world.mayOwn(asserting, targetId, isWholePrincipal)) {
    target ??= world.near(targetId)
    if (target === undefined) return null
    isOwn ||=
      partiesOf(world, target.root).has(party) || (mayBeALot && hasReceived(world, target.root, party))
  }
  return isOwn && target?.id === targetId && types.includes(target.type) ? target : null
}

/** The types that a lot may draw on. */
export const DRAWABLE: readonly RecordType[] = ['harvest', 'delivery', 'lot']

/** Returns the bases of the chain that a reference names; null if it does not resolve. */
export function resolvedBases(
  world: World,
  asserting: Version,
  targetId: string | undefined,
  types: readonly RecordType[],
): readonly Version[] | null {
  const target = targetId === undefined ? null : resolved(world, asserting, targetId, types)
  return target === null ? null : basesOf(world, target.root)
}
