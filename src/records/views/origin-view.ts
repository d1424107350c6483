import { given, must } from '../../base/typed.ts'
import { inSixDecimals } from '../../domain/geometry.ts'
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

const SIX_DECIMALS = 6
export const FEATURES = ['{"type":"FeatureCollection","features":[', ']}'] as const

/**
 * Returns a feature with the properties that the European Commission names in its "EUDR GeoJSON File
 * Description": `Area` is for points, in hectares. Returns an empty text for a plot whose outline is missing
 * or cannot be drawn; the JSON has its fault.
 */
export function plotFeature({ flags, body, producer }: OriginPlot): string {
  const { name, region, country, area_ha: area, geometry } = body
  if (geometry === undefined || flags.includes('geometry_invalid')) return ''
  const place = name ?? region
  const isPoint = geometry.type === 'Point'
  const properties = {
    ProducerName: producer ?? undefined,
    ProducerCountry: country,
    ProductionPlace: place,
    Area: isPoint && area !== undefined && area > 0 ? area : undefined,
  }
  return `{"type":"Feature","properties":${JSON.stringify(properties)},"geometry":{"type":"${geometry.type}","coordinates":${coordinatesText(outlineOnMap(geometry))}}}`
}

/** Returns coordinates as text, with zeros at the end: six decimals must be seen. */
const coordinatesText = (coordinates: unknown): string =>
  Array.isArray(coordinates)
    ? `[${coordinates.map(coordinatesText).join(',')}]`
    : (coordinates as number).toFixed(SIX_DECIMALS)

function outlineOnMap({
  type,
  coordinates,
}: {
  readonly type?: unknown
  readonly coordinates?: unknown
}): unknown {
  const drawn = onMap(coordinates)
  if (type === 'Polygon') return (drawn as Ring[]).map(wound)
  return type === 'MultiPolygon' ? (drawn as Ring[][]).map((rings) => rings.map(wound)) : drawn
}

type Ring = readonly (readonly [number, number])[]

/**
 * Returns the ring in the direction that RFC 7946 section 3.1.6 asks for: the outer ring, which is the first,
 * counterclockwise, holes clockwise.
 */
function wound(ring: Ring, at: number): Ring {
  const twiceTheArea = ring.reduce((sum, [lon, lat], i) => {
    const [nextLon, nextLat] = must(ring[(i + 1) % ring.length])
    return sum + lon * nextLat - nextLon * lat
  }, 0)
  return twiceTheArea >= 0 === (at === 0) ? ring : ring.toReversed()
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
