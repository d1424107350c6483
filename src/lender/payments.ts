import { must } from '../base/typed.ts'
import { forksOf } from '../domain/forks.ts'
import { sumOfMinor } from '../domain/minor-units.ts'
import { isPaymentByAParty, RELEASES, releaseOf } from '../domain/payment.ts'
import { minorDigits } from '../text/currencies.ts'
import { codeOf } from '../text/kinds.ts'
import { GAP, note, type Part, partsOfTable } from '../text/parts.ts'
import { quoted } from '../text/wrap.ts'
import type { Words } from '../words/words.ts'
import { correctionText } from './corrections.ts'
import type { Payment, SubjectData } from './data.ts'
import { amountIn } from './debt-parts.ts'
import type { Lexicon } from './lexicon.ts'
import { emptyParts, forkParts, groundParts, unreadParts } from './opened.ts'
import { INDENT, MAX_LINES, sectionParts, sentence } from './section.ts'

/** Payments (contract §23): amounts as people recorded them. */

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
      say(`view.payment.${releaseOf(payment)}`),
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
  const weightiest = new Set(groups.toSorted(weightiestFirst).slice(0, MOST_SUMS))
  const isSigned = payments.some((payment) => releaseOf(payment) === 'on_paper')
  const releases = RELEASES.filter((release) => release !== 'on_paper' || isSigned)
  const table = partsOfTable(
    [
      { title: say('view.paid.sums'), narrows: true },
      { title: say('view.paid.payments'), align: 'right' },
      ...releases.map((release) => ({ title: say(`view.paid.${release}`), align: 'right' }) as const),
    ],
    groups
      .filter((members) => weightiest.has(members))
      .map((members) => {
        const first = must(members[0])
        return [
          say('view.paid.sum', {
            way: first.method === 'offset' ? 'offset' : first.payer === subject ? 'out' : 'in',
            purpose: worded(codeOf(first.purpose)),
          }),
          count(members.length),
          ...releases.map((release) =>
            total(
              members.filter((payment) => releaseOf(payment) === release),
              words,
            ),
          ),
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
    ...(isSigned ? sentence(say('view.paid.vouched')) : []),
    ...(left.length === 0 ? [] : sentence(say('view.sums.incomplete', { what: words.series(left) }))),
  ]
}

const keyOf = ({ payer, purpose, method, amount }: Payment, subject: string): string =>
  [method === 'offset', payer === subject, purpose, amount.currency].join(' ')

/** Payments in made-up currencies must not push the sums of others off the page. */
function weightiestFirst(a: readonly Payment[], b: readonly Payment[]): number {
  const isCurrency = ([first]: readonly Payment[]) =>
    Number(minorDigits(must(first).amount.currency) !== null)
  const size = (members: readonly Payment[]) =>
    sumOfMinor(members.map(({ amount }) => amount.amount_minor)) ?? Number.MAX_VALUE
  return isCurrency(b) - isCurrency(a) || size(b) - size(a)
}

/** Returns the exact sum of amounts in one currency. */
function total(payments: readonly Payment[], words: Words): string {
  const [first] = payments
  if (first === undefined) return '-'
  return amountIn(first.amount, sumOfMinor(payments.map(({ amount }) => amount.amount_minor)), words)
}
