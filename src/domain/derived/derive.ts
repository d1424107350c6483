import { kgOf } from '../quantity.ts'
import type { Precision } from '../shapes.ts'
import { formatInstant } from '../time.ts'
import { type Confirmation, chosenConfirmation, confirmationFrom } from './confirmation.ts'
import { type Custody, custodyOf } from './custody.ts'
import { type Flag, flagsOf } from './flags.ts'
import { type Fulfilment, fulfilmentOf } from './fulfilment.ts'
import { type MassBalance, massBalanceOf } from './mass-balance.ts'
import { byId } from './members.ts'
import { MemoizedGraph } from './memoized-graph.ts'
import { overdrawnIds } from './overdraft.ts'
import { chainOf, type Standing, standingOf } from './standing.ts'
import type { Surroundings, Version, World } from './world.ts'

/** `custody` of a lot, with what a view needs to know to show it to somebody who may not read everything. */
export interface DerivedCustody {
  readonly custodian: string
  /** RFC 3339, UTC. */
  readonly as_of: string
  /** How exactly that is known, where the record that states it says so. */
  readonly as_of_precision?: Precision
  /** How many transfers count. */
  readonly transfers: number
  readonly broken: boolean
  /** The counted transfer that made the custodian; null when none counts, and it is the holder. */
  readonly givenBy: string | null
  /** Where none counts: since when each version of the lot has it, the earliest first; of one time, the version itself. */
  readonly stated: readonly { readonly id: string; readonly at: string; readonly precision?: Precision }[]
}

/**
 * Derived values of one version (contract §5), whoever reads them: they contain ids of other records and parties, and the times
 * at which those happened, which a view leaves out where its reader may not read those.
 */
export interface Derived {
  /** Ids of every version that corrects this one, sorted. */
  readonly superseded_by: readonly string[]
  readonly retracted: boolean
  readonly standing: Standing
  readonly kg: number | null
  readonly flags: readonly Flag[]
  /** Deliveries only. */
  readonly confirmation?: Confirmation | null
  /** The record that `confirmation` is about. */
  readonly confirmedBy?: string | null
  /** Lots only. */
  readonly custody?: DerivedCustody
  /** Obligations only. */
  readonly fulfilment?: Fulfilment
  /** Lots only. */
  readonly mass_balance?: MassBalance
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

const NO_CHILDREN: readonly string[] = []

/**
 * Computes the derived values of one page of records, and keeps what its records share: a hundred deliveries against one
 * obligation look at it once. Valid only while the world does not change.
 *
 * The world must contain at least these records, each record with its whole chain and the retractions of it:
 * 1. the page, and what its records name (`lot`, `fulfils`, `input`, `confirms`, `retracts`);
 * 2. what a confirmation or a loss named by a retraction on the page itself names, and what names that lot by `lot`;
 * 3. what names the page by `lot`, `fulfils`, `input` or `confirms`, and what confirms a delivery found by `fulfils`;
 * 4. the hand-overs of a lot of step 1, and what names an input of step 1 by `input`;
 * 5. the plots that it names, and those near a plot on the page;
 * 6. what `World.atSameInstant` finds of a harvest or delivery on the page.
 *
 * Of records that name something by `lot`, `fulfils` or `input`, only those by asserters who may count: `World.mentions`.
 */
export class Derivation {
  readonly #world: MemoizedGraph
  readonly #surroundings: Surroundings
  readonly #overdrawn = new Map<number, ReadonlySet<string>>()

  constructor(world: World, surroundings: Surroundings) {
    this.#world = world instanceof MemoizedGraph ? world : new MemoizedGraph(world)
    this.#surroundings = surroundings
  }

  derive(version: Version): Derived {
    const world = this.#world
    const surroundings = this.#surroundings
    const isAlone = world.isAlone(version)
    const standing = isAlone ? 'tip' : standingOf(world, version)
    const isLot = version.type === 'lot'
    const isDelivery = version.type === 'delivery'
    const { body } = version
    const { conversion_id: cited, device_id: device, asserted_by: by } = body
    const kg = kgOf(body)
    const custody = isLot ? custodyOf(world, version) : null
    const massBalance = isLot ? massBalanceOf(world, version, surroundings) : null
    const confirmation = isDelivery && !isAlone ? chosenConfirmation(world, version) : null
    const flags = flagsOf({
      world,
      surroundings,
      version,
      body,
      standing,
      kg,
      conversion: cited === undefined ? undefined : surroundings.conversion(cited),
      enrolledAtMs: device === undefined ? null : surroundings.enrolledAtMs(device, by),
      confirmation,
      custody,
      massBalance,
      isAlone,
      overdrawn: (root) => this.#overdrawnIds(root),
    })
    const derived: Writable<Derived> = {
      superseded_by: isAlone
        ? NO_CHILDREN
        : (chainOf(world, version.root).children.get(version.id) ?? NO_CHILDREN),
      retracted: standing === 'retracted',
      standing,
      kg,
      flags,
    }
    if (isDelivery) {
      derived.confirmation = confirmationFrom(confirmation)
      derived.confirmedBy = confirmation?.id ?? null
    }
    if (custody !== null) derived.custody = shown(custody, world.chain(version.root), version)
    if (version.type === 'obligation') derived.fulfilment = fulfilmentOf(world, version, surroundings)
    if (massBalance !== null) derived.mass_balance = massBalance
    return derived
  }

  #overdrawnIds(root: number): ReadonlySet<string> {
    let ids = this.#overdrawn.get(root)
    if (ids === undefined) {
      ids = overdrawnIds(this.#world, root, this.#surroundings)
      this.#overdrawn.set(root, ids)
    }
    return ids
  }
}

function shown(
  { custodian, asOfMs, broken, counted }: Custody,
  versions: readonly Version[],
  shownOne: Version,
): DerivedCustody {
  const rank = ({ id }: Version) => (id === shownOne.id ? 0 : 1)
  const earliestFirst = versions.toSorted(
    (a, b) => a.occurredAtMs - b.occurredAtMs || rank(a) - rank(b) || byId(a, b),
  )
  const last = counted.at(-1)
  const precision = (last ?? earliestFirst[0])?.body.occurred_at_precision
  return {
    custodian,
    as_of: formatInstant(asOfMs),
    ...(precision === undefined ? {} : { as_of_precision: precision }),
    transfers: counted.length,
    broken,
    givenBy: last?.id ?? null,
    stated: last === undefined ? earliestFirst.map(statedBy) : [],
  }
}

const statedBy = ({ id, occurredAtMs, body: { occurred_at_precision: precision } }: Version) => ({
  id,
  at: formatInstant(occurredAtMs),
  ...(precision === undefined ? {} : { precision }),
})
