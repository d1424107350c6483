import { positionsIn } from '../geometry.ts'
import { boxesMeet, boxOf, isTooCoarse, pointOf } from '../outline.ts'
import { speakersOn } from './members.ts'
import { standingOf } from './standing.ts'
import type { Surroundings, Version, VersionOf, World } from './world.ts'

/** Flags about plots (contract §22). None may reveal a plot that the record's asserter may not read. */

interface Told {
  readonly version: Version
  readonly surroundings: Surroundings
}

/** Flags that doubt a plot's outline or size. With one of them it is a faulty part of a declaration. */
export const DOUBT_A_PLOT: ReadonlySet<string> = new Set([
  'geometry_invalid',
  'geometry_too_coarse',
  'polygon_required',
  'area_mismatch',
  'plots_overlap',
])

/** Above this a point is not enough: Regulation (EU) 2023/1115, article 2 (28). */
export const POINT_UP_TO_HA = 4
export const AREA_TOLERANCE = 0.1
/** Corners that are compared for one plot, over all its neighbours: some milliseconds of work for any shapes. */
const MOST_CORNERS = 60_000

/** The outline that a plot, or a harvest of its own plot, states. */
export function outlineOf({ body }: Version): unknown {
  return body.type === 'plot' ? body.geometry : body.type === 'harvest' ? body.plot?.geometry : undefined
}

export const isDrawnTooCoarsely = ({ version, surroundings }: Told): boolean => {
  if (version.type !== 'plot') return false
  const { geometry } = version.body
  return geometry !== undefined && surroundings.isValidOutline(version.seq, geometry) && isTooCoarse(geometry)
}

/** Is the plot too large for the point that it has on the map? */
export const needsPolygon = (geometry: unknown, hectares: number | undefined): boolean =>
  hectares !== undefined && hectares > POINT_UP_TO_HA && pointOf(geometry) !== undefined

/** Do the stated and the drawn hectares contradict each other? */
export const isOtherArea = (stated: number, drawn: number | null): boolean =>
  stated <= 0 || (drawn !== null && Math.abs(drawn - stated) > AREA_TOLERANCE * stated)

export const isPolygonRequired = ({ version }: Told): boolean => {
  if (version.type !== 'plot') return false
  const { geometry, area_ha: area } = version.body
  return geometry !== undefined && needsPolygon(geometry, area)
}

export const isAreaMismatch = ({ version, surroundings }: Told): boolean => {
  if (version.type !== 'plot' || version.body.area_ha === undefined) return false
  const { geometry, area_ha: stated } = version.body
  const isDrawable = geometry !== undefined && surroundings.isValidOutline(version.seq, geometry)
  return isOtherArea(stated, isDrawable ? surroundings.drawnHectares(version.seq, geometry) : null)
}

/**
 * Does a plot lie on a plot of another holder? Compared only with what its own asserter states, or the party it acts for:
 * a stranger's outline across the whole country marks nobody's plots. Where too many are near to compare, it counts as
 * overlapping, since nothing shows that it is not.
 */
export function overlapsAnother(world: World, version: Version, surroundings: Surroundings): boolean {
  if (version.type !== 'plot' || !isDrawn(version, surroundings)) return false
  const { geometry, holder, plot } = version.body
  const box = boxOf(geometry)
  if (box === null) return false
  const near = world.plotsNear(box, speakersOn(world, version, 'plot'))
  const others = near.plots.filter(({ body }) => body.holder !== holder && body.plot !== plot)
  const meeting = others.filter((other) => {
    const around = boxOf(other.body.geometry)
    return around !== null && boxesMeet(box, around)
  })
  const standing = meeting.filter(
    (other) => standingOf(world, other) === 'tip' && isDrawn(other, surroundings),
  )
  const corners = standing.map((other) => positionsIn(other.body.geometry) + positionsIn(geometry))
  return (
    near.isCrowded ||
    corners.reduce((sum, n) => sum + n, 0) > MOST_CORNERS ||
    standing.some((other) =>
      surroundings.outlinesOverlap(
        { record: version.seq, geometry },
        { record: other.seq, geometry: other.body.geometry },
      ),
    )
  )
}

const isDrawn = ({ seq, body }: VersionOf<'plot'>, surroundings: Surroundings): boolean =>
  body.geometry !== undefined && surroundings.isValidOutline(seq, body.geometry)

/** A plot that it names is not found, as far as its asserter may know. */
export const namesUnresolvedPlot = ({ world, version }: Told & { readonly world: World }): boolean => {
  const ids = version.body.plot_ids
  if (ids === undefined || ids.length === 0) return false
  const speakers = speakersOn(world, version, 'plot')
  // Each is looked up, so that the time does not tell which is missing.
  return ids.filter((id) => !world.isMentioned('plot', id, speakers)).length > 0
}
