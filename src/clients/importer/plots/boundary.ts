import { setImmediate } from 'node:timers/promises'
import { decodeCsv } from '../csv.ts'
import { ImportFault } from '../fault.ts'
import type { Feature } from './feature.ts'
import { geoJsonFeatures, kindOf } from './features.ts'
import { gpxReader, type Step } from './gpx.ts'
import { kmlReader } from './kml.ts'
import { MOST_POSITIONS, type OutlineFault, readOutline, tooManyCorners } from './outline-cell.ts'

/** One plot's boundary in a file from a phone: GPX, GeoJSON or KML. */

export const MOST_BOUNDARY_BYTES = 1024 * 1024
/** Signs that each begin something in a file. A walk of 10,000 steps has fewer, with the times and heights of its steps. */
const MARKS = { xml: { '<': 100_000, '=': 40_000 }, json: { '[{,:': 80_000 } } as const
/** Read between two turns of everybody else: the page reads these files in the service's own process. */
const PIECE = 64 * 1024

export interface Boundary {
  readonly outline: ReadBoundary
  /** What the file says, faulty or not, to be looked at. */
  readonly drawn: object | null
  /** Metres between the two ends of a walk that were joined; null where nothing was. */
  readonly closedOverM: number | null
}
type ReadBoundary = { readonly geometry: object } | OutlineFault

/** A walk is around a plot if its ends are at most this far apart, and at most this share of its length. */
const CLOSE_M = 25
const CLOSE_SHARE = 0.2
const METRES_PER_DEGREE = 111_320
/** A decimetre: no phone knows better where it is. */
const DECIMALS = 1e6

/** @throws {ImportFault} when the file is none of these, or holds several plots */
export async function readBoundary(bytes: Uint8Array): Promise<Boundary> {
  if (bytes.length > MOST_BOUNDARY_BYTES)
    throw new ImportFault('The file is larger than 1 MB, which no walk around a plot needs.', ALONE)
  const kind = kindOf(bytes)
  if (kind === null)
    throw new ImportFault(
      'The file is no boundary: it is neither GPX nor GeoJSON nor KML.',
      'Export the walk from the phone as GPX, GeoJSON or KML.',
    )
  if (hasTooMuch(bytes, kind === 'geojson' ? MARKS.json : MARKS.xml))
    throw new ImportFault(
      'The file has more in it than any walk around a plot.',
      `${ALONE} A boundary needs a corner every few metres.`,
    )
  const text = decodeCsv(bytes).replace(/^\uFEFF/, '')
  if (kind === 'kml' && isGpx(bytes)) return fromGpx(text)
  const features = kind === 'kml' ? await inPieces(text, kmlReader()) : geoJsonFeatures(text)
  return fromFeatures(features)
}

const ALONE = 'Save that walk alone. Files of many plots are for "granary import".'

function hasTooMuch(bytes: Uint8Array, marks: Readonly<Record<string, number>>): boolean {
  return Object.entries(marks).some(([signs, most]) => {
    const isSign = new Uint8Array(256)
    for (const sign of Buffer.from(signs)) isSign[sign] = 1
    return bytes.reduce((count, byte) => count + (isSign[byte] as number), 0) > most
  })
}

async function inPieces<T>(text: string, reader: { write(piece: string): void; end(): T }): Promise<T> {
  for (let at = 0; at < text.length; at += PIECE) {
    reader.write(text.slice(at, at + PIECE))
    await setImmediate()
  }
  return reader.end()
}

function fromFeatures(features: readonly Feature[]): Boundary {
  const [only, another] = features.filter(({ geometry }) => geometry !== null)
  if (only === undefined)
    throw new ImportFault('The file has no plot in it.', 'Export the walk again, and look into the file.')
  if (another !== undefined) throw several(features.length)
  const { type, coordinates } = only.geometry as { readonly type?: unknown; readonly coordinates?: unknown }
  return type === 'LineString' && Array.isArray(coordinates) && coordinates.every(isStep)
    ? around(coordinates.map(([lon, lat]): Step => [lon, lat]))
    : asDrawn({ type, coordinates })
}

const several = (count: number) =>
  new ImportFault(
    `The file has ${count} plots or walks in it, and one is written here at a time.`,
    'Save the walk around this plot alone. Many plots at once are for "granary import".',
  )

const isStep = (position: unknown): position is [number, number] =>
  Array.isArray(position) && typeof position[0] === 'number' && typeof position[1] === 'number'

const isGpx = (bytes: Uint8Array): boolean =>
  /<(?:[\w.-]+:)?gpx[\s>]/.test(new TextDecoder().decode(bytes.subarray(0, 4_096)))

async function fromGpx(text: string): Promise<Boundary> {
  const { walks, points } = await inPieces(text, gpxReader())
  const [walk, ...more] = walks
  if (more.length > 0) throw several(walks.length)
  if (walk !== undefined) return around(walk)
  const [point, ...others] = points
  if (point === undefined)
    throw new ImportFault('The file has no walk in it.', 'Record the walk as a track, and export it again.')
  if (others.length > 0) throw several(points.length)
  return asDrawn({ type: 'Point', coordinates: rounded(point) })
}

const asDrawn = (geometry: object): Boundary =>
  isDeep(geometry)
    ? {
        outline: { message: 'has coordinates that are no list of places', remedy: 'Export it again.' },
        drawn: null,
        closedOverM: null,
      }
    : { outline: readOutline(JSON.stringify(geometry)), drawn: geometry, closedOverM: null }

/** An outline that a page sends back. */
export function sentOutline(text: string): Boundary {
  const sent = parsed(text)
  return asDrawn(typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? sent : {})
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A geometry, its polygons, rings, positions and numbers. */
const DEEPEST = 6

/** Lists in lists in lists would exhaust whoever walks through them. */
function isDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth < DEEPEST; depth++)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  return level.length > 0
}

/** A walk becomes a ring where it ends near its beginning. Nothing else of it is changed. */
export function around(walk: readonly Step[]): Boundary {
  const steps = walk
    .map(rounded)
    .filter(([lon, lat], at, all) => at === 0 || lon !== all[at - 1]?.[0] || lat !== all[at - 1]?.[1])
  if (steps.length > MOST_POSITIONS)
    return { outline: tooManyCorners(steps.length), drawn: null, closedOverM: null }
  const [first, last] = [steps[0], steps.at(-1)]
  const drawn = { type: 'Polygon', coordinates: [steps] }
  if (first === undefined || last === undefined || steps.length < 3)
    return {
      outline: {
        message: 'is a walk with fewer than three corners',
        remedy: 'Walk around the plot once more.',
      },
      drawn: steps.length === 0 ? null : drawn,
      closedOverM: null,
    }
  const apartM = metres(first, last)
  if (apartM === 0) return { ...asDrawn(drawn), closedOverM: null }
  const lengthM = steps.reduce(
    (sum, step, at) => (at === 0 ? 0 : sum + metres(steps[at - 1] as Step, step)),
    0,
  )
  if (apartM > Math.min(CLOSE_M, CLOSE_SHARE * lengthM))
    return {
      outline: {
        message: `is a walk whose ends are ${Math.round(apartM)} metres apart, so it is not around the plot`,
        remedy: 'Walk the whole boundary, back to where you began.',
      },
      drawn,
      closedOverM: null,
    }
  return { ...asDrawn({ type: 'Polygon', coordinates: [[...steps, first]] }), closedOverM: apartM }
}

const rounded = ([lon, lat]: Step): Step => [
  Math.round(lon * DECIMALS) / DECIMALS,
  Math.round(lat * DECIMALS) / DECIMALS,
]

/** Good enough between neighbours. NaN where a step is nowhere: `readOutline` then says what is wrong. */
function metres([lonA, latA]: Step, [lonB, latB]: Step): number {
  const east = (lonB - lonA) * Math.cos((((latA + latB) / 2) * Math.PI) / 180)
  return Math.hypot(east, latB - latA) * METRES_PER_DEGREE
}

const DEGREES = /^([NSEW])?\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*°?\s*([NSEW])?$/i

/** `0.347596, 32.58252`, as phones and maps show a place: the latitude first. @throws {ImportFault} */
export function typedPoint(text: string): Step {
  const parts = text.trim().split(/[,;]/.test(text) ? /[,;]/ : /\s+(?=[NSEW]?[+-]?\d)/i)
  const found = parts.map((part) => DEGREES.exec(part.trim()))
  const [north, east] = found
  if (parts.length !== 2 || !north || !east)
    throw new ImportFault(
      'This is no place: two numbers are needed.',
      'Write the latitude, a comma and the longitude, such as 0.347596, 32.582520.',
    )
  const [latitude, longitude] = [signed(north, 'NS'), signed(east, 'EW')]
  if (latitude === null || longitude === null)
    throw new ImportFault(
      'The letters do not fit.',
      'Write the latitude (N or S) first, then the longitude (E or W).',
    )
  return [longitude, latitude]
}

function signed([, before, number, behind]: RegExpExecArray, letters: string): number | null {
  const letter = (before ?? behind ?? letters[0] ?? '').toUpperCase()
  if (!letters.includes(letter) || (before !== undefined && behind !== undefined)) return null
  return (letter === letters[1] ? -1 : 1) * Number(number)
}
