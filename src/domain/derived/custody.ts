import { byId, holdersOf, isAssertedByOrFor, toParty } from './members.ts'
import { remembered } from './memoized-graph.ts'
import { standingOf } from './standing.ts'
import type { Lot, Transfer, Version, World } from './world.ts'

/** The holders of a lot. Versions of a lot differ only in the holder with whom the walk starts. */
export interface Custody {
  readonly custodian: string
  /** Since when the custodian has held it. */
  readonly asOfMs: number
  /** A party handed over what it no longer held. Nothing is repaired: the last receiver is the custodian. */
  readonly broken: boolean
  /** The transfers that count, in the order they were walked. */
  readonly counted: readonly Transfer[]
  /** Every party that has held it; records of others about the lot count in no figure. */
  readonly holders: ReadonlySet<string>
  /** Returns whether this party had held the lot by then, including the first instant of its holding. */
  heldBy(party: string, atMs: number): boolean
}

/**
 * Walks the counted transfers of a lot by `occurred_at`, starting from `holder` at the lot's beginning
 * (contract §5).
 *
 * A lot begins at the earliest time that any version of it states, and every party that any version states as
 * holder had held it from then on: correcting or retracting a version takes nothing back from those who
 * received the lot or drew on it. A transfer counts when it is a tip, asserted by or for the party that hands
 * over, and that party had held the lot by then: a receiver's record alone moves nothing, otherwise anybody
 * could claim a lot. Often only the day is known, so that several transfers share an instant; they are
 * ordered so that each receiver hands over next where possible.
 */
export const custodyOf = remembered(
  (world: World, lot: Lot): Custody => {
    const versions = world.chain(lot.root)
    const beganAtMs = Math.min(...versions.map(({ occurredAtMs }) => occurredAtMs))
    const heldFromMs = new Map(holdersOf(world, lot.root).map((holder) => [holder, beganAtMs]))
    const counted: Transfer[] = []
    let custodian = lot.body.holder
    let asOfMs = beganAtMs
    let broken = false
    for (const atOnce of byInstant(eligibleTransfers(world, lot, beganAtMs))) {
      const waiting = new PendingTransfers(atOnce)
      for (;;) {
        const inOrder = waiting.takeFrom(custodian)
        const next = inOrder ?? waiting.takeFromAny(heldFromMs)
        if (next === undefined) break
        if (inOrder === undefined) broken = true
        counted.push(next)
        custodian = toParty(next)
        asOfMs = next.occurredAtMs
        if (!heldFromMs.has(custodian)) heldFromMs.set(custodian, asOfMs)
      }
    }
    const heldBy = (party: string, atMs: number) =>
      (heldFromMs.get(party) ?? Number.POSITIVE_INFINITY) <= atMs
    return { custodian, asOfMs, broken, counted, holders: new Set(heldFromMs.keys()), heldBy }
  },
  (lot) => `${lot.root} ${lot.body.holder}`,
)

/**
 * Returns whether the asserter, or the party asserted for, had held the lot by the time the record states.
 */
export function assertedByAHolder(custody: Custody, record: Version): boolean {
  const { asserted_by, on_behalf_of } = record.body
  if (custody.heldBy(asserted_by, record.occurredAtMs)) return true
  return on_behalf_of !== undefined && custody.heldBy(on_behalf_of, record.occurredAtMs)
}

/**
 * Returns whether the party that hands over asserted it, or had it asserted, and had held the lot: a tip
 * counts.
 */
export function isHandedOverByAHolder(custody: Custody, transfer: Transfer): boolean {
  const { from_party } = transfer.body
  return isAssertedByOrFor(transfer, from_party) && custody.heldBy(from_party, transfer.occurredAtMs)
}

function eligibleTransfers(world: World, lot: Lot, beganAtMs: number): Transfer[] {
  return world
    .handOvers(lot.root)
    .filter((handOver) => handOver.occurredAtMs >= beganAtMs && standingOf(world, handOver) === 'tip')
}

function* byInstant(transfers: Transfer[]): Iterable<readonly Transfer[]> {
  transfers.sort((a, b) => a.occurredAtMs - b.occurredAtMs || byId(a, b))
  let from = 0
  for (let to = 1; to <= transfers.length; to++) {
    if (transfers[to]?.occurredAtMs === transfers[from]?.occurredAtMs) continue
    yield transfers.slice(from, to)
    from = to
  }
}

/** The transfers of one instant that were not walked yet, by the party that hands over, smallest id first. */
class PendingTransfers {
  readonly #from = new Map<string, Transfer[]>()

  constructor(byIdAscending: readonly Transfer[]) {
    for (const transfer of byIdAscending.toReversed()) {
      const { from_party } = transfer.body
      const stack = this.#from.get(from_party)
      if (stack === undefined) this.#from.set(from_party, [transfer])
      else stack.push(transfer)
    }
  }

  takeFrom(party: string): Transfer | undefined {
    const stack = this.#from.get(party)
    const next = stack?.pop()
    if (stack?.length === 0) this.#from.delete(party)
    return next
  }

  takeFromAny(parties: ReadonlyMap<string, unknown>): Transfer | undefined {
    let first: Transfer | undefined
    for (const [party, stack] of this.#from) {
      const next = stack.at(-1)
      if (next !== undefined && parties.has(party) && (first === undefined || next.id < first.id))
        first = next
    }
    return first === undefined ? undefined : this.takeFrom(first.body.from_party)
  }
}
