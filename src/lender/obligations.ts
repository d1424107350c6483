import type { Fulfilment } from '../domain/derived/fulfilment.ts'
import { forksOf } from '../domain/forks.ts'
import { GAP, type Part, paragraph, partsOfTable } from '../text/parts.ts'
import type { Words } from '../words/words.ts'
import { fulfilmentBar } from './bars.ts'
import { correctionParts } from './corrections.ts'
import type { Obligation, SubjectData } from './data.ts'
import { amountIn, debtSumParts, few, paidParts } from './debt-parts.ts'
import {
  debtsOf,
  isPastDue,
  outstandingByCrop,
  type SortedObligations,
  sortObligations,
  sumsByCurrency,
  sumsOf,
} from './debts.ts'
import type { Lexicon } from './lexicon.ts'
import { emptyParts, forkParts, groundParts, unreadParts } from './opened.ts'
import { INDENT, MAX_LINES, sectionParts, sentence } from './section.ts'

/** Most obligations printed: each takes at least three lines, so more never fit. */
export const MOST_OBLIGATIONS = 165

/** Longest sentence about what is left out: sums of two parts, of three currencies or crops each. */
const LEFT_OUT_LINES = 8

const INNER = `${INDENT}    `

/** Prints what is agreed or in goods, and in a section of its own what one side alone states. */
export function obligationsSection(data: SubjectData, lexicon: Lexicon): Part[] {
  const { found } = data.obligations
  const { say, count } = lexicon.words
  const sorted = sortObligations(found, data.asAtMs)
  const { agreed, goods, byNeither } = sorted
  const entries = [...agreed, ...goods]
  const sums = debtSumParts(sumsOf(debtsOf(agreed, data.asAtMs), data.subject), true, lexicon)
  return [
    ...sectionParts({
      title: say('view.obligations.title'),
      before: [
        ...groundParts(data, lexicon, 'obligation', found),
        ...(found.length === 0 ? emptyParts(lexicon) : sentence(say('view.obligations.over'))),
        ...unreadParts(data.obligations, 'obligation', lexicon),
        ...(byNeither === 0 ? [] : sentence(say('view.obligations.byNeither', { count: byNeither }))),
        ...forkParts(forksOf(data.forked.found, 'obligation'), lexicon, 'obligation', data.forked.complete),
        ...(agreed.length === 0 ? [] : [GAP, ...sentence(say('view.obligations.agreed')), GAP]),
        ...sums,
      ],
      entries: entries.map((obligation) => () => obligationParts(obligation, data, lexicon)),
      leftOut: (left) => {
        const [money, others] = [agreed, goods].map((some, i) =>
          some.slice(Math.max(0, some.length - Math.max(0, left - (i === 0 ? goods.length : 0)))),
        ) as [Obligation[], Obligation[]]
        const what = [...leftInMoney(money, 'agreed', lexicon), ...leftInGoods(others, lexicon)]
        return say('view.obligations.left', { lines: count(MAX_LINES), what: lexicon.words.series(what) })
      },
      leftOutLines: LEFT_OUT_LINES,
    }),
    ...oneSidedSection(sorted, data, lexicon),
  ]
}

function oneSidedSection({ oneSided }: SortedObligations, data: SubjectData, lexicon: Lexicon): Part[] {
  if (oneSided.length === 0) return []
  const { say, count, series } = lexicon.words
  return sectionParts({
    title: say('view.oneSided.title'),
    before: [
      ...sentence(say('view.oneSided.meaning')),
      GAP,
      ...debtSumParts(sumsOf(debtsOf(oneSided, data.asAtMs), data.subject), false, lexicon),
    ],
    entries: oneSided.map((obligation) => () => obligationParts(obligation, data, lexicon)),
    leftOut: (left) =>
      say('view.obligations.left', {
        lines: count(MAX_LINES),
        what: series(leftInMoney(oneSided.slice(-left), 'one_sided', lexicon)),
      }),
    leftOutLines: LEFT_OUT_LINES,
  })
}

/** Returns words for obligations in money that are not printed, with what remains of them. */
function leftInMoney(
  left: readonly Obligation[],
  word: 'agreed' | 'one_sided',
  { words }: Lexicon,
): string[] {
  if (left.length === 0) return []
  const remaining = sumsOf(debtsOf(left, 0), '').map(({ currency, remaining_minor: amount_minor }) => ({
    ...{ currency, amount_minor },
  }))
  const sums = sumsByCurrency(remaining).map(([currency, minor]) => amountIn({ currency }, minor, words))
  return [words.say('view.left.debts', { count: left.length, word, sums: few(sums, words) })]
}

/** Returns words for obligations in goods that are not printed, with what is outstanding of them. */
function leftInGoods(left: readonly Obligation[], lexicon: Lexicon): string[] {
  if (left.length === 0) return []
  const { say, kg } = lexicon.words
  const sums = outstandingByCrop(left).map(([crop, mass]) =>
    say('view.left.outstanding', {
      kg: kg(mass),
      crop: crop === undefined ? say('view.anyProduce') : lexicon.crop(crop),
    }),
  )
  return [say('view.left.goods', { count: left.length, sums: few(sums, lexicon.words) })]
}

function obligationParts(
  obligation: Obligation,
  { asAtMs, superseded }: SubjectData,
  lexicon: Lexicon,
): Part[] {
  const { due_at, derived } = obligation
  const { money: paid } = derived.fulfilment
  const { say, calendar } = lexicon.words
  const isOneSided = paid?.agreed === false
  const isPast = isPastDue(obligation, asAtMs)
  // What one side alone states is never called overdue.
  const due = due_at === undefined ? 'none' : isPast && !isOneSided ? 'past' : 'coming'
  const hasGoods = obligation.quantity !== undefined || obligation.crop !== undefined
  return [
    GAP,
    ...paragraph(
      say('view.owed', {
        what: isOneSided ? byOneSide(obligation, lexicon) : headline(obligation, lexicon),
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
    ...(isOneSided ? paragraph(delegateText(obligation, lexicon), INNER) : []),
    ...(derived.confirmation?.on_paper === true ? paragraph(say('view.obligation.signed'), INNER) : []),
    ...correctionParts(obligation, superseded, lexicon, INNER),
    ...(paid === undefined ? [] : paidParts(paid, isPast, lexicon.words, INNER)),
    ...fulfilmentParts(obligation, lexicon),
    ...paragraph(lexicon.flags(derived.flags) ?? '', INNER),
  ]
}

/** Says whose word alone it is: the creditor's, by the name that the reader may read. */
function byOneSide(obligation: Obligation, lexicon: Lexicon): string {
  const { obligee } = obligation
  const [isKnown, isReader] = [lexicon.isNamed(obligee), lexicon.isReader(obligee)]
  return lexicon.words.say('view.oneSided', {
    who: isReader ? 'reader' : isKnown ? 'named' : 'side',
    name: isKnown ? lexicon.party(obligee) : '',
    what: headline(obligation, lexicon, false),
  })
}

/** Says who wrote it down, if that was not the creditor itself. */
function delegateText({ obligee, asserted_by }: Obligation, lexicon: Lexicon): string {
  const { say } = lexicon.words
  if (asserted_by === obligee) return ''
  const isKnown = lexicon.isReader(asserted_by) || lexicon.isNamed(asserted_by)
  return say('view.oneSided.delegate', {
    by: isKnown ? lexicon.party(asserted_by) : say('view.party.delegate'),
  })
}

const KINDS = ['deliver_produce', 'repay_input_credit', 'repay_loan', 'pay_for_goods'] as const

/** @param isStart whether it starts a sentence */
function headline({ kind, obligor, obligee }: Obligation, lexicon: Lexicon, isStart = true): string {
  const known = KINDS.find((one) => one === kind) ?? 'other'
  // Only a page speaks to its reader.
  if (lexicon.isPage && lexicon.isReader(obligor))
    return lexicon.words.say(`view.youOwe.${known}`, { to: lexicon.party(obligee) })
  return lexicon.words.say(`view.owes.${known}`, {
    owes: isStart ? lexicon.partyAtStart(obligor) : lexicon.party(obligor),
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
