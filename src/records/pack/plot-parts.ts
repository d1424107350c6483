import { fromJson, must } from '../../base/typed.ts'
import { inStatements } from '../../domain/eu-statement.ts'
import { csvOf } from '../../text/csv.ts'
import type { OriginPlot } from '../gate/origin.ts'
import { FEATURES, plotFeature } from '../views/origin-view.ts'

/** What the files of a pack state about a plot, in addition to its map. */
export interface PlotFacts {
  readonly record_id: string
  /** The plot as people call it: its name, and who farms it. */
  readonly called: string
  readonly holder: string
  readonly country: string
  readonly isDrawn: boolean
  /** Bytes that it takes in a file of the pack; 0 if it cannot be drawn. */
  readonly bytes: number
  readonly row: readonly string[]
}

/** Memory of a plot's facts until its pack is sent, in bytes. */
export const BYTES_OF_FACTS = 2_048

const COLUMNS = [
  ...['plot_id', 'record_id', 'holder_id', 'holder', 'name', 'country', 'region', 'crops'],
  ...['known', 'geometry', 'area_ha', 'in_files', 'flags', 'eu_faults'],
] as const

/** Iterates over all plots of a pack, some at a time. It may be called as often as needed. */
export type Plots = () => AsyncIterable<readonly string[]>

/**
 * Returns a plot as one text: its facts in one line, then its feature. The outline is nearly all of the text,
 * so it is in it only once.
 */
export function plotText(plot: OriginPlot): string {
  const feature = plotFeature(plot)
  return `${JSON.stringify(factsOf(plot, feature))}\n${feature}`
}

/** Returns the facts in such texts. The features, which are nearly all of each text, are not kept. */
export async function factsIn(plots: Plots): Promise<PlotFacts[]> {
  const facts: PlotFacts[] = []
  for await (const texts of plots())
    for (const text of texts) facts.push(fromJson<PlotFacts>(text.slice(0, text.indexOf('\n'))))
  return facts
}

/** Yields the features of one statement, each as it is to be written. */
async function* featuresIn(
  plots: Plots,
  numbers: readonly (number | null)[],
  number: number,
  written = (feature: string, _at: number) => feature,
): AsyncGenerator<string> {
  let at = 0
  for await (const texts of plots())
    for (const text of texts) {
      if (numbers[at] === number) yield written(text.slice(text.indexOf('\n') + 1), at)
      at++
    }
}

function factsOf({ flags, euFaults, body, isNamed, producer }: OriginPlot, feature: string): PlotFacts {
  const isDrawn = feature !== ''
  const { geometry, area_ha: area } = body
  return {
    record_id: body.id,
    called: [body.name, producer].filter((text) => text !== undefined && text !== null).join(', '),
    holder: body.holder,
    country: body.country,
    isDrawn,
    // Of the longer of the two files that it is in.
    bytes: Math.max(...[feature, screeningOf(body.id, feature)].map((one) => Buffer.byteLength(one))),
    row: [
      ...[body.plot, body.id, body.holder, producer ?? '', body.name ?? '', body.country],
      ...[body.region ?? '', (body.crops ?? []).join(' '), isNamed ? 'named' : 'holder'],
      ...[geometry === undefined ? '' : String(geometry.type), area === undefined ? '' : String(area)],
      ...[isDrawn ? 'yes' : 'no', flags.join(' '), euFaults.join(' ')],
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

/** The statement that each plot is in, from 0; null for one that cannot be drawn. */
export const statementsOf = (facts: readonly PlotFacts[]): readonly (number | null)[] =>
  inStatements(facts, FEATURES.join('').length)

/**
 * Yields the map files of a pack: one for each statement, then one for each with the same plots for screening. Goes through
 * the plots once for each file, since only one is sent at a time.
 * @param numbers of the statement of each plot
 */
export async function* mapFiles(
  facts: readonly PlotFacts[],
  plots: Plots,
  numbers: readonly (number | null)[],
): AsyncGenerator<PackText> {
  const count = countOf(numbers)
  for (let n = 0; n < count; n++)
    yield* collection(`${PLOTS}-${n + 1}.geojson`, featuresIn(plots, numbers, n))
  for (let n = 0; n < count; n++)
    yield* collection(
      `screening-${n + 1}.geojson`,
      featuresIn(plots, numbers, n, (feature, at) => screeningOf(must(facts[at]).record_id, feature)),
    )
}

export const PLOTS = 'plots'
/** The number of statements. */
export const countOf = (numbers: readonly (number | null)[]): number =>
  numbers.reduce<number>((most, one) => Math.max(most, (one ?? -1) + 1), 0)

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

/** Yields a FeatureCollection in texts of its file. */
async function* collection(file: string, features: AsyncIterable<string>): AsyncGenerator<PackText> {
  const [before, behind] = FEATURES
  let text: string = before
  let isFirst = true
  for await (const feature of features) {
    text += isFirst ? feature : `,${feature}`
    isFirst = false
    if (text.length < CHUNK) continue
    yield { file, text }
    text = ''
  }
  yield { file, text: text + behind }
}
