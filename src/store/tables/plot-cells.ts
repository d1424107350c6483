import { cellsNear } from '../../domain/map-cells.ts'
import type { Box } from '../../domain/outline.ts'
import type { Db } from '../file/open.ts'

/** A place is crowded if the cells around it have more rows, or its plots a larger total size, than this. */
const MOST_ROWS = 4_096
const MOST_SIZE = 512 * 1024

export interface NotedNear {
  /** Seqs of plots whose box meets the given box, each once; empty if the place is crowded. */
  readonly seqs: readonly number[]
  readonly isCrowded: boolean
}

/** Finds plots: by place on the map and the party that states them, and by ids that others gave. */
export class PlotCells {
  readonly #near
  readonly #withId

  constructor(db: Db) {
    this.#near = db
      .prepare<(number | string)[], [source: number, size: number, meets: number]>(
        `SELECT c.source, c.size, c.east >= ? AND c.west <= ? AND c.north >= ? AND c.south <= ?
         FROM json_each(?) r
         CROSS JOIN plot_cell c ON c.party = ? AND c.cell BETWEEN r.value ->> 0 AND r.value ->> 1 AND c.source <= ?
         LIMIT ?`,
      )
      .raw()
    this.#withId = db
      .prepare<[string, number], number>(
        'SELECT seq FROM plot_other_id WHERE other_id = ? ORDER BY seq DESC LIMIT ?',
      )
      .pluck()
  }

  /** Seqs of the cooperative's newest plot records that ever had this id of somebody else's. @param id plain */
  withId(id: string, most: number): number[] {
    return this.#withId.all(id, most)
  }

  /** Finds plots near a box. @param most number of plots above which the place is crowded */
  near(box: Box, party: number, throughSeq: number, most: number): NotedNear {
    const ranges = JSON.stringify(cellsNear(box).map(({ first, last }) => [first, last]))
    const { west, east, south, north } = box
    const rows = this.#near.all(west, east, south, north, ranges, party, throughSeq, MOST_ROWS + 1)
    const sizes = new Map<number, number>()
    for (const [source, size, meets] of rows) if (meets === 1) sizes.set(source, size)
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    const isCrowded = rows.length > MOST_ROWS || sizes.size > most || total > MOST_SIZE
    return { seqs: isCrowded ? [] : [...sizes.keys()], isCrowded }
  }
}
