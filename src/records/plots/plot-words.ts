import { membersOf } from '../../base/typed.ts'
import { isOtherArea } from '../../domain/derived/flag-plots.ts'
import { euFaults, type PlacedPlot } from '../../domain/eu-outline.ts'
import { isValidGeometry, positionsIn } from '../../domain/geometry.ts'
import { hectaresOf, isTooCoarse, type Placed } from '../../domain/outline.ts'
import type { Shown } from '../../text/kinds.ts'
import type { Words } from '../../words/words.ts'

/** Describes the outlines and the faults of plots. */

/** Returns the faults of a plot by code: its flags, and what the information system of the European Union refuses. */
export const faultsOf = (flags: readonly string[], plot: PlacedPlot): string[] => [
  ...new Set([...flags, ...euFaults(plot)]),
]

/**
 * Returns the faults that a plot will have before it is recorded, except for those that depend on other records, such as
 * overlaps.
 */
export function flagsOf({ geometry, decimals }: Placed, stated: number | undefined): string[] {
  return [
    ...(isTooCoarse(geometry, decimals) ? ['geometry_too_coarse'] : []),
    ...euFaults({ geometry, area_ha: stated }),
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
