import { setImmediate as nextTurn } from 'node:timers/promises'
import { positionsIn } from '../domain/geometry.ts'
import { hectaresOf } from '../domain/outline.ts'
import type { ApiRecord, Plot, SentPlot } from './data.ts'

/** Replaces each plot's boundary by its size: a plot is a home, and the page does not reveal where it is. */

/** Corners processed before other work gets a turn: some microseconds each. An outline may have more. */
const CORNERS_A_TURN = 3000

export class PlotReader {
  /** Number of corners that may still be processed. */
  #left: number
  #inThisTurn = 0

  /** @param corners most corners to process, of all outlines together; further plots get no size */
  constructor(corners: number) {
    this.#left = corners
  }

  /** Replaces the boundaries on a page of plots. Other work gets a turn between outlines. */
  async read(page: readonly unknown[]): Promise<Plot[]> {
    const plots: Plot[] = []
    for (const { geometry, ...plot } of page as readonly SentPlot[])
      plots.push(await this.#plot(plot, geometry))
    return plots
  }

  async #plot(plot: Omit<Plot, 'drawn'>, geometry: unknown): Promise<Plot> {
    const corners = positionsIn(geometry)
    this.#left -= corners
    if (this.#left < 0 && corners > 0) return { ...plot, drawn: 'not_reckoned' }
    if (this.#inThisTurn > 0 && this.#inThisTurn + corners > CORNERS_A_TURN) {
      await nextTurn()
      this.#inThisTurn = 0
    }
    this.#inThisTurn += corners
    return { ...plot, drawn: drawn(geometry, plot) }
  }
}

function drawn(geometry: unknown, { derived }: Pick<ApiRecord, 'derived'>): Plot['drawn'] {
  if (geometry === undefined) return 'nothing'
  if (derived.flags.includes('geometry_invalid')) return 'faulty'
  return hectaresOf(geometry) ?? 'point'
}
