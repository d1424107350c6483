import { kgOf } from '../quantity.ts'
import type { Precision } from '../shapes.ts'
import { formatInstant } from '../time.ts'
import { isConfirmableType } from '../types/index.ts'
import { type Confirmation, chosenConfirmation, confirmationFrom } from './confirmation.ts'
import { type Custody, custodyOf } from './custody.ts'
import { type Flag, flagsOf } from './flags.ts'
import { type Fulfilment, fulfilmentOf } from './fulfilment.ts'
import { type MassBalance, massBalanceOf } from './mass-balance.ts'
import { byId } from './members.ts'
import { MemoizedGraph } from './memoized-graph.ts'
import { paidOf, type TracedPaid, unallocatedOf } from './money.ts'
import { overdrawnIds } from './overdraft.ts'
import { chainOf, standingOf } from './standing.ts'
import type { Standing } from './standings.ts'
import type { Surroundings, Version, World } from './world.ts'

/** The `custody` of a lot, with what a view needs to show it to a reader who may not read everything. */
export interface DerivedCustody {
  readonly custodian: string
  /** RFC 3339, UTC. */
  readonly as_of: string
  /** The precision of `as_of`, if the record that states it gives one. */
  readonly as_of_precision?: Precision
  /** The number of transfers that count. */
  readonly transfers: number
  readonly broken: boolean
  /** The counted transfer to the custodian; null if none counts, so that the custodian is the holder. */
  readonly givenBy: string | null
  /**
   * If none counts: the time each version states, the earliest first; at equal times the version shown is
   * first.
   */
  readonly stated: readonly { readonly id: string; readonly at: string; readonly precision?: Precision }[]
}

/**
 * Derived values of one version (contract §5), the same for every reader. They contain ids and times of other
 * records, and ids of parties; a view leaves out those that its reader may not read.
 */
export interface Derived {
  /** Ids of every version that corrects this one, sorted. */
  readonly superseded_by: readonly string[]
  readonly retracted: boolean
  readonly standing: Standing
  readonly kg: number | null
  readonly flags: readonly Flag[]
  /** Deliveries, payments and obligations only. */
  readonly confirmation?: Confirmation | null
  /** Id of the confirming record. */
  readonly confirmedBy?: string | null
  /** Lots only. */
  readonly custody?: DerivedCustody
  /** Obligations only. */
  readonly fulfilment?: Fulfilment
  /** Only for a delivery with a price, by the word of one of its sides. */
  readonly paid?: TracedPaid
  /** Payments only. */
  readonly unallocated_minor?: number | null
  /** Lots only. */
  readonly mass_balance?: MassBalance
}

/** Returns the derived values without those that show what was paid, unless the reader may read payments. */
export function toldDerived(derived: Derived, mayReadPayments: boolean): Derived {
  if (mayReadPayments) return derived
  const { paid: _, ...others } = derived
  return {
    ...others,
    flags: others.flags.filter((flag) => flag !== 'overpaid' && flag !== 'acknowledged_by_delegate'),
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

const NO_CHILDREN: readonly string[] = []

/**
 * Computes the derived values of one page of records and caches what its records share: a hundred deliveries
 * against one obligation look at it once. Valid only while the record graph does not change.
 *
 * The record graph must contain at least these records, each with its whole chain and the retractions of it:
 * 1. the page, and the records that it names (`lot`, `fulfils`, `settles`, `input`, `confirms`, `retracts`);
 * 2. if the page retracts a confirmation or a loss: the delivery or lot it names, and what names that lot by
 * `lot`;
 * 3. records that name the page by `lot`, `fulfils`, `settles`, `input` or `confirms`, what confirms a
 * delivery or payment so found, the retractions of these confirmations, and what an offset so found settles;
 * 4. the hand-overs of a lot of step 1, and records that name an input of step 1 by `input`;
 * 5. the plots that the page names, and those near a plot on the page;
 * 6. the result of `World.atSameInstant` for a harvest or delivery on the page.
 *
 * Records that name others by `lot`, `fulfils`, `settles` or `input` are needed only from asserters who may count:
 * `World.mentions`.
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
    const isConfirmable = isConfirmableType(version.type)
    const { body } = version
    const { conversion_id: cited, device_id: device, asserted_by: by } = body
    const kg = kgOf(body)
    const custody = isLot ? custodyOf(world, version) : null
    const massBalance = isLot ? massBalanceOf(world, version, surroundings) : null
    const confirmation = isConfirmable && !isAlone ? chosenConfirmation(world, version) : null
    const fulfilment = version.type === 'obligation' ? fulfilmentOf(world, version, surroundings) : null
    const paid =
      version.type !== 'delivery'
        ? (fulfilment?.money ?? null)
        : body.agreed_price === undefined
          ? null
          : paidOf(world, version)
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
      paid,
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
    if (isConfirmable) {
      derived.confirmation = confirmation && confirmationFrom(confirmation)
      derived.confirmedBy = confirmation?.id ?? null
    }
    if (custody !== null) derived.custody = shown(custody, world.chain(version.root), version)
    if (fulfilment !== null) derived.fulfilment = fulfilment
    else if (paid !== null) derived.paid = paid
    if (version.type === 'payment') derived.unallocated_minor = unallocatedOf(world, version)
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
