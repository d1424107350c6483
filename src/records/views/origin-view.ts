import { given, must } from '../../base/typed.ts'
import type { Flag } from '../../domain/derived/flags.ts'
import { POINT_FROM_HA } from '../../domain/eu-statement.ts'
import { inSixDecimals, isValidGeometry } from '../../domain/geometry.ts'
import { decimalsIn, LEAST_DECIMALS, surfacesOf } from '../../domain/outline.ts'
import type { OriginFound, OriginPlot } from '../gate/origin.ts'

/** The origin of a lot as JSON, and as the GeoJSON that the European Union's information system accepts. */

/** Returns the JSON before and after the plots. */
export function originParts(found: OriginFound): readonly [before: string, behind: string] {
  const { lotId, origin, complete, faults, notShown, statements } = found
  const figures = {
    lot: lotId,
    kg: origin.kg,
    kg_by: origin.kgBy,
    complete,
    records: origin.records,
    faults,
    not_shown: notShown,
    due_diligence: statements.map(statementShown),
  }
  return [`${JSON.stringify(figures).slice(0, -1)},"plots":[`, ']}']
}

/** A statement as origin and pack show it; one written with the earlier names keeps them. */
export const statementShown = (body: OriginFound['statements'][number]) => ({
  record_id: body.id,
  kind: body.kind ?? 'dds',
  status: body.status ?? 'submitted',
  ...given({
    reference: body.reference,
    verification: body.verification,
    uuid: body.uuid,
    internal_reference: body.internal_reference,
    contingency: body.contingency,
    replaces: body.replaces,
    reference_number: body.reference_number,
    verification_number: body.verification_number,
  }),
  filed_by: body.filed_by,
  filed_at: body.filed_at,
})
export type StatementShown = ReturnType<typeof statementShown>

export function plotJson({ flags, body, isNamed }: OriginPlot): string {
  const { id, plot, holder, name, country, region, crops, area_ha, geometry } = body
  return JSON.stringify({
    record_id: id,
    plot,
    holder,
    known: isNamed ? 'named' : 'holder',
    name,
    country,
    region,
    crops,
    area_ha,
    geometry,
    flags,
  })
}

export const FEATURES = ['{"type":"FeatureCollection","features":[', ']}'] as const

/**
 * Returns a feature with the properties that the European Commission names in its "EUDR GeoJSON File
 * Description": `Area` is for points, in hectares. Returns an empty text for a plot that the information system refuses.
 */
export function plotFeature(plot: OriginPlot, outline = euOutline(plot)): string {
  if (typeof outline === 'string') return ''
  const { name, region, country, area_ha: area } = plot.body
  const { type, coordinates } = outline
  const properties = {
    ProducerName: plot.producer ?? undefined,
    ProducerCountry: country,
    ProductionPlace: name ?? region,
    Area: type === 'Point' && area !== undefined && area > 0 ? area : undefined,
  }
  return `{"type":"Feature","properties":${JSON.stringify(properties)},"geometry":{"type":"${type}","coordinates":${coordinatesText(coordinates)}}}`
}

/**
 * Why the information system refuses a plot, and with it the whole file: there is none, it cannot be drawn, it has a hole, it is
 * a point of more than four hectares or of less than a square metre, or it crosses itself when it is written with six decimals.
 */
export type Refused =
  | Extract<Flag, 'geometry_invalid' | 'polygon_required'>
  | 'geometry_missing'
  | FaultOfFiles
/** These are found only where a file is made, and are no flags: the record of the plot is valid. */
export const FAULTS_OF_FILES = ['hole', 'area_too_small', 'too_fine'] as const
export type FaultOfFiles = (typeof FAULTS_OF_FILES)[number]

/** Returns an outline as the information system takes it, or why it refuses it. */
export function euOutline({ flags, body }: Pick<OriginPlot, 'flags' | 'body'>): Outline | Refused {
  const { geometry, area_ha: area } = body
  if (geometry === undefined) return 'geometry_missing'
  if (flags.includes('geometry_invalid')) return 'geometry_invalid'
  const { type, coordinates } = geometry
  if (surfacesOf(geometry).some((rings) => rings.length > 1)) return 'hole'
  if (type === 'Point') {
    if (flags.includes('polygon_required')) return 'polygon_required'
    if (area !== undefined && area > 0 && area < POINT_FROM_HA) return 'area_too_small'
  }
  const outline = { type: String(type), coordinates: outlineOnMap(geometry) }
  // Rounding may move a corner across a side that is nearer than a decimetre.
  const isSame = decimalsIn(JSON.stringify(coordinates)) <= LEAST_DECIMALS
  return isSame || isValidGeometry(outline) ? outline : 'too_fine'
}

interface Outline {
  readonly type: string
  readonly coordinates: unknown
}

/** Returns coordinates as text, with zeros at the end: six decimals must be seen. */
const coordinatesText = (coordinates: unknown): string =>
  Array.isArray(coordinates)
    ? `[${coordinates.map(coordinatesText).join(',')}]`
    : (coordinates as number).toFixed(LEAST_DECIMALS)

function outlineOnMap({
  type,
  coordinates,
}: {
  readonly type?: unknown
  readonly coordinates?: unknown
}): unknown {
  const drawn = onMap(coordinates)
  if (type === 'Polygon') return (drawn as Ring[]).map((ring) => wound(ring))
  return type === 'MultiPolygon'
    ? (drawn as Ring[][]).map((rings) => rings.map((ring) => wound(ring)))
    : drawn
}

type Ring = readonly (readonly [number, number])[]

/** Returns an outer ring in the direction that RFC 7946 section 3.1.6 asks for: counterclockwise. */
function wound(ring: Ring): Ring {
  const twiceTheArea = ring.reduce((sum, [lon, lat], i) => {
    const [nextLon, nextLat] = must(ring[(i + 1) % ring.length])
    return sum + lon * nextLat - nextLon * lat
  }, 0)
  return twiceTheArea >= 0 ? ring : ring.toReversed()
}

/**
 * Returns coordinates with six decimals, without heights, and without corners that rounding makes equal to
 * the one before: the information system refuses the same position twice in a row.
 */
function onMap(coordinates: unknown): unknown {
  if (!Array.isArray(coordinates)) return coordinates
  if (typeof coordinates[0] === 'number') return coordinates.slice(0, 2).map(inSixDecimals)
  const parts: unknown[] = coordinates.map(onMap)
  return parts.filter((part, at) => !isPosition(part) || !isSamePlace(part, parts[at - 1]))
}

const isPosition = (part: unknown): part is [number, number] =>
  Array.isArray(part) && typeof part[0] === 'number'
const isSamePlace = ([lon, lat]: [number, number], before: unknown): boolean =>
  isPosition(before) && before[0] === lon && before[1] === lat
