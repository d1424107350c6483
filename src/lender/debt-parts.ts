import { isOneOf } from '../base/typed.ts'
import type { Paid } from '../domain/derived/money.ts'
import { OBLIGATION_KINDS } from '../domain/types/obligation.ts'
import type { Shown } from '../text/kinds.ts'
import { type Part, paragraph, partsOfTable } from '../text/parts.ts'
import type { Words } from '../words/words.ts'
import { paidBar } from './bars.ts'
import type { DebtFigures, DebtSum } from './debts.ts'
import type { Lexicon } from './lexicon.ts'
import { INDENT, sentence } from './section.ts'

/**
 * Debts in money in words (contract §23): what is agreed or stated, and what was acknowledged, signed for on paper and
 * claimed as paid of it. Signatures on paper have a line only where there are any.
 */

/** Most sums printed in one part of a section: their lines leave half of it to the debts themselves. */
const MOST_SUMS = 25

type DebtRow = readonly [label: string, amount: string, more: string]

const rowParts = (rows: readonly DebtRow[], indent: string): readonly Part[] =>
  partsOfTable([{ title: '' }, { title: '', align: 'right' }, { title: '', gives: true }], rows, indent).rows

/** Prints sums of debts that are all agreed, or all one side's word alone. */
export function debtSumParts(sums: readonly DebtSum[], isAgreed: boolean, lexicon: Lexicon): Part[] {
  if (sums.length === 0) return []
  const { words } = lexicon
  const { say } = words
  const left = sums.length - MOST_SUMS
  const figuresOf = (sum: DebtSum): DebtRow[] => [
    ...figureRows(sum, isAgreed, '', words),
    ...(sum.overpaid_minor === 0
      ? []
      : [[say('view.debts.overpaid'), amountIn(sum, sum.overpaid_minor, words), ''] as const]),
    ...(sum.late === 0
      ? []
      : [
          [
            say('view.debts.late'),
            amountIn(sum, sum.late_minor, words),
            say('view.debts.count', { count: sum.late }),
          ] as const,
        ]),
  ]
  return [
    ...sums
      .slice(0, MOST_SUMS)
      .flatMap((sum) => [
        ...paragraph(headingOf(sum, isAgreed, lexicon), INDENT.repeat(2), INDENT.repeat(3)),
        ...rowParts(figuresOf(sum), INDENT.repeat(4)),
      ]),
    ...(sums.some(({ incomplete }) => incomplete) ? sentence(say('view.debts.incomplete')) : []),
    ...(left > 0
      ? sentence(say('view.sums.incomplete', { what: say('view.left.sums', { count: left }) }))
      : []),
  ]
}

function headingOf({ kind, count, isOwedBySubject }: DebtSum, isAgreed: boolean, lexicon: Lexicon): string {
  const { say } = lexicon.words
  const way = isOwedBySubject ? 'by' : 'to'
  const { subject } = lexicon
  if (kind === 'delivery')
    return say('view.debts.prices', { word: isAgreed ? 'agreed' : 'one_sided', way, subject, count })
  const known = isOneOf(OBLIGATION_KINDS, kind) ? kind : 'other'
  return say('view.debts.sum', { way, subject, kind: say(`view.debts.${known}`), count })
}

const isOnPaper = ({ on_paper_minor }: DebtFigures): boolean => on_paper_minor !== 0

/** @param more what to add to the line of what was acknowledged */
function figureRows(figures: DebtFigures, isAgreed: boolean, more: string, words: Words): DebtRow[] {
  const { say } = words
  const amount = (minor: number | null) => amountIn(figures, minor, words)
  return [
    [say(isAgreed ? 'view.paid.owed' : 'view.paid.stated'), amount(figures.owed_minor), ''],
    [say('view.paid.acknowledged'), amount(figures.acknowledged_minor), more],
    ...(isOnPaper(figures)
      ? [[say('view.paid.on_paper'), amount(figures.on_paper_minor), say('view.paid.vouching')] as const]
      : []),
    [say('view.paid.claimed'), amount(figures.claimed_minor), ''],
    [say('view.paid.remaining'), amount(figures.remaining_minor), ''],
  ]
}

/** Prints when the newest payment was made, no more exactly than it states. */
function lastPaidOf(
  { last_paid_at: occurred_at, last_paid_at_precision: precision }: Paid,
  { say, calendar }: Words,
): Shown[] {
  if (occurred_at === null) return []
  const day = calendar.asRecorded({ occurred_at, occurred_at_precision: precision })
  const isDay = day === calendar.day(occurred_at)
  return [isDay ? say('view.paid.last', { day }) : say('view.paid.last.about', { day })]
}

/** Prints what was paid of an obligation. What one side alone states has no bar, and its day never passes. */
export function paidParts(paid: Paid, isPastDue: boolean, words: Words, indent: string): Part[] {
  const { say } = words
  const { agreed, remaining_minor: remaining, payments } = paid
  const isLate = agreed && isPastDue && remaining !== null && remaining > 0
  const sentences = [
    ...lastPaidOf(paid, words),
    ...(isLate ? [say('view.paid.pastDue', { remaining: amountIn(paid, remaining, words) })] : []),
    ...leftOutOf(paid, words),
  ]
  return [
    ...paidBar(paid, words),
    ...rowParts(figureRows(paid, agreed, say('view.paid.count', { count: payments }), words), indent),
    ...paragraph(sentences.join(' '), indent),
  ]
}

/** Returns what was paid of a delivery, as sentences. */
export function paidText(paid: Paid, words: Words): string {
  const { say } = words
  const amount = (minor: number | null) => amountIn(paid, minor, words)
  return [
    say('view.delivery.paid', {
      acknowledged: amount(paid.acknowledged_minor),
      signed: isOnPaper(paid) ? 'yes' : 'no',
      paper: amount(paid.on_paper_minor),
      claimed: amount(paid.claimed_minor),
      remaining: amount(paid.remaining_minor),
    }),
    ...(isOnPaper(paid) ? [say('view.paid.vouched')] : []),
    ...leftOutOf(paid, words),
  ].join(' ')
}

const leftOutOf = ({ incomplete, forked }: Paid, { say }: Words): string[] =>
  incomplete ? [say('view.paid.incomplete', { count: forked })] : []

/** Returns an amount in words; a sum that no number holds is more than can be shown. */
export const amountIn = (
  { currency }: Pick<Paid, 'currency'>,
  minor: number | null,
  { money, say }: Words,
): string => (minor === null ? say('view.paid.beyond') : money({ amount_minor: minor, currency }))

/** Sums that a sentence lists. */
const FEW = 3

/** Lists the first of these sums, and counts the others. */
export const few = (sums: readonly string[], { say, listed }: Words): string =>
  listed([
    ...sums.slice(0, FEW),
    ...(sums.length > FEW ? [say('view.left.sums', { count: sums.length - FEW })] : []),
  ])
