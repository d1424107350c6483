import { codeOf } from '../../../text/kinds.ts'
import { GAP, type Part, paragraph, partsOfTable } from '../../../text/parts.ts'
import { plain } from '../../../text/wrap.ts'
import { spelled, type Words } from '../../../words/words.ts'
import type { Months } from './months.ts'
import { ALL, type ReportRow, type Subject } from './rows.ts'
import { kilogramsOf } from './told.ts'

/** A report for people: on the terminal, and as a page. Both say what is hidden, what is not in it, and how the figures were made. */

export interface Report {
  readonly of: Subject
  readonly rows: readonly ReportRow[]
  readonly months: Months
  /** The first month that is not reported yet. */
  readonly until: string
}

const INDENT = '  '

export const titleOf = ({ of }: Report, { say }: Words): string => say(`union.report.title.${of}`)

export function reportParts(report: Report, words: Words): Part[] {
  const { say } = words
  return [
    { kind: 'title', text: titleOf(report, words), lines: [titleOf(report, words)] },
    GAP,
    ...(report.rows.length === 0 ? paragraph(say('union.report.none'), INDENT) : tableParts(report, words)),
    GAP,
    ...footOf(report, words).flatMap((sentence) => paragraph(sentence, '- ', '  ')),
  ]
}

type Cell = readonly [title: string, cell: (row: ReportRow) => string, isFigure?: true]

function tableParts({ of, rows }: Report, words: Words): Part[] {
  const { say, count, kg, money } = words
  const [first] = rows
  const isPaid = of === 'payments'
  const amountOf = (amount: number, currency: string | undefined): string =>
    isPaid ? money({ amount_minor: amount, currency: currency ?? '' }) : kg(kilogramsOf(amount))
  const hiddenAmount = ({ at_least, currency }: ReportRow): string =>
    at_least === null
      ? say('union.report.hidden')
      : say('union.report.atLeast', {
          amount: amountOf(at_least.amount, currency),
          parts: at_least.parts,
          of: at_least.of,
        })
  const ifBy = (key: 'source' | 'crop', ...column: Cell): Cell[] =>
    first?.[key] === undefined ? [] : [column]
  const counted = (figure: number | null) => (figure === null ? say('union.report.hidden') : count(figure))
  const columns: Cell[] = [
    ...ifBy('source', say('union.source'), ({ source = '' }) => plain(source)),
    ...ifBy('crop', say('report.crop'), ({ crop = '' }) => cropNamed(crop, words)),
    first?.month === undefined
      ? [
          say('union.report.months'),
          ({ from = '', to = '' }) => (from === to ? from : say('report.period', { first: from, last: to })),
        ]
      : [say('reports.month'), ({ month = '' }) => month],
    [
      say(isPaid ? 'union.report.paid' : 'report.kilograms'),
      (row) => (row.amount === null ? hiddenAmount(row) : amountOf(row.amount, row.currency)),
      true,
    ],
    [say(isPaid ? 'union.report.payments' : 'report.deliveries'), ({ count }) => counted(count), true],
    [say('union.report.people'), ({ people }) => counted(people), true],
  ]
  const { head, rows: lines } = partsOfTable(
    columns.map(([title, , isFigure]) => ({
      title,
      ...(isFigure ? { align: 'right' as const } : { narrows: true as const }),
    })),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
    INDENT,
  )
  return [head, ...lines]
}

const cropNamed = (crop: string, { sayIfKnown }: Words): string =>
  sayIfKnown(`crop.${crop}`) ?? plain(spelled(codeOf(crop)))

function footOf({ of, rows, months, until }: Report, { say, listed }: Words): string[] {
  const hidden = rows.filter((row) => row.hidden).length
  const decided = new Set(months.decided.map(({ source }) => source))
  const late = [...decided].filter((source) => source !== ALL).map((source) => plain(source))
  const sources = months.waiting.map(({ source, months: [first, ...more] }) => {
    const [name, last] = [plain(source), more.at(-1)]
    if (first === undefined) return name
    const all = last === undefined ? first : say('report.period', { first, last })
    return say('union.report.waitingOne', { source: name, months: all })
  })
  return [
    ...(hidden === 0 ? [] : [say('union.report.hiddenRows', { count: hidden })]),
    say('union.report.rule'),
    say(`union.report.made.${of}`),
    say('union.report.once'),
    say('union.report.until', { month: until }),
    ...(sources.length === 0 ? [] : [say('union.report.waiting', { sources: listed(sources) })]),
    ...(late.length === 0 ? [] : [say('union.report.late', { sources: listed(late) })]),
    ...(rows.some(({ at_least }) => at_least !== null) ? [say('union.report.partly')] : []),
    say('union.report.ownPart'),
  ]
}
