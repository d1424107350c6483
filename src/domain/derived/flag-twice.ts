import { kgOf } from '../quantity.ts'
import { standingOf } from './standing.ts'
import type { Standing } from './standings.ts'
import type { Version, World } from './world.ts'

interface VersionContext {
  readonly world: World
  readonly version: Version
  readonly standing: Standing
}

/**
 * Returns whether the asserter stated the same weight for the same parties at the same instant in another
 * record. Both must be held on the same ground and asserted for the same party: a reader of one may then read
 * the other, so that the flag reveals nothing. Several deliveries a day are usual, so both must be stated to
 * the instant.
 */
export function isPossiblyTwice({ world, version, standing }: VersionContext): boolean {
  if (standing !== 'tip' || (version.type !== 'harvest' && version.type !== 'delivery')) return false
  if (!isOfAnInstant(version)) return false
  const others = world.atSameInstant(version).filter(({ root }) => root !== version.root)
  if (others.length === 0) return false
  const said = sayingOf(version)
  return others.some(
    (other) => isOfAnInstant(other) && sayingOf(other) === said && standingOf(world, other) === 'tip',
  )
}

const isOfAnInstant = ({ body }: Version): boolean => body.occurred_at_precision === 'instant'

function sayingOf({ body }: Version): string {
  const { asserted_by, on_behalf_of, lawful_basis, producer, from_party, to_party, crop, quantity } = body
  const mass = kgOf(body) ?? [quantity?.value, quantity?.unit]
  const who = [asserted_by, on_behalf_of, producer, from_party, to_party]
  return JSON.stringify([...who, lawful_basis, crop, mass])
}
