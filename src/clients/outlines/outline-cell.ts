import { wktToGeoJSON } from 'betterknown'
import { orNull } from '../../base/or-null.ts'
import { membersOf } from '../../base/typed.ts'
import { isValidGeometry, positionsIn } from '../../domain/geometry.ts'
import { boxOf, decimalsIn, type Placed } from '../../domain/outline.ts'
import { withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { placeIn } from './degrees.ts'
import {
  MOST_POSITIONS,
  type OutlineFault,
  ofWalk,
  outlineFault,
  ringOf,
  tooManyCorners,
  type WalkedCorner,
  walkIn,
} from './walk.ts'

export type { OutlineFault } from './walk.ts'

/**
 * Reads the outline of a plot in a cell: GeoJSON, well-known text (OGC 06-103r4), or the format of ODK and
 * Kobo.
 */

export type ReadOutline = Placed | OutlineFault

const MOST_TEXT = 60_000

const TYPES: ReadonlySet<unknown> = new Set(['Point', 'Polygon', 'MultiPolygon'])
const AGAIN = message('import.outline.again.remedy')
const DRAW = message('import.outline.draw.remedy')

/** Returns with how many decimals the degrees in a cell are written: those of a height or an accuracy do not count. */
export function decimalsOf(cell: string): number {
  const positions = cell.startsWith('{') ? cell.match(/\[[^[\]]*\]/g) : cell.split(/[(),;]/)
  const degrees = positions?.flatMap((position) => position.match(/\d[^\s,\]]*/g)?.slice(0, 2) ?? [])
  return decimalsIn(degrees?.join(' ') ?? '')
}

/** @param decimals with which its coordinates were written, if the cell was made of something else */
export function readOutline(cell: string, decimals = decimalsOf(cell)): ReadOutline {
  const place = placeIn(cell)
  if (place !== null) {
    const { longitude, latitude } = place
    return readPoint(longitude.value, latitude.value, `${longitude.written} ${latitude.written}`)
  }
  const geometry: unknown = cell.startsWith('{')
    ? orNull(() => JSON.parse(cell))
    : (parsedOdk(cell) ?? orNull(() => wktToGeoJSON(cell)))
  if (typeof geometry !== 'object' || geometry === null)
    return outlineFault(...withRemedy('import.outline.unknown'))
  // Many programs export a boundary that someone walked as a line.
  const walk = walkIn(geometry)
  if (walk !== null) {
    const ring = ringOf(walk)
    if ('fault' in ring) return ring.fault
    return faultOf(ring.polygon) ?? { geometry: ring.polygon, decimals: ofWalk(decimals) }
  }
  const { type, coordinates } = membersOf(geometry)
  // Other members, such as a box, state nothing about the plot.
  return faultOf({ type, coordinates }) ?? { geometry: { type, coordinates }, decimals }
}

/** Reads a point from two cells. @param written both, as they were written */
export function readPoint(longitude: number, latitude: number, written: string): ReadOutline {
  const geometry = { type: 'Point', coordinates: [longitude, latitude] }
  return faultOf(geometry) ?? { geometry, decimals: decimalsIn(written) }
}

/** ECMA-262: a number's own text in JSON. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => object }

/** Returns a geometry as text, its coordinates with these decimals, unless a number would be another one then. */
export const outlineText = (geometry: unknown, decimals = 0): string =>
  JSON.stringify(geometry, (_, value: unknown) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return value
    const text = value.toFixed(decimals)
    return Number(text) === value ? rawJSON(text) : value
  })

const PLACE = /^-?\d{1,3}(?:\.\d{1,20})?$/

/**
 * Reads `geopoint`, `geotrace` and `geoshape` of ODK and Kobo: latitude, longitude, height and accuracy of
 * each step, then a semicolon.
 */
function parsedOdk(text: string): unknown {
  const places = text
    .split(';', MOST_POSITIONS + 2)
    .map((place) => place.trim().split(/\s+/, 5))
    .filter(([first]) => first !== '')
  const isPlace = ([lat = '', lon = '', , , more]: readonly string[]) =>
    PLACE.test(lat) && PLACE.test(lon) && more === undefined
  if (places.length === 0 || !places.every(isPlace)) return null
  const steps = places.map(([lat, lon]): WalkedCorner => [Number(lon), Number(lat)])
  return steps.length === 1
    ? { type: 'Point', coordinates: steps[0] }
    : { type: 'LineString', coordinates: steps }
}

function faultOf(geometry: { readonly type: unknown; readonly coordinates: unknown }): OutlineFault | null {
  const { type, coordinates } = geometry
  if (!TYPES.has(type))
    return {
      message:
        typeof type === 'string'
          ? message('import.outline.shape', { shape: type.slice(0, 40) })
          : message('import.outline.noShape'),
      remedy: message('import.outline.shape.remedy'),
    }
  const corners = positionsIn(geometry)
  if (corners > MOST_POSITIONS || JSON.stringify(coordinates ?? null).length > MOST_TEXT)
    return tooManyCorners(corners)
  return (
    beyondFault(coordinates) ??
    (type === 'Point' ? null : ringsFault(type, coordinates)) ??
    // Polygons were checked above.
    ((type !== 'Point' || isValidGeometry(geometry)) && boxOf(geometry) !== null
      ? null
      : { message: message('import.outline.faulty'), remedy: AGAIN })
  )
}

/** Returns a fault for the first position that is not on Earth. */
function beyondFault(coordinates: unknown): OutlineFault | null {
  if (!Array.isArray(coordinates)) return { message: message('import.outline.noCoordinates'), remedy: AGAIN }
  const [lon, lat] = coordinates
  if (typeof lon !== 'number' || typeof lat !== 'number') {
    for (const part of coordinates) {
      const fault = Array.isArray(part) ? beyondFault(part) : null
      if (fault !== null) return fault
    }
    return null
  }
  if (Math.abs(lat) > 90)
    return {
      message: message('import.outline.latitude', { latitude: { typed: lat } }),
      remedy:
        Math.abs(lon) <= 90 && Math.abs(lat) <= 180
          ? message('import.outline.swapped.remedy')
          : message('import.outline.coordinates.remedy'),
    }
  return Math.abs(lon) > 180
    ? {
        message: message('import.outline.longitude', { longitude: { typed: lon } }),
        remedy: message('import.outline.coordinates.remedy'),
      }
    : null
}

type Ring = readonly (readonly number[])[]

function ringsFault(type: unknown, coordinates: unknown): OutlineFault | null {
  const surfaces: readonly unknown[] =
    type === 'Polygon' ? [coordinates] : Array.isArray(coordinates) ? coordinates : []
  if (surfaces.length === 0) return { message: message('import.outline.noCorners'), remedy: DRAW }
  for (const rings of surfaces) {
    if (!Array.isArray(rings) || rings.length === 0)
      return { message: message('import.outline.noCorners'), remedy: DRAW }
    for (const ring of rings) {
      const fault = ringFault(ring)
      if (fault !== null) return fault
    }
    if (isValidGeometry({ type: 'Polygon', coordinates: rings })) continue
    if (rings.every((ring) => isValidGeometry({ type: 'Polygon', coordinates: [ring] })))
      return outlineFault(...withRemedy('import.outline.hole'))
    return outlineFault(...withRemedy('import.outline.crosses'))
  }
  return null
}

function ringFault(ring: unknown): OutlineFault | null {
  const corners: Ring = Array.isArray(ring) ? ring : []
  const [first, last] = [corners[0], corners.at(-1)]
  if (!Array.isArray(first) || !Array.isArray(last))
    return { message: message('import.outline.noCorners'), remedy: DRAW }
  if (first.some((number, at) => number !== last[at]))
    return outlineFault(...withRemedy('import.outline.notClosed'))
  if (corners.length < 4) return { message: message('import.outline.fewCorners'), remedy: DRAW }
  const leaps = corners.some(
    (corner, at) => Math.abs((corner[0] ?? 0) - (corners.at(at - 1)?.[0] ?? 0)) > 180,
  )
  return leaps ? outlineFault(...withRemedy('import.outline.antimeridian')) : null
}
