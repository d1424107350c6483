import type { Fulfilment } from '../domain/derived/fulfilment.ts'
import { forksOf } from '../domain/forks.ts'
import { GAP, type Part, paragraph, partsOfTable } from '../text/parts.ts'
import type { Words } from '../words/words.ts'
import { fulfilmentBar } from './bars.ts'
import { correctionParts } from './corrections.ts'
import type { Obligation, SubjectData } from './data.ts'
import type { Lexicon } from './lexicon.ts'
import { emptyParts, forkParts, groundParts, unreadParts } from './opened.ts'
import { paidParts } from './payments.ts'
import { INDENT, MAX_LINES, sectionParts, sentence } from './section.ts'

/** Most obligations printed: each takes at least three lines, so more never fit. */
export const MOST_OBLIGATIONS = 165

const INNER = `${INDENT}    `

export function obligationsSection(data: SubjectData, lexicon: Lexicon): Part[] {
  const { found } = data.obligations
  const { say, count } = lexicon.words
  return sectionParts({
    title: say('view.obligations.title'),
    before: [
      ...groundParts(data, lexicon, 'obligation', data.obligations.found),
      ...(found.length === 0 ? emptyParts(lexicon) : sentence(say('view.obligations.over'))),
      ...unreadParts(data.obligations, 'obligation', lexicon),
      ...forkParts(forksOf(data.forked.found, 'obligation'), lexicon, 'obligation', data.forked.complete),
    ],
    entries: found.map((obligation) => () => obligationParts(obligation, data, lexicon)),
    leftOut: (left) => say('view.obligations.left', { lines: count(MAX_LINES), count: left }),
  })
}

function obligationParts(
  obligation: Obligation,
  { asAtMs, superseded }: SubjectData,
  lexicon: Lexicon,
): Part[] {
  const { due_at, derived } = obligation
  const { money: paid } = derived.fulfilment
  const { say, calendar } = lexicon.words
  const due = due_at === undefined ? 'none' : Date.parse(due_at) < asAtMs ? 'past' : 'coming'
  const hasGoods = obligation.quantity !== undefined || obligation.crop !== undefined
  return [
    GAP,
    ...paragraph(
      say('view.owed', {
        what: headline(obligation, lexicon),
        due,
        day: due_at === undefined ? '' : calendar.day(due_at),
      }),
      INDENT,
      INNER,
    ),
    ...paragraph(
      say('view.obligation.dated', {
        date: calendar.asRecorded(obligation),
        late: derived.flags.includes('received_late') ? 'yes' : 'no',
        day: calendar.day(obligation.received_at),
        has: hasGoods ? 'goods' : 'none',
        goods: hasGoods ? lexicon.goods(obligation) : '',
      }),
      INNER,
    ),
    ...correctionParts(obligation, superseded, lexicon, INNER),
    ...(paid === undefined ? [] : paidParts(paid, due === 'past', lexicon.words, INNER)),
    ...fulfilmentParts(obligation, lexicon),
    ...paragraph(lexicon.flags(derived.flags) ?? '', INNER),
  ]
}

const KINDS = ['deliver_produce', 'repay_input_credit', 'repay_loan', 'pay_for_goods'] as const

function headline({ kind, obligor, obligee }: Obligation, lexicon: Lexicon): string {
  const known = KINDS.find((one) => one === kind) ?? 'other'
  // Only a page speaks to its reader.
  if (lexicon.isPage && lexicon.isReader(obligor))
    return lexicon.words.say(`view.youOwe.${known}`, { to: lexicon.party(obligee) })
  const owes = lexicon.party(obligor)
  return lexicon.words.say(`view.owes.${known}`, {
    owes: owes.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
    to: lexicon.party(obligee),
  })
}

function fulfilmentParts(obligation: Obligation, lexicon: Lexicon): Part[] {
  const { words } = lexicon
  const { say, kg } = words
  const sums = obligation.derived.fulfilment
  const named = sums.deliveries + sums.forked + sums.not_counted
  if (sums.committed_kg === null && named === 0)
    return sums.money === undefined ? paragraph(say('view.obligation.noKg'), INNER) : []
  const orNone = (value: number | null) => (value === null ? say('view.notInKg') : kg(value))
  const table = partsOfTable(
    [{ title: '' }, { title: '', align: 'right' }, { title: '', gives: true }],
    [
      [
        say('view.obligation.committed'),
        orNone(sums.committed_kg),
        sums.committed_kg === null ? '' : lexicon.wayInFull(obligation),
      ],
      [
        say('view.obligation.delivered'),
        kg(sums.delivered_kg),
        say('view.obligation.inDeliveries', { count: sums.deliveries }),
      ],
      [
        say('view.obligation.confirmed'),
        kg(sums.confirmed_kg),
        say('view.obligation.confirmedOf', { count: sums.confirmed }),
      ],
      [say('view.obligation.outstanding'), orNone(sums.outstanding_kg), outstandingNote(words, sums)],
    ],
    INNER,
  )
  return [...fulfilmentBar(obligation, words), ...table.rows, ...leftOutParts(words, sums)]
}

type Masses = Omit<Fulfilment, 'money'>

function outstandingNote({ say, series }: Words, { outstanding_kg, incomplete }: Masses): string {
  if (outstanding_kg === null) return ''
  return series([
    ...(outstanding_kg < 0 ? [say('view.obligation.over')] : []),
    ...(incomplete ? [say('view.obligation.seeBelow')] : []),
  ])
}

function leftOutParts({ say, series }: Words, sums: Masses): Part[] {
  const left: string[] = []
  if (sums.forked > 0) left.push(say('view.left.forked', { count: sums.forked }))
  if (sums.unconvertible > 0) left.push(say('view.left.weight', { count: sums.unconvertible }))
  if (sums.not_counted > 0) left.push(say('view.left.others', { count: sums.not_counted }))
  return [
    ...(sums.incomplete ? paragraph(say('view.obligation.incomplete'), INNER) : []),
    ...(left.length === 0 ? [] : paragraph(say('view.obligation.left', { what: series(left) }), INNER)),
  ]
}
