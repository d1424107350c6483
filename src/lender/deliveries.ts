import { must } from '../base/typed.ts'
import { forksOf } from '../domain/forks.ts'
import { GAP, note, type Part, partsOfTable } from '../text/parts.ts'
import { quoted } from '../text/wrap.ts'
import { kg, money, several } from '../words/english.ts'
import { METHODS } from '../words/ways.ts'
import { correctionText } from './corrections.ts'
import type { Delivery, SubjectData } from './data.ts'
import type { Lexicon } from './lexicon.ts'
import { emptyParts, forkParts, groundParts, unreadParts } from './opened.ts'
import { INDENT, sectionParts } from './section.ts'
import { confirmedWord, isByAParty, reasonLeftOut, sumParts } from './sums.ts'

/** Most deliveries printed: each takes at least two lines, so more never fit. */
export const MOST_DELIVERIES = 250

export function deliveriesSection(data: SubjectData, lexicon: Lexicon): Part[] {
  const { found } = data.deliveries
  const forks = forksOf(data.forked.found, 'delivery')
  const shown = found.slice(0, MOST_DELIVERIES)
  const table = partsOfTable(
    [
      { title: 'Date' },
      { title: 'As recorded', gives: true },
      { title: 'Kilograms', align: 'right' },
      { title: 'How reached' },
      { title: 'Confirmed' },
    ],
    shown.map((delivery) => [
      lexicon.calendar.asRecorded(delivery),
      lexicon.goods(delivery),
      delivery.derived.kg === null ? 'none' : kg(delivery.derived.kg),
      lexicon.way(delivery) ?? '',
      confirmedWord(delivery),
    ]),
    INDENT,
  )
  const indent = ' '.repeat(table.secondAt)
  const forked = forkParts(forks, lexicon, 'deliveries', data.forked.complete)
  return sectionParts({
    title: 'DELIVERIES',
    before: [
      ...groundParts(data, lexicon, 'delivery', data.deliveries.found),
      ...(found.length === 0 ? emptyParts(lexicon) : sumParts(found, data.subject, lexicon, forks.length)),
      ...unreadParts(data.deliveries, 'deliveries'),
      ...forked,
      ...(found.length === 0 ? [] : [GAP, table.head]),
    ],
    beyond: found.length - shown.length,
    entries: shown.map((delivery, i) => () => [
      must(table.rows[i]),
      ...note(detailsOf(delivery, data, lexicon), indent),
      ...note(lexicon.flags(delivery.derived.flags) ?? '', indent),
    ]),
    leftOut: (n) =>
      `Not printed, since a section has at most 500 lines: the ${several(n, 'oldest delivery', 'oldest deliveries')}. The sums above include ${n === 1 ? 'it' : 'them'}.`,
  })
}

function detailsOf(delivery: Delivery, { subject, superseded }: SubjectData, lexicon: Lexicon): string {
  const { derived, grade, agreed_price, measurement_method } = delivery
  const { calendar } = lexicon
  const sentences = [
    partiesText(delivery, subject, lexicon),
    lexicon.factor(delivery),
    METHODS[measurement_method ?? ''],
    confirmationText(delivery, subject, lexicon),
    grade === undefined ? '' : `Grade ${quoted(grade, 24)} as stated`,
    agreed_price === undefined ? '' : `Agreed price ${money(agreed_price)} for the whole`,
    correctionText(delivery, superseded, lexicon),
    derived.flags.includes('received_late') ? `Entered late, on ${calendar.day(delivery.received_at)}` : '',
    derived.kg !== null && reasonLeftOut(delivery) !== null ? 'Counts in no sum' : '',
  ]
  return `${sentences.filter(Boolean).join('. ')}.`
}

/** Returns words for the other side, and for who recorded the delivery. */
function partiesText(delivery: Delivery, subject: string, lexicon: Lexicon): string {
  const { from_party, asserted_by, on_behalf_of } = delivery
  const other = otherOf(delivery, subject)
  const direction = `${from_party === subject ? 'To' : 'From'} ${other === subject ? 'itself' : lexicon.party(other)}`
  if (!isByAParty(delivery)) return `${direction}; written down by neither side`
  const by =
    asserted_by === subject
      ? `by ${lexicon.subject}`
      : asserted_by === other
        ? 'by that party'
        : 'by a delegate'
  const whom =
    on_behalf_of === subject ? ` for ${lexicon.subject}` : on_behalf_of === other ? ' for that party' : ''
  return `${direction}; written down ${by}${whom}`
}

const otherOf = ({ from_party, to_party }: Delivery, subject: string) =>
  from_party === subject ? to_party : from_party

/** Returns words for the confirmation, which only the side that did not record it may give (contract §4). */
function confirmationText(delivery: Delivery, subject: string, lexicon: Lexicon): string {
  const { asserted_by, on_behalf_of, derived } = delivery
  if (derived.confirmation === null) return ''
  const { confirmed_at, channel, independent } = derived.confirmation
  const wrote = (party: string) => asserted_by === party || on_behalf_of === party
  const side = !isByAParty(delivery) ? 'one of the two' : wrote(subject) ? 'that party' : lexicon.subject
  const by = independent ? `by ${side}` : `for ${side} by a delegate`
  if (confirmed_at === null) return `Confirmed ${by}; when and how is not open to the reader`
  return `Confirmed ${by} on ${lexicon.calendar.day(confirmed_at)}${CHANNELS[channel ?? ''] ?? ''}`
}

const CHANNELS: Readonly<Record<string, string>> = {
  app: ' in the app',
  ussd_pin: ' by telephone with a PIN',
  in_person: ' in person',
  written: ' in writing',
}
