import Database from 'better-sqlite3'

/**
 * A map file in the form MBTiles 1.3 (an SQLite database of tiles), which someone put into the data folder. It is
 * read only, each tile by an index. It has nothing to do with the database of records.
 */

/** Larger tiles are left out: they would delay other work. */
export const MOST_TILE_BYTES = 1024 * 1024
const MOST_ZOOM = 24
const MOST_TEXT = 1_000

export class TilesWithoutIndex extends Error {}

export class TileDatabase {
  readonly #db: Database.Database
  readonly #tile

  /** @throws {Error} if the file is no such database, or `TilesWithoutIndex` if each tile would take long */
  constructor(file: string) {
    this.#db = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 })
    try {
      this.#db.pragma('trusted_schema = OFF')
      const plan = this.#db
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${TILE}`.replaceAll('?', '1'))
        .all()
      if (plan.some(({ detail }) => !/^SEARCH /.test(detail))) throw new TilesWithoutIndex()
      this.#tile = this.#db
        .prepare<[number, number, number, number], Buffer>(`${TILE} AND length(tile_data) <= ?`)
        .pluck()
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  /** Returns a value that the file states about itself, such as `format`. */
  metadata(name: string): string | null {
    const value = this.#db
      .prepare<[string], unknown>('SELECT value FROM metadata WHERE name = ? LIMIT 1')
      .pluck()
      .get(name)
    return typeof value === 'string' ? value.slice(0, MOST_TEXT) : null
  }

  /** Returns the levels of which the file has tiles. */
  zooms(): number[] {
    const has = this.#db.prepare<[number], number>('SELECT 1 FROM tiles WHERE zoom_level = ? LIMIT 1').pluck()
    return Array.from({ length: MOST_ZOOM + 1 }, (_, zoom) => zoom).filter((zoom) => has.get(zoom) === 1)
  }

  /** @param y from the north, as in addresses; the file counts from the south */
  tile(z: number, x: number, y: number): Uint8Array | null {
    const found: unknown = this.#tile.get(z, x, 2 ** z - 1 - y, MOST_TILE_BYTES)
    return found instanceof Uint8Array ? found : null
  }

  close(): void {
    this.#db.close()
  }
}

const TILE = 'SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?'
