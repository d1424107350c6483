import { table } from '../../cli/print.ts'
import { codeOf } from '../../text/kinds.ts'
import { apart } from '../../text/wrap.ts'
import type { PlainKey } from '../../words/language.ts'
import { shortName } from '../../words/party-name.ts'
import { isRounded } from '../../words/rounding.ts'
import { WAYS } from '../../words/ways.ts'
import type { Words } from '../../words/words.ts'
import type { PaymentKey, PaymentWay } from './payment-report.ts'
import type { Direction, ReportKey } from './report.ts'
import type { PaymentTotals, Report } from './report-tasks.ts'

/** Totals for the terminal: a table for each direction. */

type DeliveryRow = Report['rows'][number]
type PaymentRow = PaymentTotals['rows'][number]
type TextColumn<R> = readonly [title: string, cell: (row: R) => string]

const DELIVERED: Readonly<Record<Direction, PlainKey>> = {
  in: 'report.in',
  out: 'report.out',
  'between others': 'report.between',
}
const PAID: Readonly<Record<PaymentWay, PlainKey>> = {
  in: 'report.paidIn',
  out: 'report.paidOut',
  'set off': 'report.setOff',
  'between others': 'report.between',
}

export function deliveryText(
  words: Words,
  rows: readonly DeliveryRow[],
  by: ReportKey,
  period: string,
): string {
  const { amount, count, kg, say } = words
  if (rows.length === 0) return say('report.none', { period })
  const measured = ({ quantity }: DeliveryRow) =>
    quantity === null ? '' : `${amount(quantity.value)} ${quantity.unit}`
  const notCounted = ({ without_kg, forked }: DeliveryRow) =>
    [
      ...(without_kg === 0 ? [] : [say('report.withoutKg', { count: without_kg })]),
      ...(forked === 0 ? [] : [say('report.forked', { count: forked })]),
    ].join('; ')
  const claimed = (row: DeliveryRow) =>
    row.claimed === 0 ? '' : say('report.claimedIn', { kg: kg(row.claimed_kg), count: count(row.claimed) })
  const columnsOf = (some: readonly DeliveryRow[]): TextColumn<DeliveryRow>[] => {
    const ways = WAYS.filter((way) => some.some((row) => row.ways[way] !== undefined))
    const isMeasured = some.some(({ quantity }) => quantity !== null)
    return [
      ...(by === 'crop' ? [] : [keyColumn(words, by)]),
      [say('report.crop'), (row) => words.crop({ id: row.crop, name: row.crop_name })],
      [say('report.deliveries'), (row) => count(row.deliveries).padStart(10)],
      [say('report.kilograms'), (row) => kg(row.kg).padStart(9)],
      ...ways.map((way): TextColumn<DeliveryRow> => {
        const title = words.way(way)
        const kgOf = ({ ways }: DeliveryRow) => (ways[way] === undefined ? '' : kg(ways[way]))
        return [title, (row) => kgOf(row).padStart(title.length)]
      }),
      [say('reports.confirmed'), (row) => kg(row.confirmed_kg).padStart(9)],
      ...(isMeasured ? [[say('report.measured'), measured] satisfies TextColumn<DeliveryRow>] : []),
      [say('report.notCounted'), notCounted],
      [say('report.claimed'), claimed],
    ]
  }
  const groups = Map.groupBy(rows, ({ direction }) => say(DELIVERED[direction]))
  const isAnyRounded = rows.some(({ kg: mass, confirmed_kg, claimed_kg, ways }) =>
    [mass, confirmed_kg, claimed_kg, ...Object.values(ways)].some(isRounded),
  )
  const notes = [say('report.apart'), say('report.claims'), ...(isAnyRounded ? [say('report.rounded')] : [])]
  return [say('report.title', { period }), ...tables(groups, columnsOf), '', ...notes].join('\n')
}

export function paymentText(
  words: Words,
  rows: readonly PaymentRow[],
  by: PaymentKey,
  period: string,
): string {
  const { count, money, say } = words
  if (rows.length === 0) return say('report.noPayments', { period })
  const sum = (currency: string, minor: number | null): string =>
    minor === null ? say('view.paid.beyond') : apart(money({ amount_minor: minor, currency }))
  const columns: TextColumn<PaymentRow>[] = [
    keyColumn(words, by),
    [say('view.paid.payments'), (row) => count(row.payments).padStart(8)],
    [say('show.acknowledged'), (row) => sum(row.currency, row.acknowledged_minor).padStart(12)],
    ...(rows.some(({ on_paper_minor }) => on_paper_minor !== 0)
      ? [
          [
            say('report.onPaper'),
            (row) => sum(row.currency, row.on_paper_minor).padStart(12),
          ] satisfies TextColumn<PaymentRow>,
        ]
      : []),
    [say('show.claimed'), (row) => sum(row.currency, row.claimed_minor).padStart(12)],
    [say('report.notCounted'), ({ forked }) => (forked === 0 ? '' : say('report.forked', { count: forked }))],
  ]
  const groups = Map.groupBy(rows, ({ way }) => say(PAID[way]))
  const made = tables(groups, () => columns)
  return [say('report.payments', { period }), ...made, '', say('report.paymentsApart')].join('\n')
}

/** @param groups the rows of each table, by its title */
const tables = <R>(
  groups: ReadonlyMap<string, readonly R[]>,
  columnsOf: (rows: readonly R[]) => readonly TextColumn<R>[],
): string[] =>
  [...groups].flatMap(([title, rows]) => {
    const columns = columnsOf(rows)
    const headings = columns.map(([heading]) => heading)
    const cells = rows.map((row) => columns.map(([, cell]) => cell(row)))
    return ['', title, '', table(headings, cells)]
  })

function keyColumn(
  words: Words,
  by: Exclude<ReportKey, 'crop'> | PaymentKey,
): TextColumn<DeliveryRow | PaymentRow> {
  const { say, worded } = words
  const isCode = by === 'purpose' || by === 'method'
  const title = isCode ? say(`view.payments.${by}`) : say(`reports.${by}`)
  return [
    title,
    ({ key, known_by, name, member_no }) => {
      if (known_by !== undefined) return say(`reports.known.${known_by}`, { key })
      if (isCode) return worded(codeOf(key))
      if (by === 'member')
        return `${member_no ?? ''} ${(name && shortName(name, words)) ?? `(${say('reports.noName')})`}`.trim()
      return key === '' ? `(${say('reports.noPlace')})` : key
    },
  ]
}
