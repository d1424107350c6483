import { setImmediate } from 'node:timers/promises'
import { membersOf, must } from '../../../base/typed.ts'
import { decodeCsv } from '../csv.ts'
import { ImportFault } from '../fault.ts'
import type { Feature } from './feature.ts'
import { geoJsonFeatures, isGpx, kindOf } from './features.ts'
import { gpxReader } from './gpx.ts'
import { kmlReader } from './kml.ts'
import { unpackedKml } from './kmz.ts'
import { labelled } from './labelled.ts'
import { type OutlineFault, readOutline } from './outline-cell.ts'
import { joined, ringOf, rounded, type Step, walkIn } from './walk.ts'

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

/** @throws {ImportFault} when the file is none of these, or holds several plots */
export async function readBoundary(packed: Uint8Array): Promise<Boundary> {
  if (packed.length > MOST_BOUNDARY_BYTES) throw tooLarge()
  const bytes = unpackedKml(packed)
  if (bytes.length > MOST_BOUNDARY_BYTES) throw tooLarge()
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

const tooLarge = () =>
  new ImportFault('The file is larger than 1 MB, which no walk around a plot needs.', ALONE)

const ALONE = 'Save that walk alone. Files of many plots are for "granary import".'

function hasTooMuch(bytes: Uint8Array, marks: Readonly<Record<string, number>>): boolean {
  return Object.entries(marks).some(([signs, most]) => {
    const isSign = new Uint8Array(256)
    for (const sign of Buffer.from(signs)) isSign[sign] = 1
    return bytes.reduce((count, byte) => count + must(isSign[byte]), 0) > most
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
  const [only, another] = labelled(features).filter(({ geometry }) => geometry !== null)
  if (only === undefined)
    throw new ImportFault('The file has no plot in it.', 'Export the walk again, and look into the file.')
  if (another !== undefined) throw several(features.length)
  const walk = walkIn(only.geometry)
  if (walk !== null) return around(walk)
  const { type, coordinates } = membersOf(only.geometry)
  return asDrawn({ type, coordinates })
}

const several = (count: number) =>
  new ImportFault(
    `The file has ${count} plots or walks in it, and one is written here at a time.`,
    'Save the walk around this plot alone. Many plots at once are for "granary import".',
  )

async function fromGpx(text: string): Promise<Boundary> {
  const { walks, points } = await inPieces(text, gpxReader())
  const [walk, ...more] = walks.map(({ steps }) => steps)
  if (more.length > 0) throw several(walks.length)
  if (walk !== undefined) return around(walk)
  const places = points.map(({ steps: [at] }) => must(at))
  const [point, ...others] = places
  if (point === undefined)
    throw new ImportFault('The file has no walk in it.', 'Record the walk as a track, and export it again.')
  // Some receivers mark corners instead of recording a walk: two are no plot, and not one of them alone is.
  if (others.length > 1) return cornersOf(places)
  if (others.length > 0) throw several(points.length)
  return asDrawn({ type: 'Point', coordinates: rounded(point) })
}

/** Corners in the order of the file, joined to the first one. */
function cornersOf(corners: readonly Step[]): Boundary {
  const { polygon, closedOverM } = joined(corners)
  return { ...asDrawn(polygon), closedOverM }
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
  const ring = ringOf(walk)
  if ('fault' in ring) return { outline: ring.fault, drawn: ring.drawn, closedOverM: null }
  return { ...asDrawn(ring.polygon), closedOverM: ring.closedOverM }
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
