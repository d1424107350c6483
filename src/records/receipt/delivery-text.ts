import { given, ifGiven, must } from '../../base/typed.ts'
import { noonOfDay } from '../../cli/day.ts'
import type { DebtWord } from '../../domain/payment.ts'
import { plain, together } from '../../text/wrap.ts'
import { isRounded } from '../../words/rounding.ts'
import type { Quantity } from '../../words/values.ts'
import { isWay } from '../../words/ways.ts'
import type { Words } from '../../words/words.ts'
import type { DeliveryReceipt, Paper, SeasonTotal } from './receipt.ts'
import {
  askLines,
  type Below,
  type Content,
  deviceText,
  layOut,
  partyText,
  signedNotice,
} from './receipt-layout.ts'

/** What a delivery's receipt says, for the member to take home. */

export const deliveryText = (
  words: Words,
  receipt: DeliveryReceipt,
  season: SeasonTotal,
  paper: Paper,
): string => layOut(words, receipt, paper, deliveryContent(words, receipt, season))

export function deliveryContent(words: Words, receipt: DeliveryReceipt, season: SeasonTotal): Content {
  const { calendar, money, say, sayIfKnown } = words
  const { quantity: seen, agreed_price, whose = 'agreed' } = receipt
  return {
    heading: say(receipt.is_copy ? 'receipt.headingOfCopy' : 'receipt.heading'),
    notices: [...(receipt.is_ours ? [] : [say('receipt.notOurs')]), ...signedNotice(words, receipt)],
    rows: [
      ['receipt.date', calendar.asRecorded(receipt)],
      ['receipt.from', partyText(words, receipt.from)],
      ['receipt.to', partyText(words, receipt.to)],
      ['receipt.what', plain(receipt.crop, 60)],
      ['receipt.quantity', seen === null ? say('receipt.none') : quantityText(words, seen)],
      ['receipt.kilograms', kilogramsText(words, receipt)],
      ['receipt.measured', sayIfKnown(`receipt.method.${receipt.measurement_method}`)],
      ['receipt.grade', receipt.grade === undefined ? null : plain(receipt.grade, 40)],
      ['receipt.price', agreed_price === undefined ? null : priceText(words, money(agreed_price), whose)],
      ['receipt.place', receipt.location === undefined ? null : plain(receipt.location, 60)],
      ['receipt.entered', calendar.stamp(receipt.received_at)],
      ['receipt.byPhone', deviceText(words, receipt)],
      ['receipt.printedBy', plain(receipt.printed_by, 60)],
    ],
    large: { who: 'receipt.from', figure: 'receipt.quantity', what: 'receipt.what' },
    below: [...seasonLines(words, season), ...askLines(words, receipt)],
  }
}

const priceText = ({ say }: Words, price: string, whose: DebtWord): string =>
  whose === 'agreed'
    ? say('receipt.inAll', { price })
    : say('receipt.inAllAlone', { price, whose: say('money.whose', { whose }) })

/**
 * Returns the season's totals of deliveries to the cooperative, which must account for them to the member.
 * Deliveries that only the member stated are not in the totals, and have lines of their own.
 */
function seasonLines(words: Words, { since, rows }: SeasonTotal): Below[] {
  const { amount, calendar, kg, say } = words
  const brought = rows.filter(({ direction }) => direction === 'in')
  const counted = brought.filter(({ deliveries }) => deliveries > 0)
  const claimed = brought.filter((row) => row.claimed > 0)
  const day = calendar.day(must(noonOfDay(calendar.timeZone, since)))
  return [
    ...(counted.length === 0 ? [] : [{ text: say('receipt.brought', { day }) }]),
    ...counted.map(({ crop_name, kg: mass, quantity, deliveries, ways, without_kg, forked }) => {
      const reached = Object.entries(ways).map(([way, some]) =>
        say('receipt.reached', { kg: kg(some), way: isWay(way) ? words.way(way) : way }),
      )
      const missing = [
        ...(without_kg === 0 ? [] : [say('receipt.withoutKg', { count: without_kg })]),
        ...(forked === 0 ? [] : [say('receipt.forked', { count: forked })]),
      ]
      const left = missing.length === 0 ? '' : say('receipt.notInIt', { what: missing.join(', ') })
      const measured = quantity === null ? [] : [`${amount(quantity.value)} ${plain(quantity.unit, 40)}`]
      const rounded = [mass, ...Object.values(ways)].some(isRounded) ? [say('receipt.rounded')] : []
      const told = [...measured, ...reached, ...rounded]
      const how = told.length === 0 ? '' : ` (${told.join(', ')})`
      const crop = plain(crop_name, 60)
      return {
        text: `${say('receipt.total', { crop, kg: kg(mass), how, count: deliveries })}${left}`,
        sum: {
          name: crop,
          figure: together(say('receipt.inKg', { kg: kg(mass) })),
          detail: `${say('receipt.inDeliveries', { count: deliveries })}${how}${left}`,
        },
      }
    }),
    ...claimed.map(({ crop_name, claimed: count, claimed_kg }) => ({
      text: `${say('receipt.claimed', { crop: plain(crop_name, 60), kg: kg(claimed_kg), count })}${isRounded(claimed_kg) ? ` (${say('receipt.rounded')})` : ''}`,
    })),
  ]
}

/** With the local word for the unit, as entered. */
const quantityText = ({ quantity }: Words, { label, ...seen }: Quantity): string =>
  quantity({ ...seen, ...given({ label: ifGiven(label, (text) => plain(text, 60)) }) }, plain(seen.unit, 40))

/** Whether somebody read the kilograms off a scale: a figure in kilograms may also be what the member said. */
const isWeighed = ({ way, measurement_method: method = '' }: DeliveryReceipt): boolean =>
  way === 'exact unit' && ['coop_weighed', 'calibrated_weighed'].includes(method)

function kilogramsText(words: Words, receipt: DeliveryReceipt): string {
  const { kg: mass, way, factor, is_own_factor = false, quantity: seen } = receipt
  const { amount, kg, say } = words
  if (mass === null) return say('receipt.noFactor')
  const isFixed = way === 'fixed factor' && seen !== null
  // Everybody knows a gram or a pound; a bag has the kilograms that the cooperative says.
  const isExact = isFixed && (factor === null || !is_own_factor)
  const how = [
    ...(isExact ? [say('receipt.converted', { quantity: quantityText(words, seen) })] : []),
    ...(isExact || factor === null || seen === null
      ? []
      : [say('receipt.rate', { kg: amount(factor), unit: plain(seen.unit, 30) })]),
    ...(isFixed || way === null ? [] : [isWeighed(receipt) ? say('receipt.weighed') : words.way(way)]),
    ...(isRounded(mass) ? [say('receipt.rounded')] : []),
  ]
  return how.length === 0 ? kg(mass) : `${kg(mass)} (${how.join(', ')})`
}
