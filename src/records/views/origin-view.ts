import type { OriginFound, OriginPlot } from '../gate/origin.ts'

/** The origin of a lot as returned: as JSON, and as the GeoJSON that the information system of the European Union takes. */

/** @returns what stands before the plots, and behind them */
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
    due_diligence: statements.map(({ id, reference_number, verification_number, filed_by, filed_at }) => ({
      record_id: id,
      reference_number,
      ...(verification_number === undefined ? {} : { verification_number }),
      filed_by,
      filed_at,
    })),
  }
  return [`${JSON.stringify(figures).slice(0, -1)},"plots":[`, ']}']
}

export function plotJson({ gated, body, isNamed }: OriginPlot): string {
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
    flags: gated.derived.flags,
  })
}

export const FEATURES = ['{"type":"FeatureCollection","features":[', ']}'] as const

/**
 * A feature with the properties that the European Commission names in its "EUDR GeoJSON File Description": `Area` is for points,
 * in hectares. A plot without an outline that can be drawn is left out; the JSON has its fault.
 */
export function plotFeature({ gated, body, producer }: OriginPlot): string {
  const { name, region, country, area_ha: area, geometry } = body
  if (geometry === undefined || gated.derived.flags.includes('geometry_invalid')) return ''
  const place = name ?? region
  const isPoint = geometry.type === 'Point'
  return JSON.stringify({
    type: 'Feature',
    properties: {
      ...(producer === null ? {} : { ProducerName: producer }),
      ProducerCountry: country,
      ...(place === undefined ? {} : { ProductionPlace: place }),
      ...(isPoint && area !== undefined && area > 0 ? { Area: area } : {}),
    },
    geometry: { type: geometry.type, coordinates: inSixDecimals(geometry.coordinates) },
  })
}

const DECIMALS = 1e6

/** Heights are left out. */
function inSixDecimals(coordinates: unknown): unknown {
  if (!Array.isArray(coordinates)) return coordinates
  return typeof coordinates[0] === 'number'
    ? coordinates.slice(0, 2).map((degrees) => Math.round(degrees * DECIMALS) / DECIMALS)
    : coordinates.map(inSixDecimals)
}
