import { AREA_TOLERANCE } from '../domain/derived/flag-plots.ts'
import { POINT_UP_TO_HA } from '../domain/eu-statement.ts'
import { lastInstant } from '../domain/time.ts'
import { GAP, type Part, paragraph } from '../text/parts.ts'
import { plain } from '../text/wrap.ts'
import type { Words } from '../words/words.ts'
import type { Grant, SubjectData } from './data.ts'
import type { Lexicon } from './lexicon.ts'
import { isOpened, windowText } from './opened.ts'
import { type LenderOpening, openingsOf } from './openings.ts'
import { sectionParts, sentence } from './section.ts'

/** The end of the page: refusals, meanings of flags, thresholds, and what the page is not. */

/** Thresholds of contract §8. */
const THIN_BELOW_WEIGHINGS = 10
const LATE_AFTER_DAYS = 30
const MISMATCH_SHARE = 0.005

const LIST = '    '
const PRINTED: ReadonlySet<string> = new Set([
  'party',
  'delivery',
  'delivery_confirmation',
  'obligation',
  'obligation_confirmation',
  'payment',
  'payment_confirmation',
  'lot',
  'plot',
])

export function refusedSection(data: SubjectData, lexicon: Lexicon): Part[] {
  const { say } = lexicon.words
  return sectionParts({
    title: say('view.refused.title'),
    isFine: true,
    before: lexicon.isOwn ? sentence(say('view.refused.own')) : grantParts(data, lexicon),
  })
}

function grantParts(data: SubjectData, lexicon: Lexicon): Part[] {
  const { say } = lexicon.words
  const { subject } = lexicon
  const types = [...data.reference.recordTypes.keys()]
  const opened = types.filter((type) => isOpened(data, type))
  const refused = types.filter((type) => !opened.includes(type))
  const unprinted = opened.filter((type) => !PRINTED.has(type))
  const names = (some: readonly string[]) => some.map((type) => lexicon.recordType(type)).join(', ')
  const nothing = say('view.refused.nothing')
  return [
    ...sentence(say('view.refused.grounds')),
    GAP,
    ...sentence(say('view.refused.opened', { subject })),
    ...(opened.length === 0
      ? paragraph(nothing, LIST)
      : untilParts(data.grants.found, opened, data, lexicon)),
    ...sentence(say('view.refused.types', { subject })),
    ...paragraph(refused.length === 0 ? nothing : names(refused), LIST),
    ...(unprinted.length === 0 ? [] : sentence(say('view.refused.unprinted', { types: names(unprinted) }))),
    ...(data.grants.complete ? [] : sentence(say('view.refused.moreGrants'))),
    ...(data.namesComplete ? [] : sentence(say('view.refused.moreNames'))),
    ...sentence(say('view.refused.sums')),
    GAP,
    ...sentence(say('view.refused.even')),
  ]
}

function untilParts(
  grants: readonly Grant[],
  types: readonly string[],
  data: SubjectData,
  lexicon: Lexicon,
): Part[] {
  const { say } = lexicon.words
  const lines = untilLines(grants, types, lexicon).flatMap((line) => paragraph(line, LIST, `${LIST}  `))
  return [...lines, ...paragraph(say('view.byGrants', { count: data.grants.found.length }), LIST)]
}

/** Lists the openings by their end and window, each with the types that it opens. */
export function untilLines(grants: readonly Grant[], types: readonly string[], lexicon: Lexicon): string[] {
  const { words } = lexicon
  const { say } = words
  const alike = new Map<string, { readonly opening: LenderOpening; readonly names: string[] }>()
  for (const type of types)
    for (const opening of openingsOf(grants, type)) {
      const known = alike.get(JSON.stringify(opening)) ?? { opening, names: [] }
      alike.set(JSON.stringify(opening), known)
      known.names.push(lexicon.recordType(type))
    }
  return [...alike.values()]
    .sort(({ opening: a }, { opening: b }) => (sortKey(a) < sortKey(b) ? -1 : 1))
    .map(({ opening, names }) => {
      const window = windowText(words, opening)
      const until = { day: words.calendar.day(lastInstant(opening.until)), types: names.join(', ') }
      return window === null ? say('view.until', until) : say('view.until.window', { ...until, window })
    })
}

const sortKey = ({ until, from, to }: LenderOpening): string => `${until} ${from ?? ''} ${to ?? ''}`

export function flagsSection(lexicon: Lexicon): Part[] {
  const { say } = lexicon.words
  const shown = lexicon.flagsShown
  const withheld = lexicon.flagsWithheld
  return sectionParts({
    title: say('view.flags.title'),
    isFine: true,
    before: [
      ...(shown.length === 0 ? sentence(say('view.flags.none')) : []),
      ...shown.flatMap((code) => paragraph(lexicon.flagMeaning(code), '  ', LIST)),
      ...(withheld === 0 ? [] : [GAP, ...sentence(say('view.flags.withheld', { count: withheld }))]),
    ],
  })
}

const FACTORS_SHOWN = 100

export function thresholdsSection(data: SubjectData, lexicon: Lexicon): Part[] {
  const { say, amount, percent, either } = lexicon.words
  const factors = lexicon.factorsShown
  const tolerances = new Set(data.lots.found.map((lot) => lot.derived.mass_balance.tolerance))
  if (tolerances.size === 0) tolerances.add(data.tolerance)
  return sectionParts({
    title: say('view.limits.title'),
    isFine: true,
    before: [
      ...item(say('view.limit.rounded')),
      ...item(say('view.limit.balance', { percent: either([...tolerances].map(percent)) })),
      ...item(say('view.limit.sample', { count: THIN_BELOW_WEIGHINGS })),
      ...item(say('view.limit.late', { count: LATE_AFTER_DAYS })),
      ...item(say('view.limit.implausible', { kg: amount(data.implausibleAboveKg) })),
      ...item(say('view.limit.stated', { percent: percent(MISMATCH_SHARE) })),
      ...(data.plots.found.length === 0
        ? []
        : item(
            say('view.limit.plots', {
              hectares: amount(POINT_UP_TO_HA),
              percent: percent(AREA_TOLERANCE),
            }),
          )),
      ...(factors.length === 0 ? [] : [GAP, ...sentence(say('view.factors'))]),
    ],
    entries: factors.slice(0, FACTORS_SHOWN).map((factor) => () => item(lexicon.factorLine(factor))),
    leftOut: (count) => say('view.factors.left', { count }),
  })
}

export function disclaimerSection(data: SubjectData, lexicon: Lexicon): Part[] {
  const { words } = lexicon
  const { say } = words
  return sectionParts({
    title: say('view.not.title'),
    isFine: true,
    before: [
      ...item(say('view.not.score')),
      ...item(say('view.not.complete')),
      ...item(say('view.not.proof')),
      ...item(anchoredText(words, data)),
      ...item(say('view.not.checked')),
      ...(lexicon.showsEnglish ? item(say(lexicon.isPage ? 'view.english.sources' : 'view.english')) : []),
    ],
  })
}

/** Returns a sentence on whether and where the log is anchored (contract §13). */
function anchoredText(words: Words, { anchoring: { isConfigured, newest } }: SubjectData): string {
  const { say, calendar } = words
  if (newest === null) return say(isConfigured ? 'view.not.anchoredYet' : 'view.not.anchored')
  const at = calendar.moment(newest.published_at)
  const { witnesses } = newest
  if (witnesses.length === 0) return say('view.anchored.folder', { at })
  const names = words.listed(witnesses.map(({ name }) => plain(name, 100)))
  return say('view.anchored.signed', { at, names, count: witnesses.length })
}

function item(text: string): Part[] {
  return paragraph(text, '  - ', LIST)
}
