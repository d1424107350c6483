import { csvOf } from '../../text/csv.ts'
import type { OriginPlot } from '../gate/origin.ts'
import { FEATURES, plotFeature } from '../views/origin-view.ts'

/** A plot as the files of a pack have it. */
export interface PlotParts {
  readonly record_id: string
  /** Its stable id. */
  readonly plot: string
  /** As people call it: its name, and who farms it. */
  readonly called: string
  readonly country: string
  /** For the information system of the European Union; empty where it cannot be drawn. */
  readonly feature: string
  /** For a screening tool outside: its id and outline alone; empty where it cannot be drawn. */
  readonly screening: string
  readonly row: readonly string[]
  /** What the service takes and the information system does not. */
  readonly faults: readonly string[]
}

/** What the information system takes as one file, in bytes. */
export const MOST_FILE_BYTES = 25_000_000

const COLUMNS = [
  ...['plot_id', 'record_id', 'holder_id', 'holder', 'name', 'country', 'region', 'crops'],
  ...['known', 'geometry', 'area_ha', 'in_files', 'flags'],
] as const

export function plotParts(plot: OriginPlot): PlotParts {
  const { gated, body, isNamed, producer } = plot
  const { geometry, area_ha: area } = body
  const { flags } = gated.derived
  const feature = plotFeature(plot)
  const drawn = feature === '' ? null : (JSON.parse(feature) as { geometry: Geometry }).geometry
  const screening =
    drawn === null
      ? ''
      : JSON.stringify({ type: 'Feature', properties: { external_id: body.plot }, geometry: drawn })
  return {
    record_id: body.id,
    plot: body.plot,
    called: [body.name, producer].filter((text) => text !== undefined && text !== null).join(', '),
    country: body.country,
    feature,
    screening,
    row: [
      ...[body.plot, body.id, body.holder, producer ?? '', body.name ?? '', body.country],
      ...[body.region ?? '', (body.crops ?? []).join(' '), isNamed ? 'named' : 'holder'],
      ...[geometry === undefined ? '' : String(geometry.type), area === undefined ? '' : String(area)],
      ...[feature === '' ? 'no' : 'yes', flags.join(' ')],
    ],
    faults: [
      ...(drawn !== null && hasHole(drawn) ? ['hole'] : []),
      ...(drawn?.type === 'Point' && (area === undefined || area <= 0) ? ['area_missing'] : []),
    ],
  }
}

interface Geometry {
  readonly type: string
  readonly coordinates: unknown
}

function hasHole({ type, coordinates }: Geometry): boolean {
  if (type === 'Polygon') return (coordinates as unknown[]).length > 1
  return type === 'MultiPolygon' && (coordinates as unknown[][]).some((rings) => rings.length > 1)
}

export const plotsCsv = (plots: readonly PlotParts[]): string =>
  `${csvOf([COLUMNS, ...plots.map(({ row }) => row)])}\n`

export interface PackText {
  /** Path within the pack. */
  readonly file: string
  readonly text: string
}

/** FeatureCollections of at most so many bytes, `NAME-1.geojson` and so on. */
export function* collections(
  name: string,
  features: Iterable<string>,
  most: number = MOST_FILE_BYTES,
): Generator<PackText> {
  const [before, behind] = FEATURES
  // One comma less than there are features.
  const frame = before.length + behind.length - 1
  let some: string[] = []
  let bytes = frame
  let n = 0
  const file = (): PackText => ({
    file: `${name}-${++n}.geojson`,
    text: `${before}${some.join(',')}${behind}`,
  })
  for (const feature of features) {
    if (feature === '') continue
    const length = Buffer.byteLength(feature) + 1
    if (some.length > 0 && bytes + length > most) {
      yield file()
      some = []
      bytes = frame
    }
    some.push(feature)
    bytes += length
  }
  if (some.length > 0) yield file()
}
