import { SaxesParser } from 'saxes'
import { ImportFault } from '../fault.ts'
import type { Feature } from './feature.ts'
import { MOST_POSITIONS } from './outline-cell.ts'

/** Reads the placemarks of a KML file (OGC 12-007r2): their names, their extended data, and their points and polygons. */

type Position = number[]
type Part =
  | { readonly type: 'Point'; readonly at: Position[] }
  | { readonly type: 'Polygon'; readonly rings: Position[][] }

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
    else if (OTHERS.has(tag) && path.at(-2) !== 'outerBoundaryIs' && path.at(-2) !== 'innerBoundaryIs')
      current.others.push(tag)
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
      else if (within === 'LinearRing' && last?.type === 'Polygon') last.rings.push(read)
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

const OTHERS = new Set(['LineString', 'LinearRing', 'Model', 'Track', 'MultiTrack'])
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Longitude, latitude and perhaps height, joined by commas; one position from the next by white space. */
const positions = (text: string, most: number): Position[] =>
  text
    .trim()
    .split(/\s+/, most)
    .filter(Boolean)
    .map((position) => position.split(',', 4).map((number) => (number === '' ? Number.NaN : Number(number))))

function geometryOf(parts: readonly Part[], others: readonly string[]): unknown {
  const [only, another] = parts
  if (others.length > 0) return { type: others[0] }
  if (only === undefined) return null
  if (another === undefined)
    return only.type === 'Point'
      ? { type: 'Point', coordinates: only.at[0] ?? [] }
      : { type: 'Polygon', coordinates: only.rings }
  if (parts.every((part) => part.type === 'Polygon'))
    return { type: 'MultiPolygon', coordinates: parts.map((part) => part.type === 'Polygon' && part.rings) }
  return { type: 'GeometryCollection' }
}
