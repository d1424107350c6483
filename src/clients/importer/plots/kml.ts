import { SaxesParser } from 'saxes'
import { ImportFault } from '../fault.ts'
import type { Feature } from './feature.ts'
import { MOST_POSITIONS } from './walk.ts'

/** Reads the placemarks of a KML file (OGC 12-007r2): their names, their extended data, and their points, polygons and walks. */

type Position = number[]
type Part =
  | { readonly type: 'Point'; readonly at: Position[] }
  | { readonly type: 'Polygon'; readonly rings: Position[][] }
  | { readonly type: 'LineString'; readonly steps: Position[] }

interface Placemark {
  readonly properties: Record<string, string>
  readonly parts: Part[]
  readonly others: string[]
  positions: number
}

/** @throws {ImportFault} where the file is not well-formed: nothing is guessed from a half of one */
export function kmlFeatures(text: string): Feature[] {
  const reader = kmlReader()
  reader.write(text)
  return reader.end()
}

/** Reads the file piece by piece. What it throws is as above. */
export function kmlReader(): { write(piece: string): void; end(): Feature[] } {
  const features: Feature[] = []
  const path: string[] = []
  let current: Placemark | null = null
  let field = ''
  let words = ''
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new ImportFault(
      `The KML file cannot be read: ${error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')} (line ${parser.line}).`,
      'It is damaged or was cut off. Export it again, and import that.',
    )
  })
  parser.on('opentag', ({ name, attributes }) => {
    const tag = localName(name)
    path.push(tag)
    words = ''
    if (tag === 'Placemark') current = { properties: {}, parts: [], others: [], positions: 0 }
    else if (current === null) return
    else if (tag === 'Polygon') current.parts.push({ type: 'Polygon', rings: [] })
    // A track whose phone paused is one walk.
    else if (tag === 'MultiTrack' || (tag === 'Track' && path.at(-2) !== 'MultiTrack'))
      current.parts.push({ type: 'LineString', steps: [] })
    else if (OTHERS.has(tag)) current.others.push(tag)
    else if (tag === 'Data' || tag === 'SimpleData') field = String(attributes.name ?? '')
  })
  const takeText = (text: string) => {
    words += text
  }
  parser.on('text', takeText)
  parser.on('cdata', takeText)
  parser.on('closetag', ({ name }) => {
    const tag = localName(name)
    path.pop()
    const within = path.at(-1)
    if (current === null) return
    if (tag === 'Placemark') {
      features.push({ properties: current.properties, geometry: geometryOf(current.parts, current.others) })
      current = null
    } else if (within === 'Placemark' && (tag === 'name' || tag === 'description'))
      current.properties[tag] = words.trim()
    else if ((tag === 'value' && within === 'Data') || tag === 'SimpleData') {
      if (field !== '') current.properties[field] = words.trim()
    } else if (tag === 'coordinates') {
      const last = current.parts.at(-1)
      const read = positions(words, MOST_POSITIONS + 1 - current.positions)
      current.positions += read.length
      if (within === 'Point') current.parts.push({ type: 'Point', at: read })
      else if (within === 'LinearRing' && IN_POLYGON.has(path.at(-2) ?? '')) {
        if (last?.type === 'Polygon') last.rings.push(read)
      } else if (within === 'LineString' || within === 'LinearRing')
        current.parts.push({ type: 'LineString', steps: read })
    } else if (tag === 'coord' && within === 'Track') {
      const last = current.parts.at(-1)
      // Of a track, numbers are apart by spaces (gx:coord).
      const [step] = positions(words.trim().replace(/\s+/g, ','), 1)
      if (last?.type === 'LineString' && step !== undefined && ++current.positions <= MOST_POSITIONS + 1)
        last.steps.push(step)
    }
  })
  return {
    write: (piece) => void parser.write(piece),
    end: () => {
      parser.close()
      return features
    },
  }
}

const OTHERS = new Set(['Model'])
const IN_POLYGON = new Set(['outerBoundaryIs', 'innerBoundaryIs'])
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Longitude, latitude and perhaps height, joined by commas; one position from the next by white space. */
const positions = (text: string, most: number): Position[] =>
  text
    .trim()
    .split(/\s+/, most)
    .filter(Boolean)
    .map((position) => position.split(',', 4).map((number) => (number === '' ? Number.NaN : Number(number))))

function geometryOf(all: readonly Part[], others: readonly string[]): unknown {
  if (others.length > 0) return { type: others[0] }
  // A point beside an area or a walk is its label.
  const areas = all.filter(({ type }) => type !== 'Point')
  const parts = areas.length === 0 ? all : areas
  const [only, another] = parts
  if (only === undefined) return null
  if (another === undefined) return alone(only)
  if (parts.every((part) => part.type === 'Polygon'))
    return { type: 'MultiPolygon', coordinates: parts.map((part) => part.type === 'Polygon' && part.rings) }
  return { type: 'GeometryCollection' }
}

function alone(part: Part): object {
  if (part.type === 'Point') return { type: 'Point', coordinates: part.at[0] ?? [] }
  return part.type === 'Polygon'
    ? { type: 'Polygon', coordinates: part.rings }
    : { type: 'LineString', coordinates: part.steps }
}
