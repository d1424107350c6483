import type { Fulfilment } from '../domain/derived/fulfilment.ts'
import { forksOf } from '../domain/forks.ts'
import { GAP, type Part, paragraph, partsOfTable } from '../text/parts.ts'
import { count, kg, money, several } from '../words/english.ts'
import { correctionParts } from './corrections.ts'
import type { Obligation, SubjectData } from './data.ts'
import type { Lexicon } from './lexicon.ts'
import { emptyParts, forkParts, groundParts, unreadParts } from './opened.ts'
import { INDENT, sectionParts, sentence } from './section.ts'

/** Most obligations printed: each takes at least three lines, so more never fit. */
export const MOST_OBLIGATIONS = 165

const INNER = `${INDENT}    `

export function obligationsSection(data: SubjectData, lexicon: Lexicon): Part[] {
  const { found } = data.obligations
  return sectionParts({
    title: 'OBLIGATIONS',
    before: [
      ...groundParts(data, lexicon, 'obligation', data.obligations.found),
      ...(found.length === 0
        ? emptyParts(lexicon)
        : sentence(
            'Each is counted over all deliveries recorded against it, those not open to the reader included. What a delivery weighs is as that delivery reached it.',
          )),
      ...unreadParts(data.obligations, 'obligations'),
      ...forkParts(forksOf(data.forked.found, 'obligation'), lexicon, 'obligations', data.forked.complete),
    ],
    entries: found.map((obligation) => () => obligationParts(obligation, data, lexicon)),
    leftOut: (n) =>
      `Not printed, since a section has at most 500 lines: the ${several(n, 'oldest obligation', 'oldest obligations')}.`,
  })
}

function obligationParts(
  obligation: Obligation,
  { asAtMs, superseded }: SubjectData,
  lexicon: Lexicon,
): Part[] {
  const { amount, due_at, derived } = obligation
  const { calendar } = lexicon
  const due =
    due_at === undefined
      ? ''
      : `, due ${calendar.day(due_at)}${Date.parse(due_at) < asAtMs ? ' (now past)' : ''}`
  const late = derived.flags.includes('received_late')
    ? ` (entered late, on ${calendar.day(obligation.received_at)})`
    : ''
  const goods =
    obligation.quantity === undefined && obligation.crop === undefined ? '' : `: ${lexicon.goods(obligation)}`
  return [
    GAP,
    ...paragraph(`${headline(obligation, lexicon)}${due}`, INDENT, INNER),
    ...paragraph(`Dated ${calendar.asRecorded(obligation)}${late}${goods}`, INNER),
    ...(amount === undefined
      ? []
      : paragraph(`Amount: ${money(amount)}. What has been paid of it is not recorded here.`, INNER)),
    ...correctionParts(obligation, superseded, lexicon, INNER),
    ...fulfilmentParts(obligation, lexicon),
    ...paragraph(lexicon.flags(derived.flags) ?? '', INNER),
  ]
}

function headline({ kind, obligor, obligee }: Obligation, lexicon: Lexicon): string {
  const owes = lexicon.party(obligor)
  const to = lexicon.party(obligee)
  return `${owes.replace(/^[a-z]/, (letter) => letter.toUpperCase())} ${(KINDS[kind] ?? KINDS.other)?.(to)}`
}

const KINDS: Readonly<Record<string, (to: string) => string>> = {
  deliver_produce: (to) => `is to deliver produce to ${to}`,
  repay_input_credit: (to) => `is to repay input credit to ${to}`,
  repay_loan: (to) => `is to repay a loan to ${to}`,
  pay_for_goods: (to) => `is to pay ${to} for goods`,
  other: (to) => `owes something else to ${to}`,
}

function fulfilmentParts(obligation: Obligation, lexicon: Lexicon): Part[] {
  const sums = obligation.derived.fulfilment
  const named = sums.deliveries + sums.forked + sums.not_counted
  if (sums.committed_kg === null && named === 0)
    return paragraph('No kilograms are committed or delivered.', INNER)
  const table = partsOfTable(
    [{ title: '' }, { title: '', align: 'right' }, { title: '', gives: true }],
    [
      [
        'committed',
        orNone(sums.committed_kg),
        sums.committed_kg === null ? '' : lexicon.wayInFull(obligation),
      ],
      ['delivered', kg(sums.delivered_kg), `in ${several(sums.deliveries, 'delivery', 'deliveries')}`],
      ['confirmed', kg(sums.confirmed_kg), `${count(sums.confirmed)} of them confirmed`],
      ['outstanding', orNone(sums.outstanding_kg), outstandingNote(sums)],
    ],
    INNER,
  )
  return [...table.rows, ...leftOutParts(sums)]
}

const orNone = (value: number | null) => (value === null ? 'not in kg' : kg(value))

function outstandingNote({ outstanding_kg, incomplete }: Fulfilment): string {
  if (outstanding_kg === null) return ''
  const note = outstanding_kg < 0 ? 'more was delivered than committed' : ''
  return incomplete ? `${note === '' ? '' : `${note}; `}INCOMPLETE, see below` : note
}

function leftOutParts(sums: Fulfilment): Part[] {
  const parts: string[] = []
  if (sums.forked > 0)
    parts.push(
      `${several(sums.forked, 'delivery', 'deliveries')} with corrections that contradict each other`,
    )
  if (sums.unconvertible > 0)
    parts.push(
      `the weight of ${several(sums.unconvertible, 'delivery', 'deliveries')} without kilograms of this crop and form`,
    )
  if (sums.not_counted > 0)
    parts.push(`${several(sums.not_counted, 'delivery', 'deliveries')} of other goods or between others`)
  const leftOut = parts.length === 0 ? [] : paragraph(`Left out: ${parts.join('; ')}.`, INNER)
  return sums.incomplete
    ? [
        ...paragraph('INCOMPLETE: these sums do not hold everything that was delivered or committed.', INNER),
        ...leftOut,
      ]
    : leftOut
}
