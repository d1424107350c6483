import { must } from '../base/typed.ts'
import type { Paid } from '../domain/derived/money.ts'
import { forksOf } from '../domain/forks.ts'
import { sumOfMinor } from '../domain/minor-units.ts'
import { isPaymentAcknowledged, isPaymentByAParty } from '../domain/payment.ts'
import { codeOf } from '../text/kinds.ts'
import { GAP, note, type Part, paragraph, partsOfTable } from '../text/parts.ts'
import { quoted } from '../text/wrap.ts'
import type { Words } from '../words/words.ts'
import { paidBar } from './bars.ts'
import { correctionText } from './corrections.ts'
import type { Payment, SubjectData } from './data.ts'
import type { Lexicon } from './lexicon.ts'
import { emptyParts, forkParts, groundParts, unreadParts } from './opened.ts'
import { INDENT, MAX_LINES, sectionParts, sentence } from './section.ts'

/** Payments, and what was paid of a debt (contract §23): amounts as people recorded them. */

/** Most payments printed: each takes at least two lines, so more never fit. */
export const MOST_PAYMENTS = 250

const MOST_SUMS = 40

export function paymentsSection(data: SubjectData, lexicon: Lexicon): Part[] {
  // What others recorded counts for nothing, and is only counted here.
  const [found, byOthers] = [
    data.payments.found.filter(isPaymentByAParty),
    data.payments.found.filter((payment) => !isPaymentByAParty(payment)),
  ]
  const { say, money, count, worded } = lexicon.words
  const shown = found.slice(0, MOST_PAYMENTS)
  const table = partsOfTable(
    [
      { title: say('view.payments.date') },
      { title: say('view.payments.purpose'), gives: true },
      { title: say('view.payments.method') },
      { title: say('view.payments.amount'), align: 'right' },
      { title: say('view.payments.acknowledged') },
    ],
    shown.map((payment) => [
      lexicon.calendar.asRecorded(payment),
      worded(codeOf(payment.purpose)),
      worded(codeOf(payment.method)),
      money(payment.amount),
      isPaymentAcknowledged(payment) ? say('view.payment.acknowledged') : say('view.payment.claimed'),
    ]),
    INDENT,
  )
  const indent = ' '.repeat(table.secondAt)
  return sectionParts({
    title: say('view.payments.title'),
    before: [
      ...groundParts(data, lexicon, 'payment', found),
      ...(data.payments.found.length === 0
        ? emptyParts(lexicon)
        : sumParts(found, data.subject, byOthers.length, lexicon)),
      ...unreadParts(data.payments, 'payment', lexicon),
      ...forkParts(forksOf(data.forked.found, 'payment'), lexicon, 'payment', data.forked.complete),
      ...(found.length === 0 ? [] : [GAP, table.head]),
    ],
    beyond: found.length - shown.length,
    entries: shown.map((payment, i) => () => [
      must(table.rows[i]),
      ...note(detailsOf(payment, data, lexicon), indent),
      ...note(lexicon.flags(payment.derived.flags) ?? '', indent),
    ]),
    leftOut: (left) => say('view.payments.left', { lines: count(MAX_LINES), count: left }),
  })
}

function detailsOf(payment: Payment, { subject, superseded }: SubjectData, lexicon: Lexicon): string {
  const { payer, payee, reference, derived } = payment
  const { say } = lexicon.words
  const sentences = [
    say('view.payment.parties', {
      way: payer === subject ? 'to' : 'from',
      other: lexicon.party(payer === subject ? payee : payer),
    }),
    reference !== undefined && say('view.payment.reference', { reference: quoted(reference, 64) }),
    correctionText(payment, superseded, lexicon),
    derived.flags.includes('received_late') &&
      say('view.enteredLate', { day: lexicon.calendar.day(payment.received_at) }),
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Sums by direction, purpose and currency. Offsets move no money, so they have rows of their own. */
function sumParts(payments: readonly Payment[], subject: string, byOthers: number, lexicon: Lexicon): Part[] {
  const { words } = lexicon
  const { say, count, worded } = words
  const groups = [...Map.groupBy(payments, (payment) => keyOf(payment, subject)).values()]
  const table = partsOfTable(
    [
      { title: say('view.paid.sums'), narrows: true },
      { title: say('view.paid.payments'), align: 'right' },
      { title: say('view.paid.acknowledged'), align: 'right' },
      { title: say('view.paid.claimed'), align: 'right' },
    ],
    groups.slice(0, MOST_SUMS).map((members) => {
      const first = must(members[0])
      const of = (isWanted: boolean) =>
        total(
          members.filter((payment) => isPaymentAcknowledged(payment) === isWanted),
          words,
        )
      return [
        say('view.paid.sum', {
          way: first.method === 'offset' ? 'offset' : first.payer === subject ? 'out' : 'in',
          purpose: worded(codeOf(first.purpose)),
        }),
        count(members.length),
        of(true),
        of(false),
      ]
    }),
    INDENT.repeat(2),
  )
  const more = groups.length - MOST_SUMS
  const left = [
    ...(byOthers > 0 ? [say('view.left.by_outsider.payment', { count: byOthers })] : []),
    ...(more > 0 ? [say('view.left.sums', { count: more })] : []),
  ]
  return [
    ...(payments.length === 0 ? [] : [GAP, table.head, ...table.rows, GAP]),
    ...sentence(say(lexicon.isOwn ? 'view.paid.own' : 'view.paid.opened')),
    ...(left.length === 0 ? [] : sentence(say('view.sums.incomplete', { what: words.series(left) }))),
  ]
}

const keyOf = ({ payer, purpose, method, amount }: Payment, subject: string): string =>
  [method === 'offset', payer === subject, purpose, amount.currency].join(' ')

/** Returns the exact sum of amounts in one currency. */
function total(payments: readonly Payment[], words: Words): string {
  const [first] = payments
  if (first === undefined) return '-'
  return amountIn(first.amount, sumOfMinor(payments.map(({ amount }) => amount.amount_minor)), words)
}

/** What was paid of an obligation, as a table. */
export function paidParts(paid: Paid, isPastDue: boolean, words: Words, indent: string): Part[] {
  const { say, calendar } = words
  const table = partsOfTable(
    [{ title: '' }, { title: '', align: 'right' }, { title: '', gives: true }],
    [
      [say('view.paid.owed'), amountIn(paid, paid.owed_minor, words), ''],
      [
        say('view.paid.acknowledged'),
        amountIn(paid, paid.acknowledged_minor, words),
        say('view.paid.count', { count: paid.payments }),
      ],
      [say('view.paid.claimed'), amountIn(paid, paid.claimed_minor, words), ''],
      [say('view.paid.remaining'), amountIn(paid, paid.remaining_minor, words), ''],
    ],
    indent,
  )
  const sentences = [
    ...(paid.last_paid_at === null ? [] : [say('view.paid.last', { day: calendar.day(paid.last_paid_at) })]),
    ...(isPastDue && (paid.remaining_minor ?? 0) > 0 ? [say('view.paid.pastDue')] : []),
    ...leftOutOf(paid, words),
  ]
  return [
    ...paidBar(paid, words),
    ...table.rows,
    ...(sentences.length === 0 ? [] : paragraph(sentences.join(' '), indent)),
  ]
}

/** What was paid of a delivery, as a sentence. */
export function paidText(paid: Paid, words: Words): string {
  return [
    words.say('view.delivery.paid', {
      acknowledged: amountIn(paid, paid.acknowledged_minor, words),
      claimed: amountIn(paid, paid.claimed_minor, words),
      remaining: amountIn(paid, paid.remaining_minor, words),
    }),
    ...leftOutOf(paid, words),
  ].join(' ')
}

const leftOutOf = ({ incomplete, forked }: Paid, { say }: Words): string[] =>
  incomplete ? [say('view.paid.incomplete', { count: forked })] : []

function amountIn({ currency }: Pick<Paid, 'currency'>, minor: number | null, { money, say }: Words): string {
  return minor === null ? say('view.paid.beyond') : money({ amount_minor: minor, currency })
}
