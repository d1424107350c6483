import { errorMessage } from '../../base/error-kinds.ts'
import { given, membersOf } from '../../base/typed.ts'
import { decimalsIn } from '../../domain/outline.ts'
import { withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { MAX_FILE_BYTES, tooLarge, writeTable } from '../sheets/csv.ts'
import { ImportFault } from '../sheets/fault.ts'
import { beginningOf, kindOf, unpackedKml } from '../sheets/map-file.ts'
import { refuseOther } from '../sheets/other-files.ts'
import type { Feature } from './feature.ts'
import { gpxReader } from './gpx.ts'
import { kmlFeatures } from './kml.ts'
import { labelled } from './labelled.ts'
import { mapText } from './map-text.ts'
import { outlineText } from './outline-cell.ts'

/**
 * Reads map files of plots: GeoJSON (RFC 7946), KML, KMZ and GPX. Each feature becomes a row, with its
 * properties as columns and its outline as GeoJSON in the column `geometry`, so that the maps and rules for
 * sheets also apply to them.
 */

/** Features as rows. The first row has the number 1, since there is no header above it. */
export interface FeatureTable {
  readonly header: readonly string[]
  readonly text: string
}

export const GEOMETRY_COLUMN = 'geometry'
const ID_COLUMN = 'id'
/** The most that a map can name. */
const MOST_COLUMNS = 500

/** @returns null if it is not a map file @throws {ImportFault} */
export function featureTable(bytes: Uint8Array): FeatureTable | null {
  const features = featuresIn(bytes)
  if (features === null) return null
  if (features.length === 0) throw new ImportFault(...withRemedy('import.file.noPlots'))
  const header = headerOf(features)
  const rows = features.map((feature) => header.map((column) => cellOf(feature, column)))
  return { header, text: writeTable({ delimiter: ',', hasMark: false }, rows) }
}

/** @returns null if it is not a map file @throws {ImportFault} */
export function featuresIn(packed: Uint8Array): Feature[] | null {
  refuseOther(packed)
  const bytes = unpackedKml(packed)
  const kind = kindOf(bytes)
  if (kind === null) return null
  if (bytes.length > MAX_FILE_BYTES) throw tooLarge()
  const text = mapText(bytes, kind)
  const features =
    kind === 'geojson' ? geoJsonFeatures(text) : isGpx(bytes) ? gpxFeatures(text) : kmlFeatures(text)
  return labelled(features)
}

/** Tells GPX and KML apart, which are both XML. */
export const isGpx = (bytes: Uint8Array): boolean => /<(?:[\w.-]+:)?gpx[\s>]/.test(beginningOf(bytes))

function gpxFeatures(text: string): Feature[] {
  const reader = gpxReader()
  reader.write(text)
  const { walks, points, decimals } = reader.end()
  if (walks.length === 0 && points.length > 2 && points.every(({ name }) => /^\d*$/.test(name)))
    throw new ImportFault(...withRemedy('import.file.waypoints', { count: points.length }))
  return walks.length > 0
    ? walks.map(({ name, steps }) => ({
        properties: { name },
        geometry: { type: 'LineString', coordinates: steps },
        decimals,
      }))
    : points.map(({ name, steps }) => ({
        properties: { name },
        geometry: { type: 'Point', coordinates: steps[0] },
        decimals,
      }))
}

/** The names that old programs use for WGS 84 with the longitude first. */
const WGS_84 = /CRS:?:?84|EPSG:?:?4326/i

/** A file may contain only a shape (RFC 7946 §3). */
const SHAPES: ReadonlySet<unknown> = new Set(['Point', 'LineString', 'Polygon', 'MultiPolygon'])

export function geoJsonFeatures(text: string): Feature[] {
  let read: unknown
  const written = writtenDecimals()
  try {
    read = JSON.parse(text, written.note)
  } catch (error) {
    throw new ImportFault(
      message('import.file.badGeoJson', { reason: errorMessage(error).replace(/\.$/, '') }),
      message('import.file.damaged.remedy'),
    )
  }
  const { type, features, crs } = membersOf(read)
  const system = membersOf(membersOf(crs).properties).name
  if (typeof system === 'string' && !WGS_84.test(system))
    throw new ImportFault(...withRemedy('import.file.coordinateSystem', { system: system.slice(0, 60) }))
  const list =
    type === 'Feature'
      ? [read]
      : type === 'FeatureCollection'
        ? features
        : SHAPES.has(type)
          ? [{ type: 'Feature', properties: null, geometry: read }]
          : undefined
  if (!Array.isArray(list)) throw new ImportFault(...withRemedy('import.file.notACollection'))
  return list.map((one, at): Feature => {
    const { type, properties, geometry, id } = membersOf(one)
    if (type !== 'Feature')
      throw new ImportFault(
        message('import.file.notAFeature', { number: at + 1 }),
        message('import.outline.again.remedy'),
      )
    const decimals = written.of(membersOf(geometry).coordinates)
    return { properties: membersOf(properties), geometry: geometry ?? null, id, ...given({ decimals }) }
  })
}

/** Notes with how many decimals coordinates are written while JSON is read, whose numbers lose zeros at the end. */
function writtenDecimals() {
  const decimals = new WeakMap<object, number>()
  let most = 0
  return {
    note(key: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
      // Longitude and latitude are the first of their position; a height is the third.
      if (typeof value === 'number' && (key === '0' || key === '1'))
        most = Math.max(most, decimalsIn(source ?? ''))
      if (typeof value !== 'object' || value === null || /^\d+$/.test(key)) return value
      if (key === 'coordinates') decimals.set(value, most)
      most = 0
      return value
    },
    of: (coordinates: unknown): number | undefined =>
      typeof coordinates === 'object' && coordinates !== null ? decimals.get(coordinates) : undefined,
  }
}

function headerOf(features: readonly Feature[]): string[] {
  const columns = new Set<string>()
  for (const { properties, id } of features) {
    if (id !== undefined) columns.add(ID_COLUMN)
    for (const name of Object.keys(properties)) columns.add(name)
    if (columns.size > MOST_COLUMNS)
      throw new ImportFault(...withRemedy('import.file.properties', { most: MOST_COLUMNS }))
  }
  columns.delete(GEOMETRY_COLUMN)
  return [...columns, GEOMETRY_COLUMN]
}

function cellOf({ properties, geometry, id, decimals }: Feature, column: string): string {
  if (column === GEOMETRY_COLUMN) return geometry === null ? '' : outlineText(geometry, decimals)
  const value = Object.hasOwn(properties, column) ? properties[column] : column === ID_COLUMN ? id : undefined
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
