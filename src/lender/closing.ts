import { AREA_TOLERANCE, POINT_UP_TO_HA } from '../domain/derived/flag-plots.ts'
import { GAP, type Part, paragraph } from '../text/parts.ts'
import { plain, quoted } from '../text/wrap.ts'
import { amount, percent, several } from '../words/english.ts'
import type { Grant, SubjectData } from './data.ts'
import { flagWords, type Lexicon } from './lexicon.ts'
import { isOpened, windowText } from './opened.ts'
import { type Opening, openingsOf } from './openings.ts'
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
  'lot',
  'plot',
])

export function refusedSection(data: SubjectData, lexicon: Lexicon): Part[] {
  return sectionParts({
    title: 'WHAT WAS REFUSED',
    before: lexicon.isOwn
      ? sentence(
          'The reader is this party and reads its own records: none of them was refused. Other parties are named where they have opened their name to it for this purpose.',
        )
      : grantParts(data, lexicon),
  })
}

function grantParts(data: SubjectData, lexicon: Lexicon): Part[] {
  const types = [...data.reference.recordTypes.keys()]
  const opened = types.filter((type) => isOpened(data, type))
  const refused = types.filter((type) => !opened.includes(type))
  const unprinted = opened.filter((type) => !PRINTED.has(type))
  const names = (some: readonly string[]) => some.map((type) => lexicon.recordType(type)).join(', ')
  return [
    ...sentence("As the reader's own grants tell it. Nothing here says whether a record exists.", '  '),
    GAP,
    ...sentence(`Opened by ${lexicon.subject} to the reader for this purpose:`),
    ...(opened.length === 0
      ? paragraph('nothing', LIST)
      : untilParts(data.grants.found, opened, data, lexicon)),
    ...sentence(`Refused, because ${lexicon.subject} has not opened it:`),
    ...paragraph(refused.length === 0 ? 'nothing' : names(refused), LIST),
    ...(unprinted.length === 0
      ? []
      : sentence(
          `Opened, and to be read from the service itself, since this page does not print it: ${names(unprinted)}.`,
        )),
    ...(data.grants.complete
      ? []
      : sentence('The reader holds more grants than this page reads, so the two lists above may miss some.')),
    ...(data.namesComplete
      ? []
      : sentence("Not every other party's name was looked up; the rest stand as another party.")),
    ...sentence(
      'Sums, custody and confirmations come with an opened record, even where the records behind them are refused.',
    ),
    GAP,
    ...sentence(
      'An opened record is refused all the same, and leaves no trace here, when somebody else it is about has not opened it too, or when one of them objects. Records that the reader wrote or has a part in need no grant.',
    ),
  ]
}

/** Lists the openings by their end and window, each with the types that it opens. */
function untilParts(
  grants: readonly Grant[],
  types: readonly string[],
  data: SubjectData,
  lexicon: Lexicon,
): Part[] {
  const alike = new Map<string, { readonly opening: Opening; readonly names: string[] }>()
  for (const type of types)
    for (const opening of openingsOf(grants, type)) {
      const known = alike.get(JSON.stringify(opening)) ?? { opening, names: [] }
      alike.set(JSON.stringify(opening), known)
      known.names.push(lexicon.recordType(type))
    }
  const lines = [...alike.values()]
    .sort(({ opening: a }, { opening: b }) => (sortKey(a) < sortKey(b) ? -1 : 1))
    .flatMap(({ opening, names }) => {
      const window = windowText(opening, lexicon)
      const which = window === null ? '' : `, only what happened ${window}`
      return paragraph(
        `until ${lexicon.calendar.day(opening.until)}${which}: ${names.join(', ')}`,
        LIST,
        `${LIST}  `,
      )
    })
  return [
    ...lines,
    ...paragraph(`(by ${several(data.grants.found.length, 'live grant', 'live grants')})`, LIST),
  ]
}

const sortKey = ({ until, from, to }: Opening): string => `${until} ${from ?? ''} ${to ?? ''}`

export function flagsSection(data: SubjectData, lexicon: Lexicon): Part[] {
  const shown = lexicon.flagsShown
  const withheld = lexicon.flagsWithheld
  return sectionParts({
    title: 'WHAT THE FLAGS MEAN',
    before: [
      ...(shown.length === 0 ? sentence('No flag is shown on this page.') : []),
      ...shown.flatMap((code) =>
        paragraph(`${flagWords(code)}: ${plain(data.reference.flags.get(code)?.meaning ?? '')}`, '  ', LIST),
      ),
      ...(withheld === 0
        ? []
        : [
            GAP,
            ...sentence(
              `${several(withheld, 'kind of flag was', 'kinds of flag were')} withheld: the registry gives no meaning for ${withheld === 1 ? 'it' : 'them'}, and a flag that cannot be explained is not shown.`,
            ),
          ]),
    ],
  })
}

const FACTORS_SHOWN = 100

export function thresholdsSection(data: SubjectData, lexicon: Lexicon): Part[] {
  const factors = lexicon.factorsShown
  const tolerances = new Set(data.lots.found.map((lot) => lot.derived.mass_balance.tolerance))
  if (tolerances.size === 0) tolerances.add(data.tolerance)
  const margin = [...tolerances].map(percent).join(' or ')
  return sectionParts({
    title: 'THRESHOLDS USED',
    before: [
      ...item(`Mass balance: a difference of more than ${margin} of the declared weight is a breach.`),
      ...item(`Weighed sample: thin below ${THIN_BELOW_WEIGHINGS} weighings.`),
      ...item(`Late: received more than ${LATE_AFTER_DAYS} days after the event.`),
      ...item(
        `Implausible quantity: more than ${amount(data.implausibleAboveKg)} kg in one harvest or delivery of a natural person.`,
      ),
      ...item(
        `Stated kilograms: flagged when more than ${percent(MISMATCH_SHARE)} off quantity times factor.`,
      ),
      ...(data.plots.found.length === 0
        ? []
        : item(
            `Plots: a point on the map is enough up to ${amount(POINT_UP_TO_HA)} ha; a stated size is flagged when the drawn one differs by more than ${percent(AREA_TOLERANCE)} of it.`,
          )),
      ...(factors.length === 0
        ? []
        : [GAP, ...sentence('Factors that gave kilograms on this page, and where they come from:')]),
    ],
    entries: factors.slice(0, FACTORS_SHOWN).map((factor) => () => {
      const crop = factor.crop === undefined ? '' : ` of ${lexicon.crop(factor.crop)}`
      const form = factor.to_crop === undefined ? '' : ` of ${lexicon.crop(factor.to_crop)}`
      return item(
        `${lexicon.quantity({ value: 1, unit: factor.unit })}${crop} = ${amount(factor.factor)} kg${form}. ${plain(factor.source, 240)}`,
      )
    }),
    leftOut: (n) => `${several(n, 'more factor is', 'more factors are')} not printed.`,
  })
}

export function disclaimerSection(data: SubjectData, lexicon: Lexicon): Part[] {
  return sectionParts({
    title: 'WHAT THIS IS NOT',
    before: [
      ...item('Not a score, a rating or a recommendation. The service computes none.'),
      ...item(
        'Not complete. It shows what people recorded here and opened to this reader, and nothing else.',
      ),
      ...item(
        'Not proof. Each entry is the word of whoever wrote it; "confirmed" means that the other party agreed, not that anybody checked.',
      ),
      ...item('No record of payments: what was paid, lent or repaid is not recorded here.'),
      ...item(anchoredText(data, lexicon)),
      ...item('Words in "quotation marks" stand as somebody wrote them; the service has not checked them.'),
    ],
  })
}

/** Returns a sentence on whether and where the log is anchored (contract §13). */
function anchoredText({ anchoring: { isConfigured, newest } }: SubjectData, lexicon: Lexicon): string {
  const unseen = 'and nobody outside could yet tell if the store were altered as a whole'
  if (newest === null)
    return isConfigured
      ? `Not anchored yet. No fingerprint of these records has been published so far, ${unseen}.`
      : `Not anchored. No publisher is configured, so no fingerprint of these records has been published anywhere, ${unseen}.`
  const where =
    newest.publisher === 'folder'
      ? 'was written into a folder that is carried outside (where to, the cooperative can say)'
      : `was seen and signed by the ${plain(newest.publisher, 100)}`
  return `Anchored up to ${lexicon.calendar.moment(newest.published_at)}: a fingerprint of all records as they then stood ${where}. It shows that none of those was changed or removed since, and not that any of them is true; newer ones are not covered yet.`
}

function item(text: string): Part[] {
  return paragraph(text, '  - ', LIST)
}

export function purposeText(data: { purpose: string; reference: SubjectData['reference'] }): string {
  const row = data.reference.purposes.get(data.purpose)
  return row === undefined
    ? `${quoted(data.purpose, 64)}, which is no listed purpose`
    : `${plain(row.name, 60)}: ${plain(row.meaning, 300)}`
}
