import { setImmediate } from 'node:timers/promises'
import { orNull } from '../../base/or-null.ts'
import { isObject, membersOf, must } from '../../base/typed.ts'
import type { Placed } from '../../domain/outline.ts'
import { withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { ImportFault } from '../sheets/fault.ts'
import { kindOf, unpackedKml } from '../sheets/map-file.ts'
import { refuseOther } from '../sheets/other-files.ts'
import type { XmlReader } from '../sheets/xml.ts'
import type { Feature } from './feature.ts'
import { geoJsonFeatures, isGpx } from './features.ts'
import { gpxReader } from './gpx.ts'
import { kmlReader } from './kml.ts'
import { labelled } from './labelled.ts'
import { mapText } from './map-text.ts'
import { decimalsOf, type OutlineFault, readOutline } from './outline-cell.ts'
import { joined, ofWalk, outlineFault, ringOf, rounded, type WalkedCorner, walkIn } from './walk.ts'

/** Reads the boundary of one plot from a phone's file: GPX, GeoJSON or KML. */

export const MOST_BOUNDARY_BYTES = 1024 * 1024
/**
 * Most characters that each start an element, an attribute, a list or a member. A walk of 10,000 steps has
 * fewer, even with the times and heights of its steps.
 */
const MOST_SIGNS = { xml: { '<': 100_000, '=': 40_000 }, json: { '[{,:': 80_000 } } as const
/** Characters read before other work runs: the office page reads these files in the service's own process. */
const CHUNK = 64 * 1024

export interface Boundary {
  readonly outline: ReadBoundary
  /** The geometry to show to the person, even if it is faulty. */
  readonly drawn: object | null
  /** The distance in metres between the two ends of a walk that were joined; null if nothing was joined. */
  readonly closedOverM: number | null
}
type ReadBoundary = Placed | OutlineFault

/** @throws {ImportFault} if the file is not of one of these kinds, or has several plots */
export async function readBoundary(packed: Uint8Array): Promise<Boundary> {
  if (packed.length > MOST_BOUNDARY_BYTES) throw tooLarge()
  refuseOther(packed)
  const bytes = unpackedKml(packed)
  if (bytes.length > MOST_BOUNDARY_BYTES) throw tooLarge()
  const kind = kindOf(bytes)
  if (kind === null) throw new ImportFault(...withRemedy('import.boundary.unknown'))
  if (hasTooMuch(bytes, kind === 'geojson' ? MOST_SIGNS.json : MOST_SIGNS.xml))
    throw new ImportFault(...withRemedy('import.boundary.tooMuch'))
  const text = mapText(bytes, kind)
  if (kind === 'kml' && isGpx(bytes)) return fromGpx(text)
  const features = kind === 'kml' ? await inChunks(text, kmlReader()) : geoJsonFeatures(text)
  return fromFeatures(features)
}

const tooLarge = () => new ImportFault(...withRemedy('import.boundary.tooLarge'))

function hasTooMuch(bytes: Uint8Array, mostSigns: Readonly<Record<string, number>>): boolean {
  return Object.entries(mostSigns).some(([signs, most]) => {
    const isSign = new Uint8Array(256)
    for (const sign of Buffer.from(signs)) isSign[sign] = 1
    return bytes.reduce((count, byte) => count + must(isSign[byte]), 0) > most
  })
}

async function inChunks<T>(text: string, reader: XmlReader<T>): Promise<T> {
  for (let at = 0; at < text.length; at += CHUNK) {
    reader.write(text.slice(at, at + CHUNK))
    await setImmediate()
  }
  return reader.end()
}

function fromFeatures(features: readonly Feature[]): Boundary {
  const [only, another] = labelled(features).filter(({ geometry }) => geometry !== null)
  if (only === undefined) throw new ImportFault(...withRemedy('import.boundary.noPlot'))
  if (another !== undefined) throw several(features.length)
  const walk = walkIn(only.geometry)
  if (walk !== null) return around(walk, only.decimals)
  const { type, coordinates } = membersOf(only.geometry)
  return asDrawn({ type, coordinates }, only.decimals)
}

const several = (count: number) => new ImportFault(...withRemedy('import.boundary.several', { count }))

async function fromGpx(text: string): Promise<Boundary> {
  const { walks, points, decimals } = await inChunks(text, gpxReader())
  const [walk, ...more] = walks.map(({ steps }) => steps)
  if (more.length > 0) throw several(walks.length)
  if (walk !== undefined) return around(walk, decimals)
  const places = points.map(({ steps: [at] }) => must(at))
  const [point, ...others] = places
  if (point === undefined) throw new ImportFault(...withRemedy('import.boundary.noWalk'))
  // Some receivers mark the corners instead of recording a walk. Two points are not corners of a plot, and
  // which of them is the plot is unknown.
  if (others.length > 1) return cornersOf(places, decimals)
  if (others.length > 0) throw several(points.length)
  return asDrawn({ type: 'Point', coordinates: rounded(point) }, ofWalk(decimals))
}

/** Makes a ring of the corners, in the order of the file. */
function cornersOf(corners: readonly WalkedCorner[], decimals: number): Boundary {
  const { polygon, closedOverM } = joined(corners)
  return { ...asDrawn(polygon, ofWalk(decimals)), closedOverM }
}

const asDrawn = (geometry: object, decimals?: number): Boundary =>
  isDeep(geometry)
    ? {
        outline: outlineFault(...withRemedy('import.outline.notPositions')),
        drawn: null,
        closedOverM: null,
      }
    : { outline: readOutline(JSON.stringify(geometry), decimals), drawn: geometry, closedOverM: null }

/** Reads an outline that the page sends back. */
export function sentOutline(text: string): Boundary {
  const sent: unknown = orNull(() => JSON.parse(text))
  return asDrawn(isObject(sent) ? sent : {}, decimalsOf(text))
}

/** The levels of a geometry: its members, polygons, rings, positions and numbers. */
const MOST_LEVELS = 6

/** Returns whether lists are nested deeper than in any geometry: they would exhaust a recursive function. */
function isDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth < MOST_LEVELS; depth++)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  return level.length > 0
}

/** Makes a ring of a walk that ends near its start. Changes nothing else. */
export function around(walk: readonly WalkedCorner[], decimals?: number): Boundary {
  const ring = ringOf(walk)
  if ('fault' in ring) return { outline: ring.fault, drawn: ring.drawn, closedOverM: null }
  return {
    ...asDrawn(ring.polygon, decimals === undefined ? undefined : ofWalk(decimals)),
    closedOverM: ring.closedOverM,
  }
}

const DEGREES = /^([NSEW])?\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*°?\s*([NSEW])?$/i

/**
 * Reads a place such as `0.347596, 32.58252`, as phones and maps show it: latitude first.
 * @throws {ImportFault}
 */
export function typedPoint(text: string): WalkedCorner {
  const parts = text.trim().split(/[,;]/.test(text) ? /[,;]/ : /\s+(?=[NSEW]?[+-]?\d)/i)
  const found = parts.map((part) => DEGREES.exec(part.trim()))
  const [north, east] = found
  if (parts.length !== 2 || !north || !east)
    throw new ImportFault(message('import.place.notTwoNumbers'), message('import.place.latitudeFirst.remedy'))
  const [latitude, longitude] = [signed(north, 'NS'), signed(east, 'EW')]
  if (latitude === null || longitude === null) throw new ImportFault(...withRemedy('import.place.letters'))
  return [longitude, latitude]
}

function signed([, before, number, after]: RegExpExecArray, letters: string): number | null {
  const letter = (before ?? after ?? letters[0] ?? '').toUpperCase()
  if (!letters.includes(letter) || (before !== undefined && after !== undefined)) return null
  return (letter === letters[1] ? -1 : 1) * Number(number)
}
