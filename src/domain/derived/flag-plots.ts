import { POINT_UP_TO_HA } from '../eu-statement.ts'
import { positionsIn } from '../geometry.ts'
import { boxesMeet, boxNear, boxOf, isTooCoarse, middleOf, pointOf } from '../outline.ts'
import { speakersOn } from './members.ts'
import { standingOf } from './standing.ts'
import type { Surroundings, Version, VersionOf, World } from './world.ts'

/** Flags about plots (contract §22). None may reveal a plot that the record's asserter may not read. */

interface PlotContext {
  readonly version: Version
  readonly surroundings: Surroundings
}

/** Flags that question a plot's outline or size. A plot with one of them is faulty in a declaration. */
export const DOUBT_A_PLOT: ReadonlySet<string> = new Set([
  'geometry_invalid',
  'geometry_too_coarse',
  'polygon_required',
  'area_mismatch',
  'plot_outside_country',
  'plots_adjoin',
  'plots_overlap',
])

export const AREA_TOLERANCE = 0.1
/** Most corners compared for one plot, over all its neighbours: a few milliseconds of work for any shapes. */
const MOST_CORNERS = 60_000

/** Returns the outline that a plot record states, or a harvest for its place. */
export function outlineOf({ body }: Version): unknown {
  return body.type === 'plot' ? body.geometry : body.type === 'harvest' ? body.plot?.geometry : undefined
}

export const isDrawnTooCoarsely = ({ version, surroundings }: PlotContext): boolean => {
  if (version.type !== 'plot') return false
  const { geometry, decimals } = version.body
  if (geometry === undefined || !surroundings.isValidOutline(version.seq, geometry)) return false
  return isTooCoarse(geometry, decimals)
}

/** Returns whether the stated and the drawn hectares contradict each other. */
export const isOtherArea = (stated: number, drawn: number | null): boolean =>
  stated <= 0 || (drawn !== null && Math.abs(drawn - stated) > AREA_TOLERANCE * stated)

/** Returns whether the plot is only a point on the map and too large for that. */
export const isPolygonRequired = ({ version }: PlotContext): boolean => {
  if (version.type !== 'plot') return false
  const { geometry, area_ha: area } = version.body
  return area !== undefined && area > POINT_UP_TO_HA && pointOf(geometry) !== undefined
}

export const isAreaMismatch = ({ version, surroundings }: PlotContext): boolean => {
  if (version.type !== 'plot' || version.body.area_ha === undefined) return false
  const { geometry, area_ha: stated } = version.body
  const isDrawable = geometry !== undefined && surroundings.isValidOutline(version.seq, geometry)
  return isOtherArea(stated, isDrawable ? surroundings.drawnHectares(version.seq, geometry) : null)
}

/** Returns whether a plot is drawn far outside the country that it states. */
export const isOutsideCountry = ({ version, surroundings }: PlotContext): boolean => {
  if (version.type !== 'plot') return false
  const { geometry, country } = version.body
  if (geometry === undefined || !surroundings.isValidOutline(version.seq, geometry)) return false
  const middle = middleOf(geometry)
  return middle !== null && surroundings.isOutsideCountry(version.seq, middle, country)
}

interface Around {
  /** Other current plots whose box is at the plot's. */
  readonly plots: readonly VersionOf<'plot'>[]
  /** Whether there are more than could be found. */
  readonly isCrowded: boolean
}

/**
 * Returns what is around a drawn plot: plots asserted by its own asserter or the party that it acts for. So a stranger's
 * outline of the whole country flags no plots.
 * @returns null for a plot that cannot be drawn
 */
export function plotsAround(
  world: World,
  version: VersionOf<'plot'>,
  surroundings: Surroundings,
): Around | null {
  if (!isDrawn(version, surroundings)) return null
  const box = boxNear(version.body.geometry)
  if (box === null) return null
  const near = world.plotsNear(box, speakersOn(world, version, 'plot'))
  const plots = near.plots.filter((other) => {
    if (other.body.plot === version.body.plot) return false
    const around = boxOf(other.body.geometry)
    return around !== null && boxesMeet(box, around)
  })
  const standing = plots.filter((other) => standingOf(world, other) === 'tip' && isDrawn(other, surroundings))
  return { plots: standing, isCrowded: near.isCrowded }
}

/**
 * Returns whether a plot overlaps a plot of another holder. If too many plots are near to compare, it counts as overlapping,
 * since nothing shows that it is not.
 */
export function overlapsAnother(
  { seq, body: { geometry, holder } }: VersionOf<'plot'>,
  { plots, isCrowded }: Around,
  surroundings: Surroundings,
): boolean {
  const others = plots.filter(({ body }) => body.holder !== holder)
  const corners = others.map((other) => positionsIn(other.body.geometry) + positionsIn(geometry))
  return (
    isCrowded ||
    corners.reduce((sum, n) => sum + n, 0) > MOST_CORNERS ||
    others.some(({ seq: record, body }) =>
      surroundings.outlinesOverlap({ record: seq, geometry }, { record, geometry: body.geometry }),
    )
  )
}

/**
 * Returns whether a plot of at most four hectares touches others of its holder, as small and of one asserter, so that together
 * they have more: one field in parts, each of which a point would do for. Of too many corners to compare, the rest counts as touching.
 */
export function adjoinsOwn(
  version: VersionOf<'plot'>,
  { plots }: Around,
  surroundings: Surroundings,
): boolean {
  const own = hectaresIn(version, surroundings)
  if (own === null || own > POINT_UP_TO_HA) return false
  const { seq, body } = version
  const { geometry } = body
  let [together, corners] = [own, 0]
  for (const other of plots) {
    if (other.body.holder !== body.holder || other.body.asserted_by !== body.asserted_by) continue
    const hectares = hectaresIn(other, surroundings)
    if (hectares === null || hectares > POINT_UP_TO_HA) continue
    corners += positionsIn(other.body.geometry) + positionsIn(geometry)
    const theirs = { record: other.seq, geometry: other.body.geometry }
    if (corners > MOST_CORNERS || surroundings.outlinesTouch({ record: seq, geometry }, theirs))
      together += hectares
    if (together > POINT_UP_TO_HA) return true
  }
  return false
}

/** Returns the hectares of an outline or, for a point, those stated; null if none are stated. */
const hectaresIn = ({ seq, body }: VersionOf<'plot'>, surroundings: Surroundings): number | null =>
  surroundings.drawnHectares(seq, body.geometry) ??
  (body.area_ha !== undefined && body.area_ha > 0 ? body.area_ha : null)

const isDrawn = ({ seq, body }: VersionOf<'plot'>, surroundings: Surroundings): boolean =>
  body.geometry !== undefined && surroundings.isValidOutline(seq, body.geometry)

/** Returns whether a plot that the record names is not found, as far as its asserter may know. */
export const namesUnresolvedPlot = ({ world, version }: PlotContext & { readonly world: World }): boolean => {
  const ids = version.body.plot_ids
  if (ids === undefined || ids.length === 0) return false
  const speakers = speakersOn(world, version, 'plot')
  // All are looked up, so that the time does not reveal which one is missing.
  return ids.filter((id) => !world.isMentioned('plot', id, speakers)).length > 0
}
