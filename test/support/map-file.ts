import { writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { zxyToTileId } from 'pmtiles'
import sharp from 'sharp'

/** Map files, as other programs make them. */

export interface MadeTile {
  readonly z: number
  readonly x: number
  readonly y: number
  readonly bytes: Uint8Array
}

/** A tile of one colour with a square of red around a point, in pixels from its north-western corner. */
export async function tileWith(x: number, y: number): Promise<Uint8Array> {
  const mark = `<svg width="256" height="256"><rect width="256" height="256" fill="#dde"/><rect x="${x - 3}" y="${y - 3}" width="6" height="6" fill="#f00"/></svg>`
  return await sharp(Buffer.from(mark)).png().toBuffer()
}

interface Facts {
  readonly format?: string
  readonly attribution?: string
  readonly bounds?: string
  readonly hasIndex?: boolean
}

/** Writes a file of the form MBTiles. */
export function writeMbtiles(
  path: string,
  tiles: readonly MadeTile[],
  { format = 'png', attribution, bounds, hasIndex = true }: Facts = {},
): void {
  const db = new Database(path)
  db.exec(`CREATE TABLE metadata (name TEXT, value TEXT);
    CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)`)
  if (hasIndex) db.exec('CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)')
  const state = db.prepare('INSERT INTO metadata VALUES (?, ?)')
  for (const [name, value] of Object.entries({ format, attribution, bounds }))
    if (value !== undefined) state.run(name, value)
  const add = db.prepare('INSERT INTO tiles VALUES (?, ?, ?, ?)')
  for (const { z, x, y, bytes } of tiles) add.run(z, x, 2 ** z - 1 - y, Buffer.from(bytes))
  db.close()
}

const HEADER = 127
/** Writes a file of the form PMTiles 3, with its directories not packed. @param type 1 for vectors, 2 for PNG */
export function writePmtiles(
  path: string,
  tiles: readonly MadeTile[],
  { type = 2, attribution = '' }: { readonly type?: number; readonly attribution?: string } = {},
): void {
  const sorted = tiles
    .map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) }))
    .toSorted((a, b) => a.id - b.id)
  const directory = Buffer.from(
    [
      [sorted.length],
      sorted.map(({ id }, i) => id - (sorted[i - 1]?.id ?? 0)),
      sorted.map(() => 1),
      sorted.map(({ bytes }) => bytes.length),
      sorted.map((_, i) => (i === 0 ? 1 : 0)),
    ].flatMap((column) => column.flatMap(varint)),
  )
  const metadata = Buffer.from(JSON.stringify({ attribution }))
  const data = Buffer.concat(sorted.map(({ bytes }) => bytes))
  const header = Buffer.alloc(HEADER)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  let at = HEADER
  for (const [field, length] of [
    [8, directory.length],
    [24, metadata.length],
    [40, 0],
    [56, data.length],
  ] as const) {
    header.writeBigUInt64LE(BigInt(at), field)
    header.writeBigUInt64LE(BigInt(length), field + 8)
    at += length
  }
  for (const field of [72, 80, 88]) header.writeBigUInt64LE(BigInt(sorted.length), field)
  const zooms = sorted.map(({ z }) => z)
  header.set([1, 1, 1, type, Math.min(...zooms), Math.max(...zooms)], 96)
  for (const [field, degrees] of [
    [102, -180],
    [106, -85],
    [110, 180],
    [114, 85],
  ] as const)
    header.writeInt32LE(degrees * 1e7, field)
  writeFileSync(path, Buffer.concat([header, directory, metadata, data]))
}

function varint(n: number): number[] {
  return n < 128 ? [n] : [(n % 128) + 128, ...varint(Math.floor(n / 128))]
}
