import { cellsNear } from '../domain/map-cells.ts'
import type { Box } from '../domain/outline.ts'
import type { Db } from './open.ts'

/** Rows that one question examines; a place with more is called crowded. */
const MOST_ROWS = 4_096

export interface NotedNear {
  /** Seqs of plots whose box meets the one asked about, each once. */
  readonly seqs: readonly number[]
  readonly isCrowded: boolean
}

/** Where plots lie on the map, by the parties that state them: an index that is read only around one place. */
export class PlotCells {
  readonly #near

  constructor(db: Db) {
    this.#near = db
      .prepare<(number | string)[], [source: number, meets: number]>(
        `SELECT c.source, c.east >= ? AND c.west <= ? AND c.north >= ? AND c.south <= ?
         FROM json_each(?) r
         CROSS JOIN plot_cell c ON c.party = ? AND c.cell BETWEEN r.value ->> 0 AND r.value ->> 1 AND c.source <= ?
         LIMIT ?`,
      )
      .raw()
  }

  near(box: Box, party: number, throughSeq: number): NotedNear {
    const ranges = JSON.stringify(cellsNear(box).map(({ first, last }) => [first, last]))
    const { west, east, south, north } = box
    const rows = this.#near.all(west, east, south, north, ranges, party, throughSeq, MOST_ROWS + 1)
    const seqs = new Set<number>()
    for (const [source, meets] of rows) if (meets === 1) seqs.add(source)
    return { seqs: [...seqs], isCrowded: rows.length > MOST_ROWS }
  }
}
