import { decimalsIn } from '../../domain/outline.ts'
import { message } from '../../words/message.ts'
import { ImportFault } from '../sheets/fault.ts'
import { type XmlHandlers, type XmlReader, xmlReader } from '../sheets/xml.ts'
import type { Feature } from './feature.ts'
import { MOST_POSITIONS } from './walk.ts'

/**
 * Reads the placemarks of a KML file (OGC 12-007r2): their names, extended data, points, polygons and walks.
 */

type Position = number[]
type KmlPart =
  | { readonly type: 'Point'; readonly at: Position[] }
  | { readonly type: 'Polygon'; readonly rings: Position[][] }
  | { readonly type: 'LineString'; readonly steps: Position[] }

interface Placemark {
  readonly properties: Record<string, string>
  readonly parts: KmlPart[]
  readonly others: string[]
  positions: number
  decimals: number
}

/** @throws {ImportFault} if the file is not well-formed: an incomplete file is not read in part */
export function kmlFeatures(text: string): Feature[] {
  const reader = kmlReader()
  reader.write(text)
  return reader.end()
}

/** Throws the same fault as `kmlFeatures`. */
export function kmlReader(): XmlReader<Feature[]> {
  const features: Feature[] = []
  let current: Placemark | null = null
  let field = ''
  const handlers: XmlHandlers = {
    open({ tag, attributes }, within) {
      if (tag === 'Placemark') current = { properties: {}, parts: [], others: [], positions: 0, decimals: 0 }
      else if (current === null) return
      else if (tag === 'Polygon') current.parts.push({ type: 'Polygon', rings: [] })
      // A track is one walk, even if the phone paused.
      else if (tag === 'MultiTrack' || (tag === 'Track' && within.at(-1) !== 'MultiTrack'))
        current.parts.push({ type: 'LineString', steps: [] })
      else if (OTHERS.has(tag)) current.others.push(tag)
      else if (tag === 'Data' || tag === 'SimpleData') field = attributes.name ?? ''
    },
    close(tag, text, within) {
      const parent = within.at(-1)
      if (current === null) return
      if (tag === 'Placemark') {
        const { properties, parts, others, decimals } = current
        features.push({ properties, geometry: geometryOf(parts, others), decimals })
        current = null
      } else if (parent === 'Placemark' && (tag === 'name' || tag === 'description'))
        current.properties[tag] = text.trim()
      else if ((tag === 'value' && parent === 'Data') || tag === 'SimpleData') {
        if (field !== '') current.properties[field] = text.trim()
      } else if (tag === 'coordinates') {
        const last = current.parts.at(-1)
        const read = positions(text, MOST_POSITIONS + 1 - current.positions)
        current.positions += read.length
        current.decimals = Math.max(current.decimals, decimalsOf(text))
        if (parent === 'Point') current.parts.push({ type: 'Point', at: read })
        else if (parent === 'LinearRing' && IN_POLYGON.has(within.at(-2) ?? '')) {
          if (last?.type === 'Polygon') last.rings.push(read)
        } else if (parent === 'LineString' || parent === 'LinearRing')
          current.parts.push({ type: 'LineString', steps: read })
      } else if (tag === 'coord' && parent === 'Track') {
        const last = current.parts.at(-1)
        // In a track, spaces separate the numbers (gx:coord).
        const [step] = positions(text.trim().replace(/\s+/g, ','), 1)
        current.decimals = Math.max(current.decimals, decimalsIn(text.trim().split(/\s+/, 2).join(' ')))
        if (last?.type === 'LineString' && step !== undefined && ++current.positions <= MOST_POSITIONS + 1)
          last.steps.push(step)
      }
    },
    malformed(reason, line) {
      throw new ImportFault(
        message('import.file.badXml', { kind: 'KML', reason, line }),
        message('import.file.damaged.remedy'),
      )
    },
  }
  return xmlReader(handlers, () => features)
}

const OTHERS = new Set(['Model'])
const IN_POLYGON = new Set(['outerBoundaryIs', 'innerBoundaryIs'])

/**
 * Reads positions that are separated by white space. Each is longitude, latitude and perhaps height,
 * separated by commas.
 */
const positions = (text: string, most: number): Position[] =>
  inTuples(text)
    .split(/\s+/, most)
    .filter(Boolean)
    .map((position) => position.split(',', 4).map((number) => (number === '' ? Number.NaN : Number(number))))

/** Some people and programs write spaces behind the commas too. */
function inTuples(text: string): string {
  const trimmed = text.trim()
  if (!/,\s/.test(trimmed)) return trimmed
  const joined = trimmed.replace(/\s*,\s*/g, ',')
  // If commas also separate the places, nobody can tell where one ends.
  return joined.split(/\s+/).every((place) => /^[^,]+,[^,]+(,[^,]*)?$/.test(place)) ? joined : trimmed
}

/** Of longitudes and latitudes, without heights. */
const decimalsOf = (coordinates: string): number =>
  decimalsIn(inTuples(coordinates).replace(/(,[^,\s]*),\S*/g, '$1'))

function geometryOf(all: readonly KmlPart[], others: readonly string[]): unknown {
  if (others.length > 0) return { type: others[0] }
  // A point next to an area or a walk is its label.
  const areas = all.filter(({ type }) => type !== 'Point')
  const parts = areas.length === 0 ? all : areas
  const [only, another] = parts
  if (only === undefined) return null
  if (another === undefined) return alone(only)
  if (parts.every((part) => part.type === 'Polygon'))
    return { type: 'MultiPolygon', coordinates: parts.map((part) => part.type === 'Polygon' && part.rings) }
  return { type: 'GeometryCollection' }
}

function alone(part: KmlPart): object {
  if (part.type === 'Point') return { type: 'Point', coordinates: part.at[0] ?? [] }
  return part.type === 'Polygon'
    ? { type: 'Polygon', coordinates: part.rings }
    : { type: 'LineString', coordinates: part.steps }
}
