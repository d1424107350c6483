import { must } from '../../base/typed.ts'
import { noonOfDay } from '../../cli/day.ts'
import { marked } from '../../text/foreign.ts'
import { apart, cut, pad, plain, widthOf, wrap } from '../../text/wrap.ts'
import type { PlainKey } from '../../words/language.ts'
import type { Quantity } from '../../words/values.ts'
import { isWay } from '../../words/ways.ts'
import type { Words } from '../../words/words.ts'
import { PAPERS, type Paper, type Receipt, type ReceiptParty, type SeasonTotal } from './receipt.ts'

/** A delivery's receipt as text, for the member to take home. */

export function receiptText(words: Words, receipt: Receipt, season: SeasonTotal, paper: Paper): string {
  const { calendar, money, quantity, say, sayIfKnown } = words
  const width = PAPERS[paper]
  const rule = '-'.repeat(width)
  const centred = (text: string) => [
    `${' '.repeat(Math.max(0, Math.floor((width - widthOf(text)) / 2)))}${text}`,
  ]
  const label = (name: PlainKey, text: string | null | undefined) =>
    text == null || text === '' ? [] : wrap(marked(text), pad(say(name), 12), ' '.repeat(12), width)
  const said = (text: string) => wrap(marked(text), '', '', width)
  const { cooperative, quantity: seen, agreed_price, standing, is_ours } = receipt
  const brought = seasonLines(words, season)
  const lines = [
    ...(receipt.isCopy ? centred(say('receipt.copyMark')) : []),
    ...centred(cut(marked(cooperative.name ?? say('receipt.heading')), width)),
    ...(cooperative.phone === null ? [] : centred(cooperative.phone)),
    rule,
    ...centred(say(receipt.isCopy ? 'receipt.headingOfCopy' : 'receipt.heading')),
    ...said(sayIfKnown(`receipt.is.${standing}`) ?? ''),
    ...(is_ours ? [] : said(say('receipt.notOurs'))),
    rule,
    ...label('receipt.date', calendar.asRecorded(receipt)),
    ...label('receipt.from', partyText(words, receipt.from)),
    ...label('receipt.to', partyText(words, receipt.to)),
    ...label('receipt.what', plain(receipt.crop, 60)),
    ...label(
      'receipt.quantity',
      seen === null ? say('receipt.none') : quantity({ ...seen, ...called(seen) }, plain(seen.unit, 40)),
    ),
    ...label('receipt.kilograms', kilogramsText(words, receipt)),
    ...label('receipt.measured', sayIfKnown(`receipt.method.${receipt.measurement_method}`)),
    ...label('receipt.grade', receipt.grade === undefined ? null : plain(receipt.grade, 40)),
    ...label(
      'receipt.price',
      agreed_price === undefined ? null : say('receipt.inAll', { price: money(agreed_price) }),
    ),
    ...label('receipt.place', receipt.location === undefined ? null : plain(receipt.location, 60)),
    ...label('receipt.entered', calendar.stamp(receipt.received_at)),
    ...label('receipt.printedBy', plain(receipt.printed_by, 60)),
    rule,
    ...(brought.length === 0 ? [] : [...brought.flatMap(said), rule]),
    ...said(say('receipt.ifWrong')),
    ...said(say('receipt.record', { number: receipt.number })),
    // On narrow paper the id takes two lines, so that it is never cut.
    ...(receipt.record.length > width
      ? [receipt.record.slice(0, 24), receipt.record.slice(24)]
      : [receipt.record]),
    ...(receipt.digest.match(new RegExp(`.{1,${Math.min(width, 32)}}`, 'g')) ?? []),
  ]
  return marked(lines.map((line) => apart(line).trimEnd()).join('\n'))
}

/**
 * Returns the season's totals of deliveries to the cooperative, which must account for them to the member.
 * Deliveries that only the member stated are not in the totals, and have lines of their own.
 */
function seasonLines(words: Words, { since, rows }: SeasonTotal): string[] {
  const { calendar, kg, say } = words
  const brought = rows.filter(({ direction }) => direction === 'in')
  const counted = brought.filter(({ deliveries }) => deliveries > 0)
  const claimed = brought.filter((row) => row.claimed > 0)
  const day = calendar.day(must(noonOfDay(calendar.timeZone, since)))
  return [
    ...(counted.length === 0 ? [] : [say('receipt.brought', { day })]),
    ...counted.map(({ crop_name, kg: mass, quantity, deliveries, ways, without_kg, forked }) => {
      const reached = Object.entries(ways).map(([way, some]) =>
        say('receipt.reached', { kg: kg(some), way: isWay(way) ? words.way(way) : way }),
      )
      const missing = [
        ...(without_kg === 0 ? [] : [say('receipt.withoutKg', { count: without_kg })]),
        ...(forked === 0 ? [] : [say('receipt.forked', { count: forked })]),
      ]
      const left = missing.length === 0 ? '' : say('receipt.notInIt', { what: missing.join(', ') })
      const measured = quantity === null ? [] : [`${kg(quantity.value)} ${plain(quantity.unit, 40)}`]
      const told = [...measured, ...reached]
      const how = told.length === 0 ? '' : ` (${told.join(', ')})`
      const crop = plain(crop_name, 60)
      return `${say('receipt.total', { crop, kg: kg(mass), how, count: deliveries })}${left}`
    }),
    ...claimed.map(({ crop_name, claimed: count, claimed_kg }) =>
      say('receipt.claimed', { crop: plain(crop_name, 60), kg: kg(claimed_kg), count }),
    ),
  ]
}

/** Returns a party's name and member number; without one, its region, which tells equal names apart. */
const partyText = ({ say }: Words, { name, member_no, region }: ReceiptParty): string =>
  [
    name ?? say('receipt.noName'),
    member_no !== null
      ? say('receipt.number', { number: plain(member_no, 20) })
      : region === null
        ? ''
        : ` (${plain(region, 40)})`,
  ].join('')

/** The local word for the unit, as entered. */
const called = ({ label }: Quantity) => (label === undefined ? {} : { label: plain(label, 60) })

function kilogramsText(words: Words, { kg: mass, way, factor, quantity: seen }: Receipt): string {
  const { amount, kg, say } = words
  if (mass === null) return say('receipt.noFactor')
  const rate =
    factor === null || seen === null
      ? ''
      : say('receipt.rate', { kg: amount(factor), unit: plain(seen.unit, 30) })
  return `${kg(mass)} (${way === null ? '' : words.way(way)}${rate})`
}
