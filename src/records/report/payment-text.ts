import { table } from '../../cli/print.ts'
import { codeOf } from '../../text/kinds.ts'
import { apart } from '../../text/wrap.ts'
import type { PlainKey } from '../../words/language.ts'
import { typedMoney, type Words } from '../../words/words.ts'
import type { PaymentKey, PaymentWay } from './payment-report.ts'
import type { PaymentTotals } from './report-tasks.ts'

type Row = PaymentTotals['rows'][number]

const TITLES: Readonly<Record<PaymentWay, PlainKey>> = {
  in: 'report.paidIn',
  out: 'report.paidOut',
  'set off': 'report.setOff',
  'between others': 'report.between',
}

const LABELS: Readonly<Record<PaymentKey, PlainKey>> = {
  day: 'reports.day',
  member: 'reports.member',
  purpose: 'view.payments.purpose',
  method: 'view.payments.method',
}

export function paymentText(words: Words, rows: readonly Row[], by: PaymentKey, period: string): string {
  const { count, money, say } = words
  if (rows.length === 0) return say('report.noPayments', { period })
  const sum = (currency: string, minor: number | null): string =>
    minor === null ? say('view.paid.beyond') : apart(money({ amount_minor: minor, currency }))
  const ways = [...Map.groupBy(rows, ({ way }) => way)]
  return [
    say('report.payments', { period }),
    ...ways.flatMap(([way, some]) => [
      '',
      say(TITLES[way]),
      '',
      table(
        [
          say(LABELS[by]),
          say('view.paid.payments'),
          say('show.acknowledged'),
          say('show.claimed'),
          say('report.notCounted'),
        ],
        some.map((row) => [
          keyText(words, row, by),
          count(row.payments).padStart(8),
          sum(row.currency, row.acknowledged_minor).padStart(12),
          sum(row.currency, row.claimed_minor).padStart(12),
          row.forked === 0 ? '' : say('report.forked', { count: row.forked }),
        ]),
      ),
    ]),
    '',
    say('report.paymentsApart'),
  ].join('\n')
}

function keyText({ say, worded }: Words, { key, known_by, name, member_no }: Row, by: PaymentKey): string {
  if (known_by !== undefined) return say(`reports.known.${known_by}`, { key })
  if (by === 'day') return key
  if (by !== 'member') return worded(codeOf(key))
  return `${member_no ?? ''} ${name ?? `(${say('reports.noName')})`}`.trim()
}

/** Amounts are plain numbers of the main unit, so that a spreadsheet can calculate with them. */
export function paymentCsv(rows: readonly Row[], by: PaymentKey): string[][] {
  const amount = (currency: string, minor: number | null): string =>
    minor === null ? '' : typedMoney({ amount_minor: minor, currency }).replace(/ .*/, '')
  return [
    [
      'way',
      ...(by === 'member' ? ['member_no', 'name', 'party'] : [by]),
      ...['currency', 'payments', 'acknowledged', 'claimed', 'forked'],
      ...(by === 'day' ? ['known_by'] : []),
    ],
    ...rows.map((row) => [
      row.way,
      ...(by === 'member' ? [row.member_no ?? '', row.name ?? ''] : []),
      row.key,
      row.currency,
      String(row.payments),
      amount(row.currency, row.acknowledged_minor),
      amount(row.currency, row.claimed_minor),
      String(row.forked),
      ...(by === 'day' ? [row.known_by ?? by] : []),
    ]),
  ]
}
