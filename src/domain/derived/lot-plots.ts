import { compare, must } from '../../base/typed.ts'
import type { Mention } from '../types/relations.ts'
import { cropOf, isAssertedByOrFor, speakersOn } from './members.ts'
import { standingOf } from './standing.ts'
import type { Surroundings, Version, VersionOf, World } from './world.ts'

/** The plots behind one harvest or delivery. */
export interface Plots {
  readonly known: 'named' | 'holder' | 'unknown'
  /** Ids of the plots' records. */
  readonly plots: readonly string[]
  readonly fault: 'plot_unresolved' | 'plot_missing' | null
}

/** The parts of a plot record that count here; its outline does not. */
export interface StatedPlot {
  readonly id: string
  readonly occurredAtMs: number
  readonly body: Pick<VersionOf<'plot'>['body'], 'plot' | 'crops' | 'asserted_by' | 'on_behalf_of'>
}

/** A question for plot records: those of one plot or one holder, asserted by or for these parties. */
export interface PlotsAsked {
  readonly relation: Extract<Mention, 'plot' | 'holds'>
  readonly target: string
  readonly parties: readonly string[]
}

/** Returns the current plot records that answer the question. */
export type PlotsStated = (asked: PlotsAsked) => readonly StatedPlot[]

/**
 * Returns the plots that the record names; else all plots of its holder with its crop in any form, or with no
 * crop stated: declaring in excess, as the Regulation allows. Only plots that the record's asserter, or the
 * party it acts for, may read as its own count, so that nobody obtains another's plots by inventing a harvest
 * of theirs. What strangers state about a party's plots does not count.
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
 * Returns what `plotsBehind` looks up, so that it can be fetched for many records together. A party's
 * statements are those asserted by or for it, and the cooperative's about it. It reads all of these as its
 * own; no others are looked at.
 */
export function plotsAsked(world: World, version: Version): PlotsAsked[] {
  const ids = version.body.plot_ids ?? []
  const speakers = speakersOn(world, version, 'plot')
  const holder = holderOf(version)
  if (ids.length > 0) return ids.map((target) => ({ relation: 'plot', target, parties: speakers }))
  return holder === undefined ? [] : [{ relation: 'holds', target: holder, parties: speakers }]
}

/**
 * Returns a key of a record that names no plots: records with the same key have the same plots behind them.
 */
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

/**
 * Returns the best of several current statements about a plot: the record's own asserter's, then the latest.
 */
function best(statements: readonly StatedPlot[], { body }: Version): StatedPlot | undefined {
  const rank = (plot: StatedPlot) => (isAssertedByOrFor(plot, body.asserted_by) ? 0 : 1)
  return statements.toSorted(
    (a, b) => rank(a) - rank(b) || b.occurredAtMs - a.occurredAtMs || compare(b.id, a.id),
  )[0]
}
