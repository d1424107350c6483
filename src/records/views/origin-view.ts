import { given } from '../../base/typed.ts'
import { euOutline, isRefused } from '../../domain/eu-outline.ts'
import { LEAST_DECIMALS } from '../../domain/outline.ts'
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

export function plotJson({ flags, euFaults, body, isNamed }: OriginPlot): string {
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
    eu_faults: euFaults,
    on_map: !isRefused(euFaults),
  })
}

export const FEATURES = ['{"type":"FeatureCollection","features":[', ']}'] as const

/**
 * Returns a feature with the properties that the European Commission names in its "EUDR GeoJSON File
 * Description": `Area` is for points, in hectares. Returns an empty text for a plot that the information system refuses.
 */
export function plotFeature({ euFaults, body, producer }: Omit<OriginPlot, 'flags' | 'isNamed'>): string {
  if (isRefused(euFaults)) return ''
  const { name, region, country, area_ha: area } = body
  const { type, coordinates } = euOutline(body.geometry)
  const properties = {
    ProducerName: producer ?? undefined,
    ProducerCountry: country,
    ProductionPlace: name ?? region,
    Area: type === 'Point' && area !== undefined && area > 0 ? area : undefined,
  }
  return `{"type":"Feature","properties":${JSON.stringify(properties)},"geometry":{"type":"${type}","coordinates":${coordinatesText(coordinates)}}}`
}

/** Returns coordinates as text, with zeros at the end: six decimals must be seen. */
const coordinatesText = (coordinates: unknown): string =>
  Array.isArray(coordinates)
    ? `[${coordinates.map(coordinatesText).join(',')}]`
    : (coordinates as number).toFixed(LEAST_DECIMALS)
