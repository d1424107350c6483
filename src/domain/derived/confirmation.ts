import { formatInstant } from '../time.ts'
import { confirmedType } from '../types/index.ts'
import { byId, isAssertedByOrFor } from './members.ts'
import { standingOf } from './standing.ts'
import type { Version, VersionOf, World } from './world.ts'

/** The counterparty's agreement with one version of a delivery, payment or obligation (contract §5, §23). */
export interface Confirmation {
  readonly confirmed: true
  /** False when made under a delegation, or signed on paper. */
  readonly independent: boolean
  /** The counterparty signed on paper, for which the cooperative alone vouches. */
  readonly on_paper?: true
  /** RFC 3339, UTC. */
  readonly confirmed_at: string
  readonly channel: string
}

type ConfirmationVersion =
  | VersionOf<'delivery_confirmation'>
  | VersionOf<'payment_confirmation'>
  | VersionOf<'obligation_confirmation'>

const isConfirmation = (link: Version): link is ConfirmationVersion => confirmedType(link.type) !== undefined

const isIndependent = ({ body }: Version): boolean =>
  body.on_behalf_of === undefined && body.signed_by === undefined

type ConfirmedVersion = Pick<Version, 'id' | 'type'>

/** Returns the confirmations of exactly this version that are not retracted. */
export const confirmationsOf = (world: World, confirmed: ConfirmedVersion): ConfirmationVersion[] =>
  world
    .naming('confirms', [confirmed.id])
    .filter(isConfirmation)
    .filter(({ type }) => confirmedType(type) === confirmed.type)
    .filter((link) => standingOf(world, link) !== 'retracted')

/**
 * Returns the confirmation that counts for a version of a delivery, payment or obligation: it is not retracted and names
 * exactly this version, since nobody has agreed to a correction of it. Of several, one made by the party itself
 * outweighs any by a delegate or on paper; then the earliest counts, then the smallest id.
 */
export function chosenConfirmation(world: World, confirmed: ConfirmedVersion): ConfirmationVersion | null {
  const standing = confirmationsOf(world, confirmed).sort(
    (a, b) =>
      Number(isIndependent(b)) - Number(isIndependent(a)) || a.occurredAtMs - b.occurredAtMs || byId(a, b),
  )
  return standing[0] ?? null
}

/** How a party agreed to exactly this version: itself, by a delegate, by a signature on paper, or not at all. */
export type Agreed = 'itself' | 'by_delegate' | 'on_paper' | null

/** Returns the strongest way in which a party confirmed exactly this version. */
export function confirmedBy(world: World, confirmed: ConfirmedVersion, party: string): Agreed {
  let agreed: Agreed = null
  for (const link of confirmationsOf(world, confirmed)) {
    const { signed_by, asserted_by } = link.body
    if (signed_by !== undefined) {
      if (signed_by === party) agreed ??= 'on_paper'
    } else if (asserted_by === party) return 'itself'
    else if (isAssertedByOrFor(link, party)) agreed = 'by_delegate'
  }
  return agreed
}

/** Returns the `confirmation` of a delivery, payment or obligation. */
export function confirmationFrom(chosen: ConfirmationVersion): Confirmation {
  return {
    confirmed: true,
    independent: isIndependent(chosen),
    ...(chosen.body.signed_by === undefined ? {} : { on_paper: true }),
    confirmed_at: formatInstant(chosen.occurredAtMs),
    channel: chosen.body.channel,
  }
}
