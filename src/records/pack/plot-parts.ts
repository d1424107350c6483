import { setImmediate as nextTurn } from 'node:timers/promises'
import { csvOf } from '../../text/csv.ts'
import type { OriginPlot } from '../gate/origin.ts'
import { FEATURES, plotFeature } from '../views/origin-view.ts'

/** What the files of a pack have of a plot, beside its map. */
export interface PlotFacts {
  readonly record_id: string
  /** As people call it: its name, and who farms it. */
  readonly called: string
  readonly country: string
  readonly isDrawn: boolean
  readonly row: readonly string[]
  /** What the service takes and the information system does not. */
  readonly faults: readonly string[]
}

export interface PackPlots {
  readonly facts: readonly PlotFacts[]
  /**
   * One for each plot, for the information system of the European Union; empty where it cannot be drawn. They are nearly all that a pack
   * has in memory, so whoever has written the maps lets go of them.
   */
  features: readonly string[]
}

/** What the information system takes as one file, in bytes. */
export const MOST_FILE_BYTES = 25_000_000

const COLUMNS = [
  ...['plot_id', 'record_id', 'holder_id', 'holder', 'name', 'country', 'region', 'crops'],
  ...['known', 'geometry', 'area_ha', 'in_files', 'flags'],
] as const

/** A plot as one text: its facts in one line, then its feature. The outline is there once; it is nearly all of the text. */
export function plotText(plot: OriginPlot): string {
  const feature = plotFeature(plot)
  return `${JSON.stringify(factsOf(plot, feature !== ''))}\n${feature}`
}

/** Characters that are taken apart in one turn. */
const APART_AT_ONCE = 200_000

/** Takes such texts apart. The features are views of them, not copies. */
export async function takenApart(texts: readonly string[]): Promise<PackPlots> {
  const facts: PlotFacts[] = []
  const features: string[] = []
  let length = 0
  for (const text of texts) {
    const end = text.indexOf('\n')
    facts.push(JSON.parse(text.slice(0, end)) as PlotFacts)
    features.push(text.slice(end + 1))
    length += text.length
    if (length < APART_AT_ONCE) continue
    length = 0
    await nextTurn()
  }
  return { facts, features }
}

function factsOf({ gated, body, isNamed, producer }: OriginPlot, isDrawn: boolean): PlotFacts {
  const { geometry, area_ha: area } = body
  const { flags } = gated.derived
  return {
    record_id: body.id,
    called: [body.name, producer].filter((text) => text !== undefined && text !== null).join(', '),
    country: body.country,
    isDrawn,
    row: [
      ...[body.plot, body.id, body.holder, producer ?? '', body.name ?? '', body.country],
      ...[body.region ?? '', (body.crops ?? []).join(' '), isNamed ? 'named' : 'holder'],
      ...[geometry === undefined ? '' : String(geometry.type), area === undefined ? '' : String(area)],
      ...[isDrawn ? 'yes' : 'no', flags.join(' ')],
    ],
    faults: [
      ...(isDrawn && hasHole(geometry as Geometry) ? ['hole'] : []),
      ...(isDrawn && geometry?.type === 'Point' && (area === undefined || area <= 0) ? ['area_missing'] : []),
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

/** No text inside a feature has it: there the quotation marks are escaped. */
const OUTLINE = ',"geometry":'

/** For a screening tool outside: the id of a plot's record and its outline alone; empty where it cannot be drawn. */
export function screeningOf(recordId: string, feature: string): string {
  if (feature === '') return ''
  const head = JSON.stringify({ type: 'Feature', properties: { external_id: recordId } }).slice(0, -1)
  return `${head}${feature.slice(feature.indexOf(OUTLINE))}`
}

/** The maps of a pack. */
export function* mapFiles({ facts, features }: PackPlots): Generator<PackText> {
  yield* collections('plots', features)
  yield* collections('screening', screenings(facts, features))
}

function* screenings(facts: readonly PlotFacts[], features: readonly string[]): Generator<string> {
  for (const [i, { record_id }] of facts.entries()) yield screeningOf(record_id, features[i] as string)
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
export function* plotsCsv(plots: readonly PlotFacts[]): Generator<PackText> {
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
