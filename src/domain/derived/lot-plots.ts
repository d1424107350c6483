import { byText, cropOf, isAssertedByOrFor, speakersOn } from './members.ts'
import { standingOf } from './standing.ts'
import type { Mention, Surroundings, Version, VersionOf, World } from './world.ts'

/** The plots behind one harvest or delivery. */
export interface Plots {
  readonly known: 'named' | 'holder' | 'unknown'
  /** Ids of the plots' records. */
  readonly plots: readonly string[]
  readonly fault: 'plot_unresolved' | 'plot_missing' | null
}

type Plot = VersionOf<'plot'>

export interface PlotsAsked {
  readonly relation: Mention
  readonly target: string
  readonly parties: readonly string[]
}

/**
 * Plots that it names; else all plots of its holder with its crop in any form, or without any crop stated: declared in excess,
 * as the Regulation allows. What strangers state of somebody's plots counts for nothing.
 */
export function plotsBehind(world: World, version: Version, surroundings: Surroundings): Plots {
  const ids = version.body.plot_ids ?? []
  return ids.length > 0 ? named(world, version, ids) : held(world, version, surroundings)
}

/** What `plotsBehind` will look up, so that it can be fetched for many records together. */
export function plotsAsked(world: World, version: Version): PlotsAsked[] {
  const ids = version.body.plot_ids ?? []
  const speakers = speakersOn(world, version, 'plot')
  const holder = holderOf(version)
  if (ids.length > 0) return ids.map((target) => ({ relation: 'plot', target, parties: speakers }))
  return holder === undefined ? [] : [{ relation: 'holds', target: holder, parties: [...speakers, holder] }]
}

const holderOf = ({ body }: Version): string | undefined => body.producer ?? body.from_party

function named(world: World, version: Version, ids: readonly string[]): Plots {
  const speakers = speakersOn(world, version, 'plot')
  const found = ids.map((id) => best(current(world, world.mentions('plot', [id], speakers)), version))
  const plots = found.filter((plot) => plot !== undefined).map(({ id }) => id)
  const fault = plots.length < found.length ? 'plot_unresolved' : null
  return { known: plots.length > 0 ? 'named' : 'unknown', plots: [...new Set(plots)], fault }
}

function held(world: World, version: Version, surroundings: Surroundings): Plots {
  const holder = holderOf(version)
  if (holder === undefined) return { known: 'unknown', plots: [], fault: 'plot_missing' }
  const speakers = [...speakersOn(world, version, 'plot'), holder]
  const commodity = surroundings.commodityOf(cropOf(version) ?? '')
  const growing = current(world, world.mentions('holds', [holder], speakers)).filter(
    ({ body: { crops = [] } }) =>
      crops.length === 0 || crops.some((crop) => surroundings.commodityOf(crop) === commodity),
  )
  const plots = [...Map.groupBy(growing, ({ body }) => body.plot).values()].map(
    (statements) => (best(statements, version) as Plot).id,
  )
  return plots.length > 0
    ? { known: 'holder', plots, fault: null }
    : { known: 'unknown', plots, fault: 'plot_missing' }
}

const current = (world: World, records: readonly Version[]): Plot[] =>
  records.filter((record) => record.type === 'plot').filter((plot) => standingOf(world, plot) === 'tip')

/** Of several current statements about one plot: that of the record's own asserter, then the latest. */
function best(statements: readonly Plot[], { body }: Version): Plot | undefined {
  const rank = (plot: Plot) => (isAssertedByOrFor(plot, body.asserted_by) ? 0 : 1)
  return statements.toSorted(
    (a, b) => rank(a) - rank(b) || b.occurredAtMs - a.occurredAtMs || byText(b.id, a.id),
  )[0]
}
