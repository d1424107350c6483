import { membersOf } from '../../base/typed.ts'
import { isOtherArea, needsPolygon } from '../../domain/derived/flag-plots.ts'
import { isValidGeometry, positionsIn } from '../../domain/geometry.ts'
import { hectaresOf, isTooCoarse, type Placed } from '../../domain/outline.ts'
import type { Shown } from '../../text/kinds.ts'
import type { Words } from '../../words/words.ts'

/** Describes an outline before it is recorded. */

/** Returns the flags that this outline will get, except for overlaps, which depend on other records. */
export function flagsOf({ geometry, decimals }: Placed, stated: number | undefined): string[] {
  return [
    ...(isTooCoarse(geometry, decimals) ? ['geometry_too_coarse'] : []),
    ...(needsPolygon(geometry, stated) ? ['polygon_required'] : []),
    ...(stated !== undefined && isOtherArea(stated, hectaresOf(geometry)) ? ['area_mismatch'] : []),
  ]
}

export function drawnWords({ amount, say }: Words, geometry: unknown): Shown {
  const hectares = isValidGeometry(geometry) ? hectaresOf(geometry) : null
  if (hectares !== null)
    return say('plots.drawnAs', {
      hectares: amount(Math.round(hectares * 10_000) / 10_000),
      corners: positionsIn(geometry),
    })
  const { type } = membersOf(geometry)
  return say(
    geometry === undefined ? 'plots.noOutline' : type === 'Point' ? 'plots.onePoint' : 'plots.notDrawn',
  )
}
