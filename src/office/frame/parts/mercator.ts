import type { Box } from '../../../domain/outline.ts'
import type { Cover } from '../../../records/plots/map-files.ts'

/**
 * The window of a map in the projection of map tiles (Web Mercator, EPSG:3857), in which the world is a square with
 * sides of 1, north above. Pure.
 */

/** Tiles end here, where the world is as high as it is wide. */
export const MOST_LATITUDE = 85.051_128_779_806_59
/** The radius of the sphere of the projection, in metres. */
const RADIUS = 6_378_137
const CIRCUMFERENCE = 2 * Math.PI * RADIUS

export interface Point {
  readonly x: number
  readonly y: number
}

export function onWorld(lon: number, lat: number): Point {
  const sine = Math.sin((Math.min(Math.max(lat, -MOST_LATITUDE), MOST_LATITUDE) * Math.PI) / 180)
  return { x: (lon + 180) / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

export const longitudeAt = (x: number): number => x * 360 - 180
export const latitudeAt = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI

/** A part of the world; `x` and `y` are its north-western corner. */
export interface Window extends Point {
  readonly width: number
  readonly height: number
}

/** Width divided by height. */
export const ASPECT = 4 / 3
/** The share of the window that stays free at each edge. */
const MARGIN = 0.1
/** At least this wide and high without its margins, about fifty metres, such as around a point. */
const LEAST = 0.0005 / 360
/** The window shows neighbours as far as half the plots' own size around them. */
const AROUND = 0.5

/** Returns the window that shows the plots whole, and some of their neighbours. Null without plots. */
export function windowAround(own: readonly Box[], others: readonly Box[]): Window | null {
  if (own.length === 0) return null
  const plots = own.map(onWorldBox)
  const inner = union(plots)
  const [wider, higher] = [(inner.east - inner.west) * AROUND, (inner.south - inner.north) * AROUND]
  const near = others.map(onWorldBox).map((box) => ({
    west: clamp(box.west, inner.west - wider, inner.east),
    east: clamp(box.east, inner.west, inner.east + wider),
    north: clamp(box.north, inner.north - higher, inner.south),
    south: clamp(box.south, inner.north, inner.south + higher),
  }))
  const { west, east, north, south } = union([inner, ...near])
  const wide = Math.max(east - west, LEAST) / (1 - 2 * MARGIN)
  const high = Math.max(south - north, LEAST) / (1 - 2 * MARGIN)
  const width = Math.max(wide, high * ASPECT)
  const height = width / ASPECT
  return { x: (west + east - width) / 2, y: (north + south - height) / 2, width, height }
}

const clamp = (n: number, least: number, most: number): number => Math.min(Math.max(n, least), most)

/** On the world `north` is less than `south`. */
function onWorldBox({ west, south, east, north }: Box): Box {
  const [first, last] = [onWorld(west, north), onWorld(east, south)]
  return { west: first.x, north: first.y, east: last.x, south: last.y }
}

const union = (boxes: readonly Box[]): Box => ({
  west: Math.min(...boxes.map(({ west }) => west)),
  east: Math.max(...boxes.map(({ east }) => east)),
  north: Math.min(...boxes.map(({ north }) => north)),
  south: Math.max(...boxes.map(({ south }) => south)),
})

/** Returns where a point lies in the window: 0 is its western or northern edge, 1 the other. */
export const inWindow = ({ x, y, width, height }: Window, point: Point): Point => ({
  x: (point.x - x) / width,
  y: (point.y - y) / height,
})

const STEPS = [5, 2, 1]

/** Returns the largest of 1, 2 and 5 times a power of ten that is not more than `most`. */
export function roundBelow(most: number): number {
  const power = Number(`1e${Math.floor(Math.log10(most))}`)
  return Number(((STEPS.find((step) => step * power <= most) ?? 1) * power).toPrecision(6))
}

/** The scale line: at most this share of the width. */
const SCALE = 0.3

/** Returns a round number of metres, and the share of the window's width that it takes in its middle. */
export function scaleOf({ y, width, height }: Window): { readonly metres: number; readonly share: number } {
  const latitude = (latitudeAt(y + height / 2) * Math.PI) / 180
  const wide = width * CIRCUMFERENCE * Math.cos(latitude)
  const metres = roundBelow(wide * SCALE)
  return { metres, share: metres / wide }
}

export interface GridLine {
  readonly degrees: number
  /** Its place in the window, from 0 to 1. */
  readonly at: number
}

/** Returns the meridians and parallels at round degrees, two to five each way. */
export function gridOf(window: Window): { readonly meridians: GridLine[]; readonly parallels: GridLine[] } {
  const [west, east] = [longitudeAt(window.x), longitudeAt(window.x + window.width)]
  const [north, south] = [latitudeAt(window.y), latitudeAt(window.y + window.height)]
  return {
    meridians: roundIn(west, east).map((degrees) => ({
      degrees,
      at: inWindow(window, onWorld(degrees, 0)).x,
    })),
    parallels: roundIn(south, north).map((degrees) => ({
      degrees,
      at: inWindow(window, onWorld(0, degrees)).y,
    })),
  }
}

function roundIn(from: number, to: number): number[] {
  const step = roundBelow((to - from) / 2)
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toFixed(9)) + 0)
}

export interface Tile {
  readonly z: number
  readonly x: number
  readonly y: number
  /** Where it lies in the window, as shares. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The window is shown about this wide, and a tile at its own size is this wide, in pixels. */
const SHOWN = 640
const TILE = 256
const MOST_TILES = 24

/** Returns the tiles that lie behind the window, of the finest level that does not need more than is shown. */
export function tilesIn(window: Window, { minZoom, maxZoom, bounds }: Cover): Tile[] {
  const wanted = Math.ceil(Math.log2(SHOWN / TILE / window.width))
  for (let z = clamp(wanted, minZoom, maxZoom); z >= minZoom; z--) {
    const tiles = tilesAt(z, window, bounds)
    if (tiles !== null) return tiles
  }
  return []
}

function tilesAt(z: number, window: Window, bounds: Box | null): Tile[] | null {
  const count = 2 ** z
  const box = bounds === null ? { west: 0, north: 0, east: 1, south: 1 } : onWorldBox(bounds)
  const first = (edge: number, limit: number) => Math.max(0, Math.floor(Math.max(edge, limit) * count))
  const last = (edge: number, limit: number) => Math.min(count, Math.ceil(Math.min(edge, limit) * count))
  const [fromX, toX] = [first(window.x, box.west), last(window.x + window.width, box.east)]
  const [fromY, toY] = [first(window.y, box.north), last(window.y + window.height, box.south)]
  if (Math.max(0, toX - fromX) * Math.max(0, toY - fromY) > MOST_TILES) return null
  const tiles: Tile[] = []
  for (let y = fromY; y < toY; y++)
    for (let x = fromX; x < toX; x++) {
      const { x: left, y: top } = inWindow(window, { x: x / count, y: y / count })
      tiles.push({ z, x, y, left, top, width: 1 / count / window.width, height: 1 / count / window.height })
    }
  return tiles
}
