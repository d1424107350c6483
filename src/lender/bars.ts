import { addTo } from '../base/groups.ts'
import type { Paid } from '../domain/derived/money.ts'
import { sumKg } from '../domain/quantity.ts'
import { type BarRow, bars, type Part, type Shade } from '../text/parts.ts'
import type { Words } from '../words/words.ts'
import type { Delivery, Obligation } from './data.ts'
import type { Lexicon } from './lexicon.ts'
import { CONFIRMED, type ConfirmedBy, confirmedBy, formsOf, reasonLeftOut } from './sums.ts'

/**
 * Bars on the page for a browser, of what the text states in figures; the text has none. Deliveries that are
 * left out of the sums are in no bar, and the sentences of the sums count them.
 */

/** Two years and a bit: with more, the bars of this season are lost among the others. */
const MOST_MONTHS = 26
/** Crops and forms with bars of their own. */
const MOST_FORMS = 4
const SHADES = {
  confirmed: 'full',
  by_delegate: 'half',
  on_paper: 'edged',
  not_confirmed: 'open',
} as const satisfies Record<ConfirmedBy, Shade>

/** Returns bars of the summed deliveries by month, for each crop and form. */
export function monthParts(deliveries: readonly Delivery[], subject: string, lexicon: Lexicon): Part[] {
  if (!lexicon.isPage) return []
  const summed = deliveries.filter((delivery) => reasonLeftOut(delivery, lexicon) === null)
  const forms = formsOf(summed, subject, lexicon)
  const { say } = lexicon.words
  return forms.slice(0, MOST_FORMS).map(({ heading, members }, i) => {
    const by = CONFIRMED.filter(
      (one) =>
        one === 'confirmed' ||
        one === 'not_confirmed' ||
        members.some((member) => confirmedBy(member) === one),
    )
    const isLast = i === MOST_FORMS - 1 && forms.length > MOST_FORMS
    return bars({
      title: say('view.bars.months', { heading }),
      series: by.map((one) => ({
        title: say(`view.sums.${one}`),
        shade: SHADES[one],
      })),
      columns: { label: say('view.bars.month'), whole: say('view.sums.total') },
      rows: rowsOf(members, by, lexicon.words),
      notes: isLast ? [say('view.bars.more', { count: forms.length - MOST_FORMS })] : [],
    })
  })
}

/** A row a month, those without deliveries too; then those of which only the season is known. */
function rowsOf(members: readonly Delivery[], by: readonly ConfirmedBy[], words: Words): BarRow[] {
  const { calendar, say } = words
  const months = new Map<number, Delivery[]>()
  const seasons = new Map<string, Delivery[]>()
  for (const member of members) {
    const month = calendar.monthOf(member)
    if (month === null) addTo(seasons, calendar.asRecorded(member), member)
    else addTo(months, month, member)
  }
  const row = (label: string, some: readonly Delivery[]): BarRow => {
    const amounts = by.map((one) => kgOf(some.filter((member) => confirmedBy(member) === one)))
    const text = (amount: number) => (amount === 0 ? '-' : words.kg(amount))
    return { label, amounts, texts: amounts.map(text), whole: text(kgOf(some)) }
  }
  const dated = [...months.keys()]
  const last = dated.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const first = Math.max(
    dated.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    last - MOST_MONTHS + 1,
  )
  const earlier = dated.filter((month) => month < first).flatMap((month) => months.get(month) ?? [])
  const count = dated.length === 0 ? 0 : last - first + 1
  return [
    ...(earlier.length === 0
      ? []
      : [row(say('view.bars.before', { month: calendar.monthName(first) }), earlier)]),
    ...Array.from({ length: count }, (_, i) =>
      row(calendar.monthName(first + i), months.get(first + i) ?? []),
    ),
    ...[...seasons].map(([label, some]) => row(label, some)),
  ]
}

const kgOf = (some: readonly Delivery[]): number => sumKg(some.map(({ derived }) => derived.kg ?? 0))

/** Returns a bar of what was committed: delivered and confirmed, delivered otherwise, and outstanding. */
export function fulfilmentBar({ derived }: Obligation, { say }: Words): Part[] {
  const { committed_kg, delivered_kg, confirmed_kg, outstanding_kg } = derived.fulfilment
  if (committed_kg === null || outstanding_kg === null) return []
  return bar(say('view.bars.goods'), [
    [say('view.bars.confirmed'), 'full', confirmed_kg],
    [say('view.bars.delivered'), 'half', sumKg([delivered_kg, -confirmed_kg])],
    [say('view.obligation.outstanding'), 'open', outstanding_kg],
  ])
}

/** Returns a bar of an amount that both sides agreed on. What is only claimed still counts as remaining. */
export function paidBar(paid: Paid, { say }: Words): Part[] {
  const { acknowledged_minor: acknowledged, on_paper_minor: onPaper } = paid
  const { claimed_minor: claimed, remaining_minor: remaining } = paid
  if (!paid.agreed || acknowledged === null || onPaper === null) return []
  if (claimed === null || remaining === null) return []
  return bar(say('view.bars.money'), [
    [say('view.paid.acknowledged'), 'full', acknowledged],
    ...(onPaper === 0 ? [] : [[say('view.paid.on_paper'), 'edged', onPaper] as const]),
    [say('view.bars.claimed'), 'half', Math.min(claimed, Math.max(remaining, 0))],
    [say('view.paid.remaining'), 'open', remaining - claimed],
  ])
}

type BarPart = readonly [title: string, shade: Shade, amount: number]

const bar = (title: string, parts: readonly BarPart[]): Part[] => [
  bars({
    title,
    series: parts.map(([name, shade]) => ({ title: name, shade })),
    columns: { label: '' },
    rows: [{ label: '', amounts: parts.map(([, , amount]) => Math.max(amount, 0)), texts: [] }],
  }),
]
