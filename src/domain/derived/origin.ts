import { compare, must } from '../../base/typed.ts'
import { massIn, roundKg, sumKg } from '../quantity.ts'
import { circlesOf } from './circles.ts'
import { DEEPEST } from './lineage.ts'
import {
  heldAlike,
  type Plots,
  type PlotsAsked,
  type PlotsStated,
  plotsAsked,
  plotsBehind,
} from './lot-plots.ts'
import { cropOf, inputsOf } from './members.ts'
import { overdrawnIds } from './overdraft.ts'
import { DRAWABLE, resolved } from './own.ts'
import { standingOf, standingsOf, tipsOf } from './standing.ts'
import type { Standing } from './standings.ts'
import type { Lot, Surroundings, Version, World } from './world.ts'

/**
 * The origin of a lot (contract §22): the plots behind it, and for how many kilograms. The walk follows the
 * inputs that each lot states, from lot to lot, the nearest first. It holds only what it needs of each
 * record, so that it can be made in many slices, each over its own record graph. Mass without a known origin
 * is counted as `unknown`, never under a source.
 */

/** Most records that are followed; draws on others are unknown. */
export const MOST_RECORDS = 10_000

export const ORIGIN_FAULTS = [
  /** The lot itself is not the current version. */
  'superseded',
  'forked',
  'retracted',
  /** A lot states an input that its asserter may not read as its own, or that does not exist. */
  'reference_unresolved',
  /** A record names plots that are not found. */
  'plot_unresolved',
  /** A record names no plot, and its holder has no known plot with its crop. */
  'plot_missing',
  /** The kilograms of a record are not known. */
  'mass_unknown',
  /** Lots drew more from a record than it had. */
  'input_overdrawn',
  /** A lot has more than went into it. */
  'mass_balance_discrepancy',
  /** A lot draws on itself, directly or through others. */
  'circular',
  'too_deep',
  'too_many',
  /** Records behind the lot changed during the walk, so that its facts may be from different moments. */
  'changed_meanwhile',
] as const
export type OriginFault = (typeof ORIGIN_FAULTS)[number]

/** How the plots behind a part of the lot are known. */
export type Known = 'named' | 'holder' | 'unknown'

export interface Origin {
  /** Null if neither inputs nor a mass are stated. */
  readonly kg: number | null
  readonly kgBy: Readonly<Record<Known, number>>
  /** The number of chains that were followed, without the lot's own. */
  readonly records: number
  /** Current versions of those chains, by id, sorted. */
  readonly followed: readonly string[]
  /** The plots by the id of their record, sorted; `isNamed` if some record names the plot. */
  readonly plots: readonly { readonly id: string; readonly isNamed: boolean }[]
  /** The faults with the id of the record at fault, sorted. */
  readonly faults: readonly { readonly code: OriginFault; readonly id: string }[]
  readonly complete: boolean
  /** Returns the kilograms of the parts that may come from one of these plots. */
  kgBehind(plots: ReadonlySet<string>): number
  /**
   * Returns the kilograms of the parts by a number that each plot has: a part counts for the first of its plots that has
   * one, and for none if none has.
   */
  kgIn(numberOf: (plot: string) => number | null): ReadonlyMap<number, number>
}

interface Edge {
  readonly kg: number
  /** The chain drawn on; null if unknown. */
  readonly to: number | null
}
interface OpenLot {
  readonly id: string
  readonly edges: readonly Edge[]
  readonly inputsKg: number
  readonly declaredKg: number | null
}
interface Source extends Plots {
  readonly id: string
}

export interface Next {
  readonly root: number
  /** Its tip when it was found. */
  readonly id: string
}

export class OriginWalk {
  readonly #top: number
  readonly #lots = new Map<number, OpenLot>()
  readonly #sources = new Map<number, Source>()
  readonly #faults = new Map<string, { code: OriginFault; id: string }>()
  /** Lots of the level being opened; `#found` has those of the next one. */
  #level: Next[]
  #found: Next[] = []
  #depth = 0
  /** Harvests and deliveries that were followed; `#placed` of them have their plots. */
  readonly #followedTo: Next[] = []
  #placed = 0
  #hasChanged = false
  /** The plots behind sources that name none, shared by all sources that are alike. */
  readonly #heldAlike = new Map<string, Plots>()
  /** For each plot or holder, the parties whose statements about it were asked for. */
  readonly #asked = new Map<string, Set<string>>()
  readonly #seen: Set<number>
  /** Chains that are drawn on and not followed: what becomes of them changes the origin too. */
  readonly #notFollowed = new Set<number>()

  constructor({ root, id }: Lot) {
    this.#top = root
    this.#level = [{ root, id }]
    this.#seen = new Set([root])
  }

  /** The number of chains found so far. */
  get found(): number {
    return this.#seen.size
  }

  /** Returns the lot to open next; null once all are open. */
  nextLot(): Next | null {
    if (this.#level.length === 0) {
      this.#level = this.#found.sort((a, b) => compare(a.id, b.id))
      this.#found = []
      this.#depth++
    }
    return this.#level[0] ?? null
  }

  /**
   * Reads the facts of the next lot.
   * @param lot the version asked about or, for other lots, the tip; undefined if it no longer has one
   */
  open(world: World, lot: Version | undefined, surroundings: Surroundings): void {
    const { root, id } = must(this.#level.shift())
    if (lot?.type !== 'lot') {
      this.#note('forked', id)
      this.#lots.set(root, { id, edges: [], inputsKg: 0, declaredKg: null })
      return
    }
    const standing = standingOf(world, lot)
    if (root === this.#top && standing !== 'tip') this.#note(standing, lot.id)
    const edges = inputsOf(lot).map(
      ({ record_id, kg }): Edge => ({ kg, to: this.#follow(world, lot, record_id, surroundings) }),
    )
    const declaredKg = massIn(lot, cropOf(lot), surroundings)
    const inputsKg = sumKg(edges.map(({ kg }) => kg))
    this.#lots.set(root, { id: lot.id, edges, inputsKg, declaredKg })
    if (declaredKg === null) this.#note('mass_unknown', lot.id)
    else if (
      edges.length > 0 &&
      declaredKg - inputsKg > roundKg(surroundings.massBalanceTolerance * declaredKg)
    )
      this.#note('mass_balance_discrepancy', lot.id)
  }

  /** Returns the chain that an input leads to; null if unknown. */
  #follow(world: World, lot: Lot, inputId: string, surroundings: Surroundings): number | null {
    const input = resolved(world, lot, inputId, DRAWABLE)
    if (input === null) return this.#unknown('reference_unresolved', lot.id)
    if (input.root === lot.root) return this.#unknown('circular', lot.id)
    const [tip] = tipsOf(world, input.root)
    if (tip === undefined) return this.#left(withoutTip(world, input.root), input)
    if (overdrawnIds(world, tip.root, surroundings).has(tip.id)) this.#note('input_overdrawn', tip.id)
    if (this.#seen.has(tip.root)) return tip.root
    if (tip.type === 'lot' && this.#depth >= DEEPEST) return this.#left('too_deep', tip)
    if (this.#seen.size > MOST_RECORDS) {
      this.#notFollowed.add(tip.root)
      return this.#unknown('too_many', lot.id)
    }
    this.#seen.add(tip.root)
    if (tip.type === 'lot') this.#found.push({ root: tip.root, id: tip.id })
    else this.#followedTo.push({ root: tip.root, id: tip.id })
    return tip.root
  }

  /** Returns the harvests and deliveries to place next; none once all are placed. Call after the last lot. */
  nextSources(most: number): readonly Next[] {
    return this.#followedTo.slice(this.#placed, this.#placed + most)
  }

  /** Returns what to look up before the next harvest or delivery can be placed. */
  toLookUp(world: World, tip: Version, surroundings: Surroundings): readonly PlotsAsked[] {
    const isKnown = isUnnamed(tip) && this.#heldAlike.has(heldAlike(world, tip, surroundings))
    return isKnown ? [] : plotsAsked(world, tip)
  }

  /**
   * Reads the facts of the next harvest or delivery.
   * @param tip its tip; undefined if it no longer has one
   * @param stated the result of looking up `toLookUp`, if that was not empty
   */
  place(world: World, tip: Version | undefined, surroundings: Surroundings, stated?: PlotsStated): void {
    const { root, id } = must(this.#followedTo[this.#placed++])
    if (tip === undefined) {
      this.#note(withoutTip(world, root), id)
      this.#sources.set(root, { id, known: 'unknown', plots: [], fault: null })
      return
    }
    for (const { target, parties } of plotsAsked(world, tip)) {
      const asked = this.#asked.get(target) ?? new Set()
      this.#asked.set(target, asked)
      for (const party of parties) asked.add(party)
    }
    const plots = this.#plotsOf(world, tip, surroundings, stated)
    this.#sources.set(tip.root, { id: tip.id, ...plots })
    if (plots.fault !== null) this.#note(plots.fault, tip.id)
    if (massIn(tip, cropOf(tip), surroundings) === null) this.#note('mass_unknown', tip.id)
  }

  #plotsOf(world: World, tip: Version, surroundings: Surroundings, stated?: PlotsStated): Plots {
    if (!isUnnamed(tip)) return plotsBehind(world, tip, surroundings, stated)
    const alike = heldAlike(world, tip, surroundings)
    const known = this.#heldAlike.get(alike) ?? plotsBehind(world, tip, surroundings, stated)
    this.#heldAlike.set(alike, known)
    return known
  }

  /** Whether records that arrived during the walk touch what it has read. */
  get hasChanged(): boolean {
    return this.#hasChanged
  }

  /**
   * Call for each record that arrived during the walk: the facts read may then be from different moments.
   * @param changed the versions whose standing it may change (`chainChangedBy`). All of them count: one may hold again once
   *   another is taken back, and an earlier one stated other inputs.
   */
  noteLater(world: World, changed: readonly Version[], surroundings: Surroundings): void {
    if (this.#hasChanged) return
    const isFollowed = (id: string) => this.#isFollowed(world.byId(id)?.root)
    this.#hasChanged = changed.some(
      (version) =>
        this.#isFollowed(version.root) ||
        this.#isOfAskedPlot(version, surroundings) ||
        (version.type === 'custody_transfer' && isFollowed(version.body.lot_id)) ||
        inputsOf(version).some(({ record_id }) => isFollowed(record_id)),
    )
    if (this.#hasChanged) this.#note('changed_meanwhile', must(this.#lots.get(this.#top)).id)
  }

  #isFollowed = (root: number | undefined): boolean =>
    root !== undefined && (this.#seen.has(root) || this.#notFollowed.has(root))

  /** A plot is found under its holder only if the cooperative states it. */
  #isOfAskedPlot({ type, body }: Version, surroundings: Surroundings): boolean {
    if (type !== 'plot') return false
    const { plot, holder, asserted_by, on_behalf_of } = body
    const by = [asserted_by, on_behalf_of, ...(surroundings.isCooperative(asserted_by) ? [holder] : [])]
    return [plot, holder].some((target) => {
      const asked = this.#asked.get(target)
      return by.some((party) => party !== undefined && asked?.has(party))
    })
  }

  /** Notes that a record is drawn on and not followed. */
  #left(code: OriginFault, { id, root }: Version): null {
    this.#notFollowed.add(root)
    return this.#unknown(code, id)
  }

  #unknown(code: OriginFault, id: string): null {
    this.#note(code, id)
    return null
  }

  #note(code: OriginFault, id: string): void {
    this.#faults.set(`${code} ${id}`, { code, id })
  }

  /** Returns the origin. Call it after the last lot and source, once all later records were noted. */
  origin(): Origin {
    const { by, bySource } = this.#shared()
    const { edges, inputsKg, declaredKg } = must(this.#lots.get(this.#top))
    const kg = edges.length > 0 ? inputsKg : declaredKg
    const kgBy = edges.length > 0 ? rounded(by, inputsKg) : { named: 0, holder: 0, unknown: declaredKg ?? 0 }
    const faults = [...this.#faults.values()].sort((a, b) => compare(a.code, b.code) || compare(a.id, b.id))
    const isNamed = new Map<string, boolean>()
    // Sources of one holder share their plots.
    const sets = new Map([...this.#sources.values()].map(({ plots, known }) => [plots, known]))
    for (const [plots, known] of sets)
      for (const id of plots) isNamed.set(id, (isNamed.get(id) ?? false) || known === 'named')
    const plots = [...isNamed]
      .map(([id, named]) => ({ id, isNamed: named }))
      .sort((a, b) => compare(a.id, b.id))
    return {
      kg,
      kgBy,
      records: this.#seen.size - 1,
      followed: this.#followed(),
      plots,
      faults,
      complete: kg !== null && kg > 0 && faults.length === 0 && by.unknown === 0 && kgBy.unknown === 0,
      kgIn: (numberOf) => {
        const numbers = new Map(
          [...sets.keys()].map((all) => [all, all.map(numberOf).find((one) => one !== null)]),
        )
        const parts = Map.groupBy(this.#sources, ([, { plots }]) => numbers.get(plots))
        const shares = [...parts].map(
          ([number, some]) => [number, sumKg(some.map(([root]) => bySource.get(root) ?? 0))] as const,
        )
        return new Map(
          wholeOf(shares, kg).filter((share): share is [number, number] => share[0] !== undefined),
        )
      },
      kgBehind: (hidden) => {
        const isBehind = new Map([...sets.keys()].map((all) => [all, all.some((id) => hidden.has(id))]))
        return sumKg(
          [...this.#sources].flatMap(([root, { plots }]) =>
            isBehind.get(plots) ? [roundKg(bySource.get(root) ?? 0)] : [],
          ),
        )
      },
    }
  }

  #followed(): string[] {
    const lots = [...this.#lots].filter(([root]) => root !== this.#top).map(([, { id }]) => id)
    return [...lots, ...[...this.#sources.values()].map(({ id }) => id)].sort(compare)
  }

  /** Divides the lot's kilograms by how their plots are known, and by source, in proportion to the inputs. */
  #shared(): { readonly by: Record<Known, number>; readonly bySource: ReadonlyMap<number, number> } {
    const by = { named: 0, holder: 0, unknown: 0 }
    const bySource = new Map<number, number>()
    const { order, circleOf } = circlesOf(this.#top, (root) => this.#drawnOn(root))
    /** The share of each lot's inputs that is in the lot asked about. */
    const shares = new Map([[this.#top, 1]])
    const drawn = new Map<number, number>()
    for (const root of order) {
      const { id, edges, inputsKg } = must(this.#lots.get(root))
      const share = shares.get(root) ?? (inputsKg > 0 ? (drawn.get(root) ?? 0) / inputsKg : 0)
      // A lot without inputs, or with inputs of no mass, has no source.
      if (root !== this.#top && inputsKg <= 0) by.unknown += drawn.get(root) ?? 0
      if (root !== this.#top && inputsKg <= 0) this.#note('plot_missing', id)
      for (const { kg, to } of edges) {
        const part = kg * share
        const isCircular = to !== null && this.#lots.has(to) && circleOf.get(to) === circleOf.get(root)
        if (isCircular) this.#note('circular', id)
        const source = to === null ? undefined : this.#sources.get(to)
        if (to === null || isCircular) by.unknown += part
        else if (source === undefined) drawn.set(to, (drawn.get(to) ?? 0) + part)
        else {
          by[source.known] += part
          bySource.set(to, (bySource.get(to) ?? 0) + part)
        }
      }
    }
    const top = must(this.#lots.get(this.#top))
    if (top.edges.length === 0) this.#note('plot_missing', top.id)
    return { by, bySource }
  }

  #drawnOn(root: number): number[] {
    return (this.#lots.get(root)?.edges ?? []).flatMap(({ to }) =>
      to !== null && this.#lots.has(to) ? [to] : [],
    )
  }
}

const isUnnamed = ({ body }: Version): boolean => (body.plot_ids ?? []).length === 0

function withoutTip(world: World, root: number): Extract<Standing, 'forked' | 'retracted'> {
  return [...standingsOf(world, root).values()].includes('forked') ? 'forked' : 'retracted'
}

/** Rounds parts of a whole; the largest takes what rounding leaves, unless there is more than that. */
function wholeOf<K>(parts: readonly (readonly [K, number])[], whole: number | null): [K, number][] {
  const rounded = parts.map(([of, kg]): [K, number] => [of, roundKg(kg)])
  const [largest] = rounded.toSorted(([, a], [, b]) => b - a)
  const left = whole === null ? 0 : roundKg(whole - sumKg(rounded.map(([, kg]) => kg)))
  if (largest !== undefined && Math.abs(left) < rounded.length * 1e-5) largest[1] = roundKg(largest[1] + left)
  return rounded
}

/** Rounds so that the three add up to the whole. If nothing is unknown, rounding leaves nothing unknown. */
function rounded(by: Readonly<Record<Known, number>>, kg: number): Record<Known, number> {
  const named = roundKg(by.named)
  const holder = roundKg(by.holder)
  if (by.unknown > 0) return { named, holder, unknown: Math.max(0, roundKg(kg - named - holder)) }
  return named >= holder
    ? { named: roundKg(kg - holder), holder, unknown: 0 }
    : { named, holder: roundKg(kg - named), unknown: 0 }
}
