import { fromJson, must } from '../../base/typed.ts'
import { surfacesOf } from '../../domain/outline.ts'
import { csvOf } from '../../text/csv.ts'
import type { OriginPlot } from '../gate/origin.ts'
import { FEATURES, plotFeature } from '../views/origin-view.ts'

/** What the files of a pack state about a plot, in addition to its map. */
export interface PlotFacts {
  readonly record_id: string
  /** The plot as people call it: its name, and who farms it. */
  readonly called: string
  readonly country: string
  readonly isDrawn: boolean
  readonly row: readonly string[]
  /** Faults that the service accepts and the information system does not. */
  readonly faults: readonly string[]
}

/** Memory of a plot's facts until its pack is sent, in bytes. */
export const BYTES_OF_FACTS = 2_048

/** The largest file that the information system accepts, in bytes. */
export const MOST_FILE_BYTES = 25_000_000

const COLUMNS = [
  ...['plot_id', 'record_id', 'holder_id', 'holder', 'name', 'country', 'region', 'crops'],
  ...['known', 'geometry', 'area_ha', 'in_files', 'flags'],
] as const

/** Iterates over all plots of a pack, some at a time. It may be called as often as needed. */
export type Plots = () => AsyncIterable<readonly string[]>

/**
 * Returns a plot as one text: its facts in one line, then its feature. The outline is nearly all of the text,
 * so it is in it only once.
 */
export function plotText(plot: OriginPlot): string {
  const feature = plotFeature(plot)
  return `${JSON.stringify(factsOf(plot, feature !== ''))}\n${feature}`
}

/** Returns the facts in such texts. The features, which are nearly all of each text, are not kept. */
export async function factsIn(plots: Plots): Promise<PlotFacts[]> {
  const facts: PlotFacts[] = []
  for await (const texts of plots())
    for (const text of texts) facts.push(fromJson<PlotFacts>(text.slice(0, text.indexOf('\n'))))
  return facts
}

/** Yields the features for the EU's information system; an empty text if a plot cannot be drawn. */
async function* featuresIn(plots: Plots): AsyncGenerator<string> {
  for await (const texts of plots()) for (const text of texts) yield text.slice(text.indexOf('\n') + 1)
}

function factsOf({ flags, body, isNamed, producer }: OriginPlot, isDrawn: boolean): PlotFacts {
  const { geometry, area_ha: area } = body
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
      ...(isDrawn && surfacesOf(geometry).some((rings) => rings.length > 1) ? ['hole'] : []),
      ...(isDrawn && geometry?.type === 'Point' && (area === undefined || area <= 0) ? ['area_missing'] : []),
    ],
  }
}

/** The start of the outline. No text in a feature contains it: quotation marks are escaped there. */
const OUTLINE = ',"geometry":'

/**
 * Returns a feature for an external screening tool, with only the id of the plot's record and its outline;
 * empty if it cannot be drawn.
 */
export function screeningOf(recordId: string, feature: string): string {
  if (feature === '') return ''
  const head = JSON.stringify({ type: 'Feature', properties: { external_id: recordId } }).slice(0, -1)
  return `${head}${feature.slice(feature.indexOf(OUTLINE))}`
}

/** Yields the map files of a pack. */
export async function* mapFiles(facts: readonly PlotFacts[], plots: Plots): AsyncGenerator<PackText> {
  yield* collections('plots', featuresIn(plots))
  yield* collections('screening', screenings(facts, plots))
}

async function* screenings(facts: readonly PlotFacts[], plots: Plots): AsyncGenerator<string> {
  let i = 0
  for await (const feature of featuresIn(plots)) yield screeningOf(must(facts[i++]).record_id, feature)
}

export interface PackText {
  /** Path within the pack. Texts that follow each other under one name are one file. */
  readonly file: string
  readonly text: string
}

/** Approximate characters of a text, which goes through a socket at once. */
const CHUNK = 100_000
const ROWS = 500

/** Yields the table of plots. */
export function* plotsCsv(plots: readonly PlotFacts[]): Generator<PackText> {
  const rows: (readonly string[])[] = [COLUMNS, ...plots.map(({ row }) => row)]
  for (let i = 0; i < rows.length; i += ROWS)
    yield { file: 'plots.csv', text: `${csvOf(rows.slice(i, i + ROWS))}\n` }
}

/** Yields FeatureCollections of at most `most` bytes, named `NAME-1.geojson` and so on. */
export async function* collections(
  name: string,
  features: AsyncIterable<string> | Iterable<string>,
  most: number = MOST_FILE_BYTES,
): AsyncGenerator<PackText> {
  const [before, behind] = FEATURES
  let n = 0
  let bytes = 0
  let text = ''
  const chunk = (): PackText => ({ file: `${name}-${n}.geojson`, text })
  for await (const feature of features) {
    if (feature === '') continue
    const length = Buffer.byteLength(feature)
    const isFirst = n === 0 || bytes + 1 + length + behind.length > most
    if (isFirst) {
      text += behind
      if (n > 0) yield chunk()
      n++
      text = before
      bytes = before.length
    }
    text += isFirst ? feature : `,${feature}`
    bytes += isFirst ? length : length + 1
    if (text.length < CHUNK) continue
    yield chunk()
    text = ''
  }
  text += behind
  if (n > 0) yield chunk()
}
