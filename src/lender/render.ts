import { field, type Part } from '../text/parts.ts'
import { COLUMNS, plain, quoted } from '../text/wrap.ts'
import { details } from '../words/party-name.ts'
import { disclaimerSection, flagsSection, purposeText, refusedSection, thresholdsSection } from './closing.ts'
import type { Frame, NameShown, SubjectData } from './data.ts'
import { deliveriesSection } from './deliveries.ts'
import { Lexicon, nameShown } from './lexicon.ts'
import { lotsSection } from './lots.ts'
import { obligationsSection } from './obligations.ts'
import { isOpened } from './opened.ts'
import { plotsSection } from './plots.ts'

/** Renders the lender view. Pure: no requests, no clock. */

/** Renders the page about one party. An unknown party and one that opened nothing give the same bytes. */
export function renderSubject(data: SubjectData): Part[] {
  const lexicon = new Lexicon(data, data.subject)
  return [
    ...headParts('LENDER VIEW', data, lexicon),
    field('About', aboutText(data, lexicon)),
    ...deliveriesSection(data, lexicon),
    ...obligationsSection(data, lexicon),
    ...lotsSection(data, lexicon),
    ...plotsSection(data, lexicon),
    ...refusedSection(data, lexicon),
    ...flagsSection(data, lexicon),
    ...thresholdsSection(data, lexicon),
    ...disclaimerSection(data, lexicon),
  ]
}

export function headParts(title: string, data: Frame, lexicon: Lexicon): Part[] {
  const rule = '='.repeat(COLUMNS)
  const titled = `${title}, as at ${lexicon.calendar.moment(data.asAtMs)}`
  const reader = lexicon.name(data.reader)
  return [
    { kind: 'title', text: titled, lines: [rule, titled, rule] },
    field('Purpose', purposeText(data)),
    ...(data.cooperativeName === ''
      ? []
      : [field('From', `the records of ${quoted(data.cooperativeName, 40)}`)]),
    field('Reader', reader === undefined ? 'a party without a recorded name' : inFull(reader)),
    field(
      'Dates',
      `by the clocks in ${lexicon.calendar.timeZone}; a date is a day, unless it says week, month or season`,
    ),
  ]
}

/** Returns a name with the kind and the member number, for readers who decide by it. */
const inFull = (name: NameShown): string =>
  name.called.by === 'cooperative' ? `${nameShown(name)}${details(name.called)}` : nameShown(name)

function aboutText(data: SubjectData, lexicon: Lexicon): string {
  const name = lexicon.name(data.subject)
  const called =
    name &&
    `${inFull(name)}${name.phone === undefined ? '' : `, telephone ${plain(name.phone, 20)}`}${name.byOthers.length > 1 ? '; those who recorded the name disagree' : ''}`
  if (lexicon.isOwn)
    return `${called ?? 'a party without a recorded name'}. This party is the reader, and reads its own records.`
  if (name !== undefined) return `${called}${name.called.by === null ? '. Called "this party" below' : ''}.`
  const why = !isOpened(data, 'party')
    ? 'its name was not opened to the reader'
    : 'its name was opened, but none can be shown'
  return `a party without a name here: ${why}. Called "this party" below.`
}
