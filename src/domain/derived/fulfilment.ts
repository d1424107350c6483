import { isOfForm, massIn, roundKg, statesMass, sumKg } from '../quantity.ts'
import { chosenConfirmation } from './confirmation.ts'
import { cropOf, isAssertedByOrFor } from './members.ts'
import { paidOf, type TracedPaid } from './money.ts'
import { chainOf, chainsNaming } from './standing.ts'
import type { Surroundings, Version, VersionOf, World } from './world.ts'

/**
 * How far an obligation was met, in kilograms of its own crop and form; the rest are counts (contract §5).
 */
export interface Fulfilment {
  /** Null when nothing was committed in kilograms. */
  readonly committed_kg: number | null
  readonly delivered_kg: number
  readonly confirmed_kg: number
  /** May be negative: more can be delivered than was owed. */
  readonly outstanding_kg: number | null
  /** Deliveries that count, including those without kilograms. */
  readonly deliveries: number
  readonly confirmed: number
  /** Delivery chains that would count if they were not forked. */
  readonly forked: number
  /** Deliveries that count but have no kilograms of the obligation's form. */
  readonly unconvertible: number
  /**
   * Deliveries, asserted by or for one of its two parties, that name the obligation but do not count towards
   * it.
   */
  readonly not_counted: number
  /** True if a figure above is incomplete. */
  readonly incomplete: boolean
  /** Only for an obligation with an amount. */
  readonly money?: TracedPaid
}

/**
 * Returns whether this delivery, of any standing, counts towards this version of the obligation. It must go
 * from the obligor to the obligee, be in the obligation's crop and form (or be converted to it by the
 * conversion that it cites), and be asserted by or for one of the two: a stranger can neither pay nor burden
 * anybody.
 */
export function countsTowards(
  obligation: VersionOf<'obligation'>,
  delivery: Version,
  surroundings: Surroundings,
): boolean {
  const { obligor, obligee } = obligation.body
  return (
    delivery.body.from_party === obligor &&
    delivery.body.to_party === obligee &&
    (isAssertedByOrFor(delivery, obligor) || isAssertedByOrFor(delivery, obligee)) &&
    isOfForm(delivery, cropOf(obligation), surroundings)
  )
}

/**
 * Returns the `fulfilment` of a version of an obligation, from its parties' deliveries that name any version.
 */
export function fulfilmentOf(
  world: World,
  obligation: VersionOf<'obligation'>,
  surroundings: Surroundings,
): Fulfilment {
  const crop = cropOf(obligation)
  const delivered: number[] = []
  const confirmed: number[] = []
  const counts = { deliveries: 0, confirmed: 0, forked: 0, unconvertible: 0, not_counted: 0 }
  const parties = [obligation.body.obligor, obligation.body.obligee]
  for (const { ends, forked } of chainsNaming(world, 'fulfils', chainOf(world, obligation.root), parties)) {
    const counting = ends.find((delivery) => countsTowards(obligation, delivery, surroundings))
    if (counting === undefined) {
      counts.not_counted++
      continue
    }
    if (forked) {
      counts.forked++
      continue
    }
    const kg = massIn(counting, crop, surroundings)
    const isConfirmed = chosenConfirmation(world, counting) !== null
    counts.deliveries++
    if (isConfirmed) counts.confirmed++
    if (kg === null) counts.unconvertible++
    else {
      delivered.push(kg)
      if (isConfirmed) confirmed.push(kg)
    }
  }
  const committedKg = massIn(obligation, crop, surroundings)
  const deliveredKg = sumKg(delivered)
  const money = paidOf(world, obligation)
  return {
    committed_kg: committedKg,
    delivered_kg: deliveredKg,
    confirmed_kg: sumKg(confirmed),
    outstanding_kg: committedKg === null ? null : roundKg(committedKg - deliveredKg),
    ...counts,
    incomplete:
      counts.unconvertible > 0 || counts.forked > 0 || (committedKg === null && statesMass(obligation.body)),
    ...(money === null ? {} : { money }),
  }
}
