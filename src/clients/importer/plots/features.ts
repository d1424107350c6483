import { errorMessage } from '../../../base/error-kinds.ts'
import { membersOf } from '../../../base/typed.ts'
import { decodeCsv, MAX_FILE_BYTES, tooLarge, writeTable } from '../csv.ts'
import { ImportFault } from '../fault.ts'
import type { Feature } from './feature.ts'
import { gpxReader } from './gpx.ts'
import { kmlFeatures } from './kml.ts'
import { unpackedKml } from './kmz.ts'
import { labelled } from './labelled.ts'

/**
 * Files of plots on the map: GeoJSON (RFC 7946), KML, KMZ and GPX. Each feature becomes a row, with its properties as columns and its
 * outline as GeoJSON in the column `geometry`, so that the same maps and rules serve them as serve sheets.
 */

/** Rows of features. The first has the number 1: there is no header above it. */
export interface FeatureTable {
  readonly header: readonly string[]
  readonly text: string
}

export const GEOMETRY_COLUMN = 'geometry'
const ID_COLUMN = 'id'
/** As many as a map can name. */
const MOST_COLUMNS = 500

/** @returns null when the file is no file of plots @throws {ImportFault} */
export function featureTable(bytes: Uint8Array): FeatureTable | null {
  const features = featuresIn(bytes)
  if (features === null) return null
  if (features.length === 0)
    throw new ImportFault('The file has no plots in it.', 'Export the plots again, and look into the file.')
  const header = headerOf(features)
  const rows = features.map((feature) => header.map((column) => cellOf(feature, column)))
  return { header, text: writeTable({ delimiter: ',', hasMark: false }, rows) }
}

/** @returns null when the file is no file of plots @throws {ImportFault} */
export function featuresIn(packed: Uint8Array): Feature[] | null {
  const bytes = unpackedKml(packed)
  const kind = kindOf(bytes)
  if (kind === null) return null
  if (bytes.length > MAX_FILE_BYTES) throw tooLarge()
  const text = decodeCsv(bytes).replace(/^\uFEFF/, '')
  const features =
    kind === 'geojson' ? geoJsonFeatures(text) : isGpx(bytes) ? gpxFeatures(text) : kmlFeatures(text)
  return labelled(features)
}

/** GPX is XML too. */
export const isGpx = (bytes: Uint8Array): boolean =>
  /<(?:[\w.-]+:)?gpx[\s>]/.test(new TextDecoder().decode(bytes.subarray(0, 4_096)))

function gpxFeatures(text: string): Feature[] {
  const reader = gpxReader()
  reader.write(text)
  const { walks, points } = reader.end()
  if (walks.length === 0 && points.length > 2 && points.every(({ name }) => /^\d*$/.test(name)))
    throw new ImportFault(
      `The file has ${points.length} waypoints with numbers for names, which may be the corners of one plot.`,
      "Draw that plot on its member's page, which joins them. For points of several plots, name each by its plot.",
    )
  return walks.length > 0
    ? walks.map(({ name, steps }) => ({
        properties: { name },
        geometry: { type: 'LineString', coordinates: steps },
      }))
    : points.map(({ name, steps }) => ({
        properties: { name },
        geometry: { type: 'Point', coordinates: steps[0] },
      }))
}

/** Is it a file of plots? */
export const isOfFeatures = (bytes: Uint8Array): boolean => kindOf(unpackedKml(bytes)) !== null

/** By its first sign: a sheet of cells begins with neither. */
export function kindOf(bytes: Uint8Array): 'geojson' | 'kml' | null {
  const beginning = new TextDecoder()
    .decode(bytes.subarray(0, 4_096))
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (beginning.startsWith('{') || beginning.startsWith('[')) return 'geojson'
  return beginning.startsWith('<') ? 'kml' : null
}

/** Coordinate systems that are WGS 84 with the longitude first, as old programs name them. */
const WGS_84 = /CRS:?:?84|EPSG:?:?4326/i

/** A file may be a shape alone (RFC 7946 §3). */
const SHAPES: ReadonlySet<unknown> = new Set(['Point', 'LineString', 'Polygon', 'MultiPolygon'])

export function geoJsonFeatures(text: string): Feature[] {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (error) {
    throw new ImportFault(
      `The file is no well-formed GeoJSON: ${errorMessage(error).replace(/\.$/, '')}.`,
      'It is damaged or was cut off. Export it again, and import that.',
    )
  }
  const { type, features, crs } = membersOf(read)
  const system = membersOf(membersOf(crs).properties).name
  if (typeof system === 'string' && !WGS_84.test(system))
    throw new ImportFault(
      `The coordinates are in the system ${system.slice(0, 60)}.`,
      'Export the plots in WGS 84 (EPSG:4326), longitude before latitude.',
    )
  const list =
    type === 'Feature'
      ? [read]
      : type === 'FeatureCollection'
        ? features
        : SHAPES.has(type)
          ? [{ type: 'Feature', properties: null, geometry: read }]
          : undefined
  if (!Array.isArray(list))
    throw new ImportFault('The file is no GeoJSON feature collection.', 'Export the plots as GeoJSON again.')
  return list.map((one, at): Feature => {
    const { type, properties, geometry, id } = membersOf(one)
    if (type !== 'Feature')
      throw new ImportFault(`Number ${at + 1} in the file is no GeoJSON feature.`, 'Export the plots again.')
    return { properties: membersOf(properties), geometry: geometry ?? null, id }
  })
}

function headerOf(features: readonly Feature[]): string[] {
  const columns = new Set<string>()
  for (const { properties, id } of features) {
    if (id !== undefined) columns.add(ID_COLUMN)
    for (const name of Object.keys(properties)) columns.add(name)
    if (columns.size > MOST_COLUMNS)
      throw new ImportFault(
        `The plots have more than ${MOST_COLUMNS} different properties.`,
        'Export them without those that nobody needs.',
      )
  }
  columns.delete(GEOMETRY_COLUMN)
  return [...columns, GEOMETRY_COLUMN]
}

function cellOf({ properties, geometry, id }: Feature, column: string): string {
  if (column === GEOMETRY_COLUMN) return geometry === null ? '' : JSON.stringify(geometry)
  const value = Object.hasOwn(properties, column) ? properties[column] : column === ID_COLUMN ? id : undefined
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
