import { must } from '../base/typed.ts'
import { DOUBT_A_PLOT } from '../domain/derived/flag-plots.ts'
import { forksOf } from '../domain/forks.ts'
import { GAP, note, type Part, partsOfTable } from '../text/parts.ts'
import { quoted } from '../text/wrap.ts'
import { amount, several } from '../words/english.ts'
import { correctionText } from './corrections.ts'
import type { Plot, SubjectData } from './data.ts'
import type { Lexicon } from './lexicon.ts'
import { emptyParts, forkParts, groundParts, isOpened, unreadParts } from './opened.ts'
import { INDENT, sectionParts, sentence } from './section.ts'

/** A party's plots, by name and size. Their location is left out: nobody needs it for a loan. */

/** Most plots printed: each takes at least a line, so more never fit. */
export const MOST_PLOTS = 500

/** Empty if no plots are open to the reader and it recorded none: the page then mentions no plots. */
export function plotsSection(data: SubjectData, lexicon: Lexicon): Part[] {
  const { found } = data.plots
  const forks = forksOf(data.forkedPlots.found, 'plot')
  const mayBeShown = lexicon.isOwn || isOpened(data, 'plot')
  if (!mayBeShown && found.length === 0 && forks.length === 0) return []
  const shown = found.slice(0, MOST_PLOTS)
  const table = partsOfTable(
    [
      { title: 'Plot', gives: true },
      { title: 'Country' },
      { title: 'Hectares as stated', align: 'right' },
      { title: 'As drawn', align: 'right' },
    ],
    shown.map((plot) => [
      plot.name === undefined ? 'without a name' : quoted(plot.name, 40),
      plot.country,
      plot.area_ha === undefined ? 'not stated' : amount(plot.area_ha),
      drawnWords(plot),
    ]),
    INDENT,
  )
  const indent = `${INDENT}    `
  return sectionParts({
    title: 'PLOTS',
    before: [
      ...groundParts(data, lexicon, 'plot', found),
      ...(found.length === 0 ? emptyParts(lexicon) : sentence(sumOf(found))),
      ...unreadParts(data.plots, 'plots'),
      ...forkParts(forks, lexicon, 'plots', data.forkedPlots.complete),
      ...(found.length === 0 ? [] : [GAP, table.head]),
    ],
    beyond: found.length - shown.length,
    entries: shown.map((plot, i) => () => [
      must(table.rows[i]),
      ...note(detailsOf(plot, data, lexicon), indent),
      ...note(lexicon.flags(plot.derived.flags) ?? '', indent),
    ]),
    leftOut: (n) =>
      `Not printed, since a section has at most 500 lines: the ${several(n, 'oldest plot', 'oldest plots')}. The count above includes ${n === 1 ? 'it' : 'them'}.`,
  })
}

function sumOf(found: readonly Plot[]): string {
  const flagged = found.filter(({ derived }) => derived.flags.some((flag) => DOUBT_A_PLOT.has(flag))).length
  const doubt =
    flagged === 0
      ? 'none of them with a flag that doubts its outline or size'
      : `${flagged} of them with a flag that doubts ${flagged === 1 ? 'its' : 'their'} outline or size`
  return `${several(found.length, 'plot', 'plots')}, ${doubt}. Sizes are not added up: plots may lie on each other.`
}

function detailsOf(plot: Plot, { supersededPlots }: SubjectData, lexicon: Lexicon): string {
  const { calendar } = lexicon
  const sentences = [
    correctionText(plot, supersededPlots, lexicon, (version) => earlierText(version, plot)),
    plot.derived.flags.includes('received_late') ? `Entered late, on ${calendar.day(plot.received_at)}` : '',
  ].filter(Boolean)
  return sentences.length === 0 ? '' : `${sentences.join('. ')}.`
}

/** Returns the earlier sizes, and a changed name: people who ask for loans may halve or double a plot. */
function earlierText(version: Plot, { name }: Plot): string {
  const called = version.name === undefined ? 'without a name' : quoted(version.name, 40)
  const stated = version.area_ha === undefined ? 'no size' : `${amount(version.area_ha)} ha`
  const { drawn } = version
  const onMap = typeof drawn === 'number' ? `${hectares(drawn)} ha as drawn` : WORDS[drawn]
  return `${version.name === name ? '' : `${called}, `}${stated} (${onMap})`
}

const hectares = (value: number): string => amount(Math.round(value * 10_000) / 10_000)

const WORDS = {
  point: 'only a point',
  nothing: 'not on the map',
  faulty: 'cannot be drawn',
  not_reckoned: 'not reckoned here',
} as const

const drawnWords = ({ drawn }: Plot): string => (typeof drawn === 'number' ? hectares(drawn) : WORDS[drawn])
