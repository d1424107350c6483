import { fromJson, must } from '../../base/typed.ts'
import { surfacesOf } from '../../domain/outline.ts'
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

/** What the service keeps of a plot until its pack is sent, in bytes. */
export const BYTES_OF_FACTS = 2_048

/** What the information system takes as one file, in bytes. */
export const MOST_FILE_BYTES = 25_000_000

const COLUMNS = [
  ...['plot_id', 'record_id', 'holder_id', 'holder', 'name', 'country', 'region', 'crops'],
  ...['known', 'geometry', 'area_ha', 'in_files', 'flags'],
] as const

/** The plots of a pack from the first to the last, some at a time and as often as they are needed. */
export type Plots = () => AsyncIterable<readonly string[]>

/** A plot as one text: its facts in one line, then its feature. The outline is there once; it is nearly all of the text. */
export function plotText(plot: OriginPlot): string {
  const feature = plotFeature(plot)
  return `${JSON.stringify(factsOf(plot, feature !== ''))}\n${feature}`
}

/** The facts of such texts. The maps are nearly all of them, and are not kept. */
export async function factsIn(plots: Plots): Promise<PlotFacts[]> {
  const facts: PlotFacts[] = []
  for await (const texts of plots())
    for (const text of texts) facts.push(fromJson<PlotFacts>(text.slice(0, text.indexOf('\n'))))
  return facts
}

/** For the information system of the European Union; empty where a plot cannot be drawn. */
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

/** No text inside a feature has it: there the quotation marks are escaped. */
const OUTLINE = ',"geometry":'

/** For a screening tool outside: the id of a plot's record and its outline alone; empty where it cannot be drawn. */
export function screeningOf(recordId: string, feature: string): string {
  if (feature === '') return ''
  const head = JSON.stringify({ type: 'Feature', properties: { external_id: recordId } }).slice(0, -1)
  return `${head}${feature.slice(feature.indexOf(OUTLINE))}`
}

/** The maps of a pack. */
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
export async function* collections(
  name: string,
  features: AsyncIterable<string> | Iterable<string>,
  most: number = MOST_FILE_BYTES,
): AsyncGenerator<PackText> {
  const [before, behind] = FEATURES
  let n = 0
  let bytes = 0
  let text = ''
  const piece = (): PackText => ({ file: `${name}-${n}.geojson`, text })
  for await (const feature of features) {
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
