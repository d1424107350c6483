import { field, type Part } from '../text/parts.ts'
import { COLUMNS, plain, quoted } from '../text/wrap.ts'
import { details } from '../words/party-name.ts'
import { addressing, type Words } from '../words/words.ts'
import { disclaimerSection, flagsSection, refusedSection, thresholdsSection } from './closing.ts'
import type { Frame, NameShown, SubjectData } from './data.ts'
import { deliveriesSection } from './deliveries.ts'
import { Lexicon } from './lexicon.ts'
import { lotsSection } from './lots.ts'
import { obligationsSection } from './obligations.ts'
import { isOpened } from './opened.ts'
import { paymentsSection } from './payments.ts'
import { plotsSection } from './plots.ts'

/** Renders the lender view. Pure: no requests, no clock. */

/**
 * Renders the page about one party. An unknown party and one that opened nothing give the same bytes.
 * @param words of the reader
 * @param isPage whether it is laid out as a page, which has bars and addresses the reader
 */
export function renderSubject(words: Words, data: SubjectData, isPage = false): Part[] {
  const lexicon = new Lexicon(isPage ? addressing(words) : words, data, data.subject, isPage)
  return [
    ...headParts(words.say('view.title', { at: words.calendar.moment(data.asAtMs) }), data, lexicon),
    field(words.say('view.field.about'), aboutText(data, lexicon)),
    ...deliveriesSection(data, lexicon),
    ...obligationsSection(data, lexicon),
    ...paymentsSection(data, lexicon),
    ...lotsSection(data, lexicon),
    ...plotsSection(data, lexicon),
    ...refusedSection(data, lexicon),
    ...flagsSection(lexicon),
    ...thresholdsSection(data, lexicon),
    ...disclaimerSection(data, lexicon),
  ]
}

export function headParts(title: string, data: Frame, lexicon: Lexicon): Part[] {
  const { say, calendar } = lexicon.words
  const rule = '='.repeat(COLUMNS)
  const reader = lexicon.name(data.reader)
  return [
    { kind: 'title', text: title, lines: [rule, title, rule] },
    field(say('view.field.purpose'), lexicon.purpose),
    ...(data.cooperativeName === ''
      ? []
      : [field(say('view.field.from'), say('view.from', { cooperative: quoted(data.cooperativeName, 40) }))]),
    field(say('view.field.reader'), reader === undefined ? say('name.none') : inFull(reader, lexicon)),
    field(say('view.field.dates'), say('view.dates', { zone: calendar.timeZone })),
  ]
}

/** Returns a name with the kind and the member number, for readers who decide by it. */
const inFull = (name: NameShown, lexicon: Lexicon): string =>
  name.called.by === 'cooperative'
    ? `${lexicon.nameShown(name)}${details(name.called, lexicon.words)}`
    : lexicon.nameShown(name)

function aboutText(data: SubjectData, lexicon: Lexicon): string {
  const { say } = lexicon.words
  const shown = lexicon.name(data.subject)
  const name = shown && calledText(shown, lexicon)
  if (lexicon.isOwn) return say('view.about.own', { name: name ?? say('name.none') })
  if (shown !== undefined && name !== undefined)
    return say(shown.called.by === null ? 'view.about.unnamed' : 'view.about.named', { name })
  return say(isOpened(data, 'party') ? 'view.about.noneToShow' : 'view.about.notOpened')
}

function calledText(shown: NameShown, lexicon: Lexicon): string {
  const { say } = lexicon.words
  const full = inFull(shown, lexicon)
  const name =
    shown.phone === undefined ? full : say('view.about.phone', { name: full, phone: plain(shown.phone, 20) })
  return shown.byOthers.length > 1 ? say('view.about.disagree', { name }) : name
}
