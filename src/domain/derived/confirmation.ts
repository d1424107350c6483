import { formatInstant } from '../time.ts'
import { confirmedType } from '../types/index.ts'
import { byId, isAssertedByOrFor } from './members.ts'
import { standingOf } from './standing.ts'
import type { Version, VersionOf, World } from './world.ts'

/** The counterparty's agreement with one version of a delivery or payment (contract §5, §23). */
export interface Confirmation {
  readonly confirmed: true
  /** False when made under a delegation. */
  readonly independent: boolean
  /** RFC 3339, UTC. */
  readonly confirmed_at: string
  readonly channel: string
}

type ConfirmationVersion = VersionOf<'delivery_confirmation'> | VersionOf<'payment_confirmation'>

const isConfirmation = (link: Version): link is ConfirmationVersion => confirmedType(link.type) !== undefined

const isIndependent = (confirmation: Version): boolean => confirmation.body.on_behalf_of === undefined

/**
 * Returns the confirmation that counts for a version of a delivery or payment: it is not retracted and names exactly
 * this version, since nobody has agreed to a correction of it. Of several, one made by the party itself
 * outweighs any by a delegate; then the earliest counts, then the smallest id.
 */
export function chosenConfirmation(world: World, confirmed: Version): ConfirmationVersion | null {
  const standing = world
    .naming('confirms', [confirmed.id])
    .filter(isConfirmation)
    .filter(({ type }) => confirmedType(type) === confirmed.type)
    .filter((link) => standingOf(world, link) !== 'retracted')
    .sort(
      (a, b) =>
        Number(isIndependent(b)) - Number(isIndependent(a)) || a.occurredAtMs - b.occurredAtMs || byId(a, b),
    )
  return standing[0] ?? null
}

/** Returns whether an unretracted confirmation of exactly this version was asserted by or for this party. */
export const isConfirmedBy = (world: World, confirmed: string, party: string): boolean =>
  world
    .naming('confirms', [confirmed])
    .some((link) => isAssertedByOrFor(link, party) && standingOf(world, link) !== 'retracted')

/** Returns the `confirmation` of a delivery or payment. */
export function confirmationFrom(chosen: ConfirmationVersion): Confirmation {
  return {
    confirmed: true,
    independent: isIndependent(chosen),
    confirmed_at: formatInstant(chosen.occurredAtMs),
    channel: chosen.body.channel,
  }
}
