import { plainFigure } from '../../words/figure.ts'
import { nameInFile } from '../../words/party-name.ts'
import { WAYS } from '../../words/ways.ts'
import { typedMoney } from '../../words/words.ts'
import type { PaymentKey } from './payment-report.ts'
import type { ReportKey } from './report.ts'
import type { PaymentTotals, Report } from './report-tasks.ts'

/** Totals for a spreadsheet. Figures are plain numbers, so that it can calculate with them. */

type DeliveryRow = Report['rows'][number]
type PaymentRow = PaymentTotals['rows'][number]
type CsvColumn<R> = readonly [name: string, cell: (row: R) => string]

export function deliveryCsv(rows: readonly DeliveryRow[], by: ReportKey): string[][] {
  return csvRows(rows, [
    ['direction', (row) => row.direction],
    ...(by === 'crop' ? [] : keyColumns(by)),
    ['crop', (row) => row.crop],
    ['crop_name', (row) => row.crop_name],
    ['deliveries', (row) => String(row.deliveries)],
    ['kg', (row) => plainFigure(row.kg)],
    ...WAYS.map((way): CsvColumn<DeliveryRow> => {
      const kgOf = ({ ways }: DeliveryRow) => (ways[way] === undefined ? '' : plainFigure(ways[way]))
      return [`kg_${way.replaceAll(' ', '_')}`, kgOf]
    }),
    ['confirmed_kg', (row) => plainFigure(row.confirmed_kg)],
    ['quantity', (row) => (row.quantity == null ? '' : plainFigure(row.quantity.value))],
    ['unit', (row) => row.quantity?.unit ?? ''],
    ['without_kg', (row) => String(row.without_kg)],
    ['forked', (row) => String(row.forked)],
    ['claimed', (row) => String(row.claimed)],
    ['claimed_kg', (row) => plainFigure(row.claimed_kg)],
    ...knownByColumns(by),
  ])
}

/** Amounts are in the main unit. */
export function paymentCsv(rows: readonly PaymentRow[], by: PaymentKey): string[][] {
  const amount = (currency: string, minor: number | null): string =>
    minor === null ? '' : typedMoney({ amount_minor: minor, currency }).replace(/ .*/, '')
  return csvRows(rows, [
    ['way', (row) => row.way],
    ...keyColumns(by),
    ['currency', (row) => row.currency],
    ['payments', (row) => String(row.payments)],
    ['acknowledged', (row) => amount(row.currency, row.acknowledged_minor)],
    ['on_paper', (row) => amount(row.currency, row.on_paper_minor)],
    ['claimed', (row) => amount(row.currency, row.claimed_minor)],
    ['forked', (row) => String(row.forked)],
    ...knownByColumns(by),
  ])
}

const csvRows = <R>(rows: readonly R[], columns: readonly CsvColumn<R>[]): string[][] => [
  columns.map(([name]) => name),
  ...rows.map((row) => columns.map(([, cell]) => cell(row))),
]

type By = ReportKey | PaymentKey

function keyColumns(by: By): CsvColumn<DeliveryRow | PaymentRow>[] {
  if (by !== 'member') return [[by, (row) => row.key]]
  return [
    ['member_no', (row) => row.member_no ?? ''],
    ['name', (row) => (row.name && nameInFile(row.name)) ?? ''],
    ['party', (row) => row.key],
  ]
}

const knownByColumns = (by: By): CsvColumn<DeliveryRow | PaymentRow>[] =>
  by === 'day' || by === 'week' || by === 'month' ? [['known_by', (row) => row.known_by ?? by]] : []
