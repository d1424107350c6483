import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { PMTiles, SharedPromiseCache, type Source, TileType } from 'pmtiles'
import { errorCode } from '../../base/error-kinds.ts'
import { READ_AT_ONCE } from '../../base/read-regular.ts'
import { membersOf } from '../../base/typed.ts'
import type { Box } from '../../domain/outline.ts'
import { MOST_TILE_BYTES, TileDatabase, TilesWithoutIndex } from '../../store/tables/map-tiles.ts'

/**
 * The office's own map: a file of raster tiles (PMTiles or MBTiles) in the folder `maps` of the data folder. It is
 * opened when a map is first shown, and again after it was replaced.
 */

/** What a map file covers. */
export interface Cover {
  readonly minZoom: number
  readonly maxZoom: number
  /** Null if the file does not state it. */
  readonly bounds: Box | null
}

/** The office's map file, as far as a page needs it. */
export interface Background extends Cover {
  /** Whom its licence requires to be named; null if the file names no one. */
  readonly attribution: string | null
  /** Distinguishes this file from one that replaces it. */
  readonly version: string
}

/** Why there is a map file and yet no background. */
export interface BackgroundFault {
  readonly fault: 'vector' | 'unreadable' | 'slow'
  readonly name: string
}

export interface TileImage {
  readonly bytes: Uint8Array
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp'
}

interface OpenFile {
  readonly background: Omit<Background, 'version'>
  readonly tile: (z: number, x: number, y: number) => Promise<Uint8Array | null>
  readonly close: () => Promise<void>
}

interface FoundMap {
  readonly name: string
  readonly version: string
}

/** An open file, or why there is none. */
type OpenedMap = { readonly found: FoundMap } & (
  | { readonly file: OpenFile; readonly fault: null }
  | { readonly file: null; readonly fault: BackgroundFault }
)

class VectorTiles extends Error {}

export class MapFiles {
  readonly #folder: string
  #opened: { readonly version: string; readonly made: Promise<OpenedMap> } | null = null

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Returns the map that is in the folder now, or what is wrong with it; null if there is none. */
  async background(): Promise<Background | BackgroundFault | null> {
    const opened = await this.#current()
    if (opened === null) return null
    return opened.fault ?? { ...opened.file.background, version: opened.found.version }
  }

  /** Returns a tile; null if the map has none there, or none that a browser can show. */
  async tile(z: number, x: number, y: number): Promise<TileImage | null> {
    const opened = await this.#current()
    if (opened?.file == null) return null
    const { file } = opened
    const { minZoom, maxZoom } = file.background
    const isThere = z >= minZoom && z <= maxZoom && [x, y].every((n) => n >= 0 && n < 2 ** z)
    if (!isThere || ![z, x, y].every(Number.isInteger)) return null
    // A file that is damaged, or was removed meanwhile, has no such tile.
    const bytes = await file.tile(z, x, y).catch(() => null)
    const type = bytes === null ? null : typeOf(bytes)
    return bytes === null || type === null ? null : { bytes, type }
  }

  async close(): Promise<void> {
    const opened = this.#opened
    this.#opened = null
    await (await opened?.made)?.file?.close()
  }

  async #current(): Promise<OpenedMap | null> {
    const found = await this.#find()
    if (found === null) {
      await this.close()
      return null
    }
    if (this.#opened?.version !== found.version) {
      const before = this.#opened
      this.#opened = { version: found.version, made: this.#open(found) }
      await (await before?.made)?.file?.close()
    }
    return this.#opened?.made ?? null
  }

  /** Returns the first map file by name. */
  async #find(): Promise<FoundMap | null> {
    try {
      const names = await readdir(this.#folder)
      const name = names.filter((one) => /\.(pm|mb)tiles$/i.test(one)).sort()[0]
      if (name === undefined) return null
      const { size, mtimeMs, ino } = await stat(join(this.#folder, name))
      const state = `${name} ${size} ${mtimeMs} ${ino}`
      return { name, version: createHash('sha256').update(state).digest('hex').slice(0, 12) }
    } catch (error) {
      if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(String(errorCode(error)))) return null
      throw error
    }
  }

  async #open(found: FoundMap): Promise<OpenedMap> {
    const path = join(this.#folder, found.name)
    try {
      const file = /\.pmtiles$/i.test(found.name) ? await openPmtiles(path) : openMbtiles(path)
      return { found, file, fault: null }
    } catch (error) {
      const fault =
        error instanceof VectorTiles ? 'vector' : error instanceof TilesWithoutIndex ? 'slow' : 'unreadable'
      return { found, file: null, fault: { fault, name: found.name } }
    }
  }
}

function openMbtiles(path: string): OpenFile {
  const tiles = new TileDatabase(path)
  try {
    if (tiles.metadata('format') === 'pbf') throw new VectorTiles()
    const zooms = tiles.zooms()
    const [minZoom, maxZoom] = [zooms[0], zooms.at(-1)]
    if (minZoom === undefined || maxZoom === undefined) throw new Error('no tiles')
    const bounds = (tiles.metadata('bounds') ?? '').split(',').map(Number)
    return {
      background: {
        minZoom,
        maxZoom,
        bounds: boxOf(bounds),
        attribution: plainText(tiles.metadata('attribution')),
      },
      tile: async (z, x, y) => tiles.tile(z, x, y),
      close: async () => tiles.close(),
    }
  } catch (error) {
    tiles.close()
    throw error
  }
}

/** Most bytes of a directory or of the metadata, packed and unpacked. */
const MOST_DIRECTORY_BYTES = 8 * 1024 * 1024
/** Directories kept in memory. */
const MOST_DIRECTORIES = 32
const RASTER: readonly TileType[] = [TileType.Png, TileType.Jpeg, TileType.Webp]

async function openPmtiles(path: string): Promise<OpenFile> {
  const handle = await open(path, READ_AT_ONCE)
  try {
    const cache = new SharedPromiseCache(MOST_DIRECTORIES)
    const tiles = new PMTiles(sourceOf(handle, path), cache, unpacked)
    const { tileType, minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = await tiles.getHeader()
    if (tileType === TileType.Mvt) throw new VectorTiles()
    if (!RASTER.includes(tileType)) throw new Error('no tiles that a browser can show')
    const { attribution } = membersOf(await tiles.getMetadata())
    return {
      background: {
        minZoom,
        maxZoom,
        bounds: boxOf([minLon, minLat, maxLon, maxLat]),
        attribution: plainText(attribution),
      },
      tile: async (z, x, y) => {
        const found = await tiles.getZxy(z, x, y)
        return found === undefined || found.data.byteLength > MOST_TILE_BYTES
          ? null
          : new Uint8Array(found.data)
      },
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

const sourceOf = (handle: FileHandle, key: string): Source => ({
  getKey: () => key,
  getBytes: async (offset, length) => {
    if (!(length <= MOST_DIRECTORY_BYTES)) throw new Error('too long')
    const bytes = new Uint8Array(length)
    const { bytesRead } = await handle.read(bytes, 0, length, offset)
    return { data: bytes.buffer.slice(0, bytesRead) }
  },
})

const NOT_PACKED = 1
const GZIP = 2
const gunzipped = promisify(gunzip)

/** Unpacks a part of the file, of a bounded size. Brotli and zstd are in no file of raster tiles that we know. */
async function unpacked(packed: ArrayBuffer, compression: number): Promise<ArrayBuffer> {
  // 0 is not known, which means not packed.
  if (compression <= NOT_PACKED) return packed
  if (compression !== GZIP) throw new Error('packed in another way')
  const bytes = await gunzipped(new Uint8Array(packed), { maxOutputLength: MOST_DIRECTORY_BYTES })
  return new Uint8Array(bytes).buffer
}

function boxOf([west = Number.NaN, south = 0, east = 0, north = 0]: readonly number[]): Box | null {
  const isOnEarth =
    [west, east].every((lon) => Math.abs(lon) <= 180) && [south, north].every((lat) => Math.abs(lat) <= 90)
  return isOnEarth && west < east && south < north ? { west, south, east, north } : null
}

const MOST_ATTRIBUTION = 200

/** Returns the text of an attribution, which may have links in HTML. Pages make it safe. */
function plainText(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const plain = text
    .slice(0, MOST_ATTRIBUTION * 5)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
    .trim()
  return plain === '' ? null : plain.slice(0, MOST_ATTRIBUTION)
}

/** Returns the type of an image by its first bytes; null for anything else, such as a drawing with scripts. */
function typeOf(bytes: Uint8Array): TileImage['type'] | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : null
}
