import { must } from '../base/typed.ts'
import { forksOf } from '../domain/forks.ts'
import { GAP, note, type Part, partsOfTable } from '../text/parts.ts'
import { quoted } from '../text/wrap.ts'
import { monthParts } from './bars.ts'
import { correctionText } from './corrections.ts'
import type { Delivery, SubjectData } from './data.ts'
import { amountIn, debtSumParts, few, paidText } from './debt-parts.ts'
import { pricesOf, sumsByCurrency, sumsOf, wordOfPrice } from './debts.ts'
import type { Lexicon } from './lexicon.ts'
import { emptyParts, forkParts, groundParts, unreadParts } from './opened.ts'
import { INDENT, MAX_LINES, sectionParts, sentence } from './section.ts'
import { confirmedBy, isByAParty, reasonLeftOut, sumParts } from './sums.ts'

/** Most deliveries printed: each takes at least two lines, so more never fit. */
export const MOST_DELIVERIES = 250

export function deliveriesSection(data: SubjectData, lexicon: Lexicon): Part[] {
  const { found } = data.deliveries
  const { say, kg, count } = lexicon.words
  const forks = forksOf(data.forked.found, 'delivery')
  const shown = found.slice(0, MOST_DELIVERIES)
  const table = partsOfTable(
    [
      { title: say('view.deliveries.date') },
      { title: say('view.deliveries.recorded'), gives: true },
      { title: say('view.deliveries.kg'), align: 'right' },
      { title: say('view.deliveries.way') },
      { title: say('view.deliveries.confirmed') },
    ],
    shown.map((delivery) => [
      lexicon.calendar.asRecorded(delivery),
      lexicon.goods(delivery),
      delivery.derived.kg === null ? say('view.deliveries.noKg') : kg(delivery.derived.kg),
      lexicon.wayName(delivery),
      say(`view.confirmed.${confirmedBy(delivery)}`),
    ]),
    INDENT,
  )
  const indent = ' '.repeat(table.secondAt)
  const forked = forkParts(forks, lexicon, 'delivery', data.forked.complete)
  return sectionParts({
    title: say('view.deliveries.title'),
    before: [
      ...groundParts(data, lexicon, 'delivery', data.deliveries.found),
      ...(found.length === 0
        ? emptyParts(lexicon)
        : [
            ...sumParts(found, data.subject, lexicon, forks.length),
            ...monthParts(found, data.subject, lexicon),
            ...priceParts(found, data.subject, lexicon),
          ]),
      ...unreadParts(data.deliveries, 'delivery', lexicon),
      ...forked,
      ...(found.length === 0 ? [] : [GAP, table.head]),
    ],
    beyond: found.length - shown.length,
    entries: shown.map((delivery, i) => () => [
      must(table.rows[i]),
      ...note(detailsOf(delivery, data, lexicon), indent),
      ...note(lexicon.flags(delivery.derived.flags) ?? '', indent),
    ]),
    leftOut: (left) => say('view.deliveries.left', { lines: count(MAX_LINES), count: left }),
  })
}

function detailsOf(delivery: Delivery, { subject, superseded }: SubjectData, lexicon: Lexicon): string {
  const { derived, grade, agreed_price, measurement_method } = delivery
  const { say, sayIfKnown, money } = lexicon.words
  const by = wordOfPrice(delivery)
  const method = sayIfKnown(`receipt.method.${measurement_method}`)
  const sentences = [
    partiesText(delivery, subject, lexicon),
    lexicon.factor(delivery),
    method && say('view.sentence', { text: method }),
    confirmationText(delivery, subject, lexicon),
    grade !== undefined && say('view.delivery.grade', { grade: quoted(grade, 24) }),
    agreed_price !== undefined &&
      by !== null &&
      say('view.delivery.price', { by, price: money(agreed_price) }),
    derived.paid !== undefined && paidText(derived.paid, lexicon.words),
    correctionText(delivery, superseded, lexicon),
    derived.flags.includes('received_late') &&
      say('view.enteredLate', { day: lexicon.calendar.day(delivery.received_at) }),
    derived.kg !== null && reasonLeftOut(delivery, lexicon) !== null && say('view.delivery.inNoSum'),
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Prints the sums of prices, as far as it is known what was paid of them. */
function priceParts(found: readonly Delivery[], subject: string, lexicon: Lexicon): Part[] {
  const sums = (agreed: boolean) =>
    sumsOf(
      pricesOf(found).filter(({ paid }) => paid.agreed === agreed),
      subject,
    )
  const parts = [true, false].flatMap((agreed) => debtSumParts(sums(agreed), agreed, lexicon))
  const recorded = found.filter((delivery) => wordOfPrice(delivery) === 'recorded')
  const only = sumsByCurrency(recorded.flatMap(({ agreed_price }) => agreed_price ?? []))
  const { words } = lexicon
  if (recorded.length > 0)
    parts.push(
      ...sentence(
        words.say('view.debts.pricesOnly', {
          count: recorded.length,
          sums: few(
            only.map(([currency, minor]) => amountIn({ currency }, minor, words)),
            words,
          ),
        }),
      ),
    )
  return parts.length === 0 ? [] : [GAP, ...parts]
}

/** Returns a sentence on the other side, and on who recorded the delivery. */
function partiesText(delivery: Delivery, subject: string, lexicon: Lexicon): string {
  const { from_party, asserted_by, on_behalf_of } = delivery
  const { say } = lexicon.words
  const other = otherOf(delivery, subject)
  const isKnown = isByAParty(delivery)
  const side = (party: string | undefined, otherwise: string) =>
    party === subject ? 'subject' : party === other ? 'other_side' : otherwise
  return say('view.delivery.parties', {
    way: from_party === subject ? 'to' : 'from',
    other: other === subject ? say('view.delivery.itself') : lexicon.party(other),
    by: isKnown ? side(asserted_by, 'delegate') : 'neither',
    whom: isKnown ? side(on_behalf_of, 'none') : 'none',
    subject: lexicon.subject,
  })
}

const otherOf = ({ from_party, to_party }: Delivery, subject: string) =>
  from_party === subject ? to_party : from_party

/** Returns a sentence on the confirmation, which only the side that did not record it may give (contract §4). */
function confirmationText(delivery: Delivery, subject: string, lexicon: Lexicon): string {
  const { asserted_by, on_behalf_of, derived } = delivery
  if (derived.confirmation === null) return ''
  const { say } = lexicon.words
  const { confirmed_at, channel, independent, on_paper } = derived.confirmation
  const wrote = (party: string) => asserted_by === party || on_behalf_of === party
  const side = !isByAParty(delivery)
    ? say('view.side.either')
    : wrote(subject)
      ? say('view.side.other')
      : lexicon.subject
  const by = on_paper ? 'paper' : independent ? 'side' : 'delegate'
  if (confirmed_at === null) return say('view.delivery.confirmedHidden', { by, side })
  const day = lexicon.calendar.day(confirmed_at)
  return say('view.delivery.confirmed', { by, side, day, channel: channel ?? 'unknown' })
}
