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
  /** For a screening tool outside: the id of its record and its outline alone; empty where it cannot be drawn. */
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
      : JSON.stringify({ type: 'Feature', properties: { external_id: gated.record.id }, geometry: drawn })
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

export interface PackText {
  /** Path within the pack. Texts that follow each other under one name are one file. */
  readonly file: string
  readonly text: string
}

/** Characters of a text, roughly: it goes through a socket at once. */
const PIECE = 100_000
const ROWS = 500

/** The table of plots. */
export function* plotsCsv(plots: readonly PlotParts[]): Generator<PackText> {
  const rows: (readonly string[])[] = [COLUMNS, ...plots.map(({ row }) => row)]
  for (let i = 0; i < rows.length; i += ROWS)
    yield { file: 'plots.csv', text: `${csvOf(rows.slice(i, i + ROWS))}\n` }
}

/** FeatureCollections of at most so many bytes, `NAME-1.geojson` and so on. */
export function* collections(
  name: string,
  features: Iterable<string>,
  most: number = MOST_FILE_BYTES,
): Generator<PackText> {
  const [before, behind] = FEATURES
  let n = 0
  let bytes = 0
  let text = ''
  const piece = (): PackText => ({ file: `${name}-${n}.geojson`, text })
  for (const feature of features) {
    if (feature === '') continue
    const length = Buffer.byteLength(feature)
    const isFirst = n === 0 || bytes + 1 + length + behind.length > most
    if (isFirst) {
      text += behind
      if (n > 0) yield piece()
      n++
      text = before
      bytes = before.length
    }
    text += isFirst ? feature : `,${feature}`
    bytes += isFirst ? length : length + 1
    if (text.length < PIECE) continue
    yield piece()
    text = ''
  }
  text += behind
  if (n > 0) yield piece()
}
