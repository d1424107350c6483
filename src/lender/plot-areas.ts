import { positionsIn } from '../domain/geometry.ts'
import { hectaresOf } from '../domain/outline.ts'
import type { ApiRecord, Listing, Plot } from './data.ts'

/** Plots with the size that their boundary gives, and without the boundary: a plot is a home, and the page does not say where. */

type Sent = Omit<Plot, 'drawn'> & { readonly geometry?: unknown }

/** Corners that are reckoned with for one page, some microseconds each. */
const MOST_CORNERS = 100_000

/** @param list reads the plots, a page at a time, and keeps what the function makes of each page */
export function plotsOf(
  list: (each: (page: readonly unknown[]) => readonly Plot[]) => Promise<Listing<Plot>>,
): Promise<Listing<Plot>> {
  let corners = 0
  return list((page) =>
    (page as readonly Sent[]).map(({ geometry, ...plot }) => {
      corners += positionsIn(geometry)
      return { ...plot, drawn: corners > MOST_CORNERS ? 'not_reckoned' : drawn(geometry, plot) }
    }),
  )
}

function drawn(geometry: unknown, { derived }: Pick<ApiRecord, 'derived'>): Plot['drawn'] {
  if (geometry === undefined) return 'nothing'
  if (derived.flags.includes('geometry_invalid')) return 'faulty'
  return hectaresOf(geometry) ?? 'point'
}
