import { must } from '../../base/typed.ts'
import { massIn, roundKg, sumKg } from '../quantity.ts'
import { circlesOf } from './circles.ts'
import {
  heldAlike,
  type Plots,
  type PlotsAsked,
  type PlotsStated,
  plotsAsked,
  plotsBehind,
} from './lot-plots.ts'
import { byText, cropOf, inputsOf } from './members.ts'
import { overdrawnIds } from './overdraft.ts'
import { DRAWABLE, referenceResolves } from './own.ts'
import { type Standing, standingOf, standingsOf, tipsOf } from './standing.ts'
import type { Lot, Surroundings, Version, World } from './world.ts'

/**
 * The origin of a lot (contract §22): which plots stand behind it, and for how many kilograms. The walk goes from lot to lot
 * through what each states as its inputs, the nearest first, and holds only what it needs of each record, so that it can be
 * made in many slices, each over a world of its own. Whatever is not known becomes `unknown`, never a source.
 */

/** Lots of lots that are followed; what is drawn from deeper ones is unknown. */
export const DEEPEST = 16
/** Records that are followed; what is drawn from others is unknown. */
export const MOST_RECORDS = 10_000

export const ORIGIN_FAULTS = [
  /** The lot itself is not the current version. */
  'superseded',
  'forked',
  'retracted',
  /** A lot states an input that its asserter may not read as its own, perhaps because it is not here. */
  'reference_unresolved',
  /** A record names plots that are not found, or whose statements contradict each other. */
  'plot_unresolved',
  /** A record names no plot, and none is known of its holder with its crop. */
  'plot_missing',
  /** No kilograms are known of a record. */
  'mass_unknown',
  /** Lots drew more from a record than it had. */
  'input_overdrawn',
  /** A lot has more than went into it. */
  'mass_balance_discrepancy',
  /** A lot draws on itself, through others or at once. */
  'circular',
  'too_deep',
  'too_many',
  /** Records behind the lot changed while the walk was made, so that its facts may be of two moments. */
  'changed_meanwhile',
] as const
export type OriginFault = (typeof ORIGIN_FAULTS)[number]

/** How the plots of a part are known. */
export type Known = 'named' | 'holder' | 'unknown'

export interface Origin {
  /** Null where neither inputs nor a mass are stated. */
  readonly kg: number | null
  readonly kgBy: Readonly<Record<Known, number>>
  /** Chains of records that were followed, without the lot's own. */
  readonly records: number
  /** Current versions of those chains, by id, sorted. */
  readonly followed: readonly string[]
  /** By the id of the plot's record, sorted: whether some part names it, and the kilograms of all parts that it stands behind. */
  readonly plots: readonly { readonly id: string; readonly isNamed: boolean }[]
  /** By the record at fault, sorted. */
  readonly faults: readonly { readonly code: OriginFault; readonly id: string }[]
  readonly complete: boolean
  /** Kilograms of the parts behind which one of these plots stands. */
  kgBehind(plots: ReadonlySet<string>): number
}

interface Edge {
  readonly kg: number
  /** The chain drawn on; null: unknown. */
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
  /** Lots of the level that is being opened, and of the one after it. */
  #level: Next[]
  #found: Next[] = []
  #depth = 0
  /** Harvests and deliveries that were followed; `#placed` of them have their plots. */
  readonly #followedTo: Next[] = []
  #placed = 0
  /** Of sources that name no plots: what stands behind all that are alike. */
  readonly #heldAlike = new Map<string, Plots>()
  /** Plots and their holders, by their ids: whose statements were asked for. */
  readonly #asked = new Map<string, Set<string>>()
  readonly #seen: Set<number>

  constructor({ root, id }: Lot) {
    this.#top = root
    this.#level = [{ root, id }]
    this.#seen = new Set([root])
  }

  /** Chains that were come upon so far: each is held as numbers. */
  get found(): number {
    return this.#seen.size
  }

  /** The lot to open now; null when all are. */
  nextLot(): Next | null {
    if (this.#level.length === 0) {
      this.#level = this.#found.sort((a, b) => byText(a.id, b.id))
      this.#found = []
      this.#depth++
    }
    return this.#level[0] ?? null
  }

  /**
   * Takes the facts of the next lot.
   * @param lot the version asked about; for the others the tip, or undefined where there is none any more
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

  /** @returns the chain that an input leads to; null: unknown */
  #follow(world: World, lot: Lot, inputId: string, surroundings: Surroundings): number | null {
    const input = referenceResolves(world, lot, inputId, DRAWABLE) ? world.byId(inputId) : undefined
    if (input === undefined) return this.#unknown('reference_unresolved', lot.id)
    if (input.root === lot.root) return this.#unknown('circular', lot.id)
    const [tip] = tipsOf(world, input.root)
    if (tip === undefined) return this.#unknown(withoutTip(world, input.root), input.id)
    if (overdrawnIds(world, tip.root, surroundings).has(tip.id)) this.#note('input_overdrawn', tip.id)
    if (this.#seen.has(tip.root)) return tip.root
    if (tip.type === 'lot' && this.#depth >= DEEPEST) return this.#unknown('too_deep', tip.id)
    if (this.#seen.size > MOST_RECORDS) return this.#unknown('too_many', lot.id)
    this.#seen.add(tip.root)
    if (tip.type === 'lot') this.#found.push({ root: tip.root, id: tip.id })
    else this.#followedTo.push({ root: tip.root, id: tip.id })
    return tip.root
  }

  /** Harvests and deliveries whose plots to take next; none when all are taken. Ask once there is no next lot. */
  nextSources(most: number): readonly Next[] {
    return this.#followedTo.slice(this.#placed, this.#placed + most)
  }

  /** What has to be looked up before the first of the next harvests and deliveries is placed. */
  toLookUp(world: World, tip: Version, surroundings: Surroundings): readonly PlotsAsked[] {
    const isKnown = isUnnamed(tip) && this.#heldAlike.has(heldAlike(world, tip, surroundings))
    return isKnown ? [] : plotsAsked(world, tip)
  }

  /**
   * Takes the facts of the first of the next harvests and deliveries.
   * @param tip undefined where there is none any more
   * @param stated what was looked up for it, if anything had to be
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

  /** To be told of each record that came while the walk was made: what was taken may then be of two moments. */
  noteLater(world: World, later: Version): void {
    if (!this.#isTouchedBy(world, later)) return
    const { id } = must(this.#lots.get(this.#top))
    this.#note('changed_meanwhile', id)
  }

  #isTouchedBy(world: World, later: Version): boolean {
    const isFollowed = (id: string) => this.#seen.has(world.byId(id)?.root ?? Number.NaN)
    const concerns = (version: Version | undefined): boolean =>
      version !== undefined &&
      (this.#seen.has(version.root) ||
        // A plot may have been another holder's before.
        (version.type === 'plot' && world.chain(version.root).some(this.#isOfAskedPlot)))
    if (later.type === 'custody_transfer') return isFollowed(later.body.lot_id)
    if (later.type === 'retraction') return concerns(world.byId(later.body.target_id))
    return concerns(later) || inputsOf(later).some(({ record_id }) => isFollowed(record_id))
  }

  #isOfAskedPlot = ({ type, body }: Version): boolean =>
    type === 'plot' &&
    [body.plot, body.holder].some((target) => {
      const by = this.#asked.get(target)
      return [body.asserted_by, body.on_behalf_of, body.holder].some((party) => party && by?.has(party))
    })

  #unknown(code: OriginFault, id: string): null {
    this.#note(code, id)
    return null
  }

  #note(code: OriginFault, id: string): void {
    this.#faults.set(`${code} ${id}`, { code, id })
  }

  /** Once there is neither a next lot nor a next source, and all later records were noted. */
  origin(): Origin {
    const { by, bySource } = this.#shared()
    const { edges, inputsKg, declaredKg } = must(this.#lots.get(this.#top))
    const kg = edges.length > 0 ? inputsKg : declaredKg
    const kgBy = edges.length > 0 ? rounded(by, inputsKg) : { named: 0, holder: 0, unknown: declaredKg ?? 0 }
    const faults = [...this.#faults.values()].sort((a, b) => byText(a.code, b.code) || byText(a.id, b.id))
    const isNamed = new Map<string, boolean>()
    // Sources of one holder share their plots.
    const sets = new Map([...this.#sources.values()].map(({ plots, known }) => [plots, known]))
    for (const [plots, known] of sets)
      for (const id of plots) isNamed.set(id, (isNamed.get(id) ?? false) || known === 'named')
    const plots = [...isNamed]
      .map(([id, named]) => ({ id, isNamed: named }))
      .sort((a, b) => byText(a.id, b.id))
    return {
      kg,
      kgBy,
      records: this.#seen.size - 1,
      followed: this.#followed(),
      plots,
      faults,
      complete: kg !== null && kg > 0 && faults.length === 0 && by.unknown === 0 && kgBy.unknown === 0,
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
    return [...lots, ...[...this.#sources.values()].map(({ id }) => id)].sort(byText)
  }

  /** The kilograms of the lot by how their plots are known, and by source; a part of a lot has its sources in proportion. */
  #shared(): { readonly by: Record<Known, number>; readonly bySource: ReadonlyMap<number, number> } {
    const by = { named: 0, holder: 0, unknown: 0 }
    const bySource = new Map<number, number>()
    const { order, circleOf } = circlesOf(this.#top, (root) => this.#drawnOn(root))
    /** What of each lot is in the lot asked about, as a share of its inputs. */
    const shares = new Map([[this.#top, 1]])
    const drawn = new Map<number, number>()
    for (const root of order) {
      const { id, edges, inputsKg } = must(this.#lots.get(root))
      const share = shares.get(root) ?? (inputsKg > 0 ? (drawn.get(root) ?? 0) / inputsKg : 0)
      // A lot that states no inputs, or nothing of them, has no source.
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

/** Rounded so that the three add up; what rounding leaves is never taken from what is unknown. */
function rounded(by: Readonly<Record<Known, number>>, kg: number): Record<Known, number> {
  const named = roundKg(by.named)
  const holder = roundKg(by.holder)
  if (by.unknown > 0) return { named, holder, unknown: Math.max(0, roundKg(kg - named - holder)) }
  return named >= holder
    ? { named: roundKg(kg - holder), holder, unknown: 0 }
    : { named, holder: roundKg(kg - named), unknown: 0 }
}
