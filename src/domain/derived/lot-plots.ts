import { must } from '../../base/typed.ts'
import type { Mention } from '../types/relations.ts'
import { byText, cropOf, isAssertedByOrFor, speakersOn } from './members.ts'
import { standingOf } from './standing.ts'
import type { Surroundings, Version, VersionOf, World } from './world.ts'

/** The plots behind one harvest or delivery. */
export interface Plots {
  readonly known: 'named' | 'holder' | 'unknown'
  /** Ids of the plots' records. */
  readonly plots: readonly string[]
  readonly fault: 'plot_unresolved' | 'plot_missing' | null
}

/** What counts of a statement about a plot; its outline does not. */
export interface StatedPlot {
  readonly id: string
  readonly occurredAtMs: number
  readonly body: Pick<VersionOf<'plot'>['body'], 'plot' | 'crops' | 'asserted_by' | 'on_behalf_of'>
}

/** Whose statements about which plots are asked for: about a plot by its id, or of whoever holds them. */
export interface PlotsAsked {
  readonly relation: Extract<Mention, 'plot' | 'holds'>
  readonly target: string
  readonly parties: readonly string[]
}

/** The plots that are stated so now. */
export type PlotsStated = (asked: PlotsAsked) => readonly StatedPlot[]

/**
 * Plots that it names; else all plots of its holder with its crop in any form, or without any crop stated: declared in excess,
 * as the Regulation allows. Only plots that those it speaks for may read as their own, so that nobody counts another's plots by
 * inventing a harvest of theirs; and what strangers state of somebody's plots counts for nothing.
 */
export function plotsBehind(
  world: World,
  version: Version,
  surroundings: Surroundings,
  stated: PlotsStated = statedIn(world),
): Plots {
  const asked = plotsAsked(world, version)
  const names = (version.body.plot_ids ?? []).length > 0
  return names ? named(version, asked.map(stated)) : held(version, asked.flatMap(stated), surroundings)
}

/**
 * What `plotsBehind` looks up, so that it can be fetched for many records together. A party's statements are those asserted by
 * it or for it, and the cooperative's about it: it reads all of these as its own, and they are all that is looked at.
 */
export function plotsAsked(world: World, version: Version): PlotsAsked[] {
  const ids = version.body.plot_ids ?? []
  const speakers = speakersOn(world, version, 'plot')
  const holder = holderOf(version)
  if (ids.length > 0) return ids.map((target) => ({ relation: 'plot', target, parties: speakers }))
  return holder === undefined ? [] : [{ relation: 'holds', target: holder, parties: speakers }]
}

/** The same for two records that name no plots: then the same plots stand behind both. */
export function heldAlike(world: World, version: Version, surroundings: Surroundings): string {
  const commodity = surroundings.commodityOf(cropOf(version) ?? '')
  return JSON.stringify([plotsAsked(world, version), commodity, version.body.asserted_by])
}

const holderOf = ({ body }: Version): string | undefined => body.producer ?? body.from_party

function named(version: Version, statements: readonly (readonly StatedPlot[])[]): Plots {
  const found = statements.map((each) => best(each, version))
  const plots = found.filter((plot) => plot !== undefined).map(({ id }) => id)
  const fault = plots.length < found.length ? 'plot_unresolved' : null
  return { known: plots.length > 0 ? 'named' : 'unknown', plots: [...new Set(plots)], fault }
}

function held(version: Version, stated: readonly StatedPlot[], surroundings: Surroundings): Plots {
  const commodity = surroundings.commodityOf(cropOf(version) ?? '')
  const growing = stated.filter(
    ({ body: { crops = [] } }) =>
      crops.length === 0 || crops.some((crop) => surroundings.commodityOf(crop) === commodity),
  )
  const plots = [...Map.groupBy(growing, ({ body }) => body.plot).values()].map(
    (statements) => must(best(statements, version)).id,
  )
  return plots.length > 0
    ? { known: 'holder', plots, fault: null }
    : { known: 'unknown', plots, fault: 'plot_missing' }
}

const statedIn =
  (world: World): PlotsStated =>
  ({ relation, target, parties }) =>
    world
      .mentions(relation, [target], parties)
      .filter((record) => record.type === 'plot')
      .filter((plot) => standingOf(world, plot) === 'tip')

/** Of several current statements about one plot: that of the record's own asserter, then the latest. */
function best(statements: readonly StatedPlot[], { body }: Version): StatedPlot | undefined {
  const rank = (plot: StatedPlot) => (isAssertedByOrFor(plot, body.asserted_by) ? 0 : 1)
  return statements.toSorted(
    (a, b) => rank(a) - rank(b) || b.occurredAtMs - a.occurredAtMs || byText(b.id, a.id),
  )[0]
}
