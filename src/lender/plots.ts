import { must } from '../base/typed.ts'
import { DOUBT_A_PLOT } from '../domain/derived/flag-plots.ts'
import { forksOf } from '../domain/forks.ts'
import { GAP, note, type Part, partsOfTable } from '../text/parts.ts'
import { quoted } from '../text/wrap.ts'
import type { Words } from '../words/words.ts'
import { correctionText } from './corrections.ts'
import type { Plot, SubjectData } from './data.ts'
import type { Lexicon } from './lexicon.ts'
import { emptyParts, forkParts, groundParts, isOpened, unreadParts } from './opened.ts'
import { INDENT, MAX_LINES, sectionParts, sentence } from './section.ts'

/** A party's plots, by name and size. Their location is left out: nobody needs it for a loan. */

/** Most plots printed: each takes at least a line, so more never fit. */
export const MOST_PLOTS = 500

/** Empty if no plots are open to the reader and it recorded none: the page then mentions no plots. */
export function plotsSection(data: SubjectData, lexicon: Lexicon): Part[] {
  const { found } = data.plots
  const forks = forksOf(data.forkedPlots.found, 'plot')
  const mayBeShown = lexicon.isOwn || isOpened(data, 'plot')
  if (!mayBeShown && found.length === 0 && forks.length === 0) return []
  const { words } = lexicon
  const { say, amount, count } = words
  const shown = found.slice(0, MOST_PLOTS)
  const table = partsOfTable(
    [
      { title: say('view.plots.plot'), gives: true },
      { title: say('view.plots.country') },
      { title: say('view.plots.stated'), align: 'right' },
      { title: say('view.plots.drawn'), align: 'right' },
    ],
    shown.map((plot) => [
      nameOf(words, plot),
      plot.country,
      plot.area_ha === undefined ? say('plots.notStated') : amount(plot.area_ha),
      typeof plot.drawn === 'number' ? hectares(words, plot.drawn) : say(DRAWN[plot.drawn]),
    ]),
    INDENT,
  )
  const indent = `${INDENT}    `
  return sectionParts({
    title: say('view.plots.title'),
    before: [
      ...groundParts(data, lexicon, 'plot', found),
      ...(found.length === 0 ? emptyParts(lexicon) : sentence(sumOf(words, found))),
      ...unreadParts(data.plots, 'plot', lexicon),
      ...forkParts(forks, lexicon, 'plot', data.forkedPlots.complete),
      ...(found.length === 0 ? [] : [GAP, table.head]),
    ],
    beyond: found.length - shown.length,
    entries: shown.map((plot, i) => () => [
      must(table.rows[i]),
      ...note(detailsOf(plot, data, lexicon), indent),
      ...note(lexicon.flags(plot.derived.flags) ?? '', indent),
    ]),
    leftOut: (left) => say('view.plots.left', { lines: count(MAX_LINES), count: left }),
  })
}

const nameOf = ({ say }: Words, { name }: Plot): string =>
  name === undefined ? say('view.plots.unnamed') : quoted(name, 40)

function sumOf({ say }: Words, found: readonly Plot[]): string {
  const flagged = found.filter(({ derived }) => derived.flags.some((flag) => DOUBT_A_PLOT.has(flag))).length
  return say('view.plots.sum', { count: found.length, flagged })
}

function detailsOf(plot: Plot, { supersededPlots }: SubjectData, lexicon: Lexicon): string {
  const { words } = lexicon
  const sentences = [
    correctionText(plot, supersededPlots, lexicon, (version) => earlierText(words, version, plot)),
    plot.derived.flags.includes('received_late') &&
      words.say('view.enteredLate', { day: words.calendar.day(plot.received_at) }),
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Returns the earlier sizes, and a changed name: people who ask for loans may halve or double a plot. */
function earlierText(words: Words, version: Plot, { name }: Plot): string {
  const { say, amount } = words
  const { area_ha } = version
  const stated =
    area_ha === undefined ? say('view.plot.noSize') : say('plots.hectares', { hectares: amount(area_ha) })
  const drawn =
    typeof version.drawn === 'number'
      ? say('view.plot.asDrawn', { hectares: hectares(words, version.drawn) })
      : say(DRAWN[version.drawn])
  return version.name === name
    ? say('view.plot.was', { stated, drawn })
    : say('view.plot.wasCalled', { name: nameOf(words, version), stated, drawn })
}

const hectares = ({ amount }: Words, value: number): string => amount(Math.round(value * 10_000) / 10_000)

const DRAWN = {
  point: 'plots.onePoint',
  nothing: 'plots.noOutline',
  faulty: 'plots.notDrawn',
  not_reckoned: 'view.plots.notReckoned',
} as const
