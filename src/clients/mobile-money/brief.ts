import { given } from '../../base/typed.ts'
import type { ChangedLine, ListState } from '../../domain/mass-payment.ts'
import { sumOfMinor } from '../../domain/minor-units.ts'
import type { LeftReason, OperatorLine, PaymentPlan } from '../../domain/operator-lines.ts'
import type { Money } from '../../words/values.ts'
import type { PaymentList } from './list-file.ts'
import type { Written } from './read-back.ts'

/** What each line of an operator's file does, for the office page. */

export const LINE_ACTS = [
  'pay',
  'retract',
  'pay_and_retract',
  'left',
  'refused',
  'already',
  'failed',
] as const
export type LineAct = (typeof LINE_ACTS)[number]

export interface BriefLine {
  readonly row: number
  readonly act: LineAct
  /** The member of the list; null if the line matches none. */
  readonly name: string | null
  readonly purpose: string | null
  readonly amount: Money | null
  readonly fee: Money | null
  readonly phone: string | null
  readonly transaction: string
  /** Why it is left to a person. */
  readonly reason?: LeftReason
  /** Why it was refused. */
  readonly why?: string
  /** The id of another party's payment with its number. */
  readonly alsoBy?: string
}

/** A sum for each currency; null if a number cannot hold it. */
export interface CurrencySum {
  readonly currency: string
  readonly amount_minor: number | null
}

export interface PaymentReport {
  readonly rows: number
  readonly counts: Readonly<Record<LineAct, number>>
  /** The payments to record, without those taken back at once. */
  readonly paid: readonly CurrencySum[]
  /** What the operator charged for them. */
  readonly fees: readonly CurrencySum[]
  /** The first ones, those that need a person before the others. */
  readonly lines: readonly BriefLine[]
  /** Whether writing was stopped before its end. */
  readonly isStopped: boolean
  /** The number of lines left to a person that had no room among those that wait. */
  readonly unkept: number
  readonly list: ListState
}

const LINES_SHOWN = 500
const CHANGED_SHOWN = 50
/** A cell may be as long as the file. */
const LONGEST = 100

export function sumsOf(amounts: readonly (Money | null)[]): CurrencySum[] {
  const byCurrency = Map.groupBy(
    amounts.filter((one) => one !== null),
    ({ currency }) => currency,
  )
  return [...byCurrency].map(([currency, some]) => ({
    currency,
    amount_minor: sumOfMinor(some.map(({ amount_minor }) => amount_minor)),
  }))
}

export function listState({ lines, isSealed, isChanged }: Omit<PaymentList, 'payer'>): ListState {
  const changed: ChangedLine[] = []
  let moreChanged = 0
  for (const [i, { name, reference, changed: cells = [] }] of lines.entries()) {
    if (cells.length === 0) continue
    if (changed.length < CHANGED_SHOWN) changed.push({ row: i + 1, name, reference, cells })
    else moreChanged++
  }
  return { isSealed, isChanged, changed, moreChanged }
}

export function briefOf(
  rows: number,
  { pay, retract, already, failed, left, warned }: PaymentPlan,
  list: Omit<PaymentList, 'payer'>,
  { refused, isStopped, unkept }: Written = { refused: [], isStopped: false, unkept: 0 },
): PaymentReport {
  const byReference = new Map(list.lines.map((due) => [due.reference, due]))
  const alsoBy = new Map(warned.map(({ line, id }) => [line.row, id]))
  const paidRows = new Set(pay.map(({ line }) => line.row))
  const takenBack = new Set(retract.map(({ id }) => id))
  const brief = (act: LineAct, line: OperatorLine, due = byReference.get(line.reference)): BriefLine => ({
    row: line.row,
    act,
    name: due?.name ?? null,
    purpose: act === 'pay' || act === 'pay_and_retract' ? (due?.purpose ?? null) : null,
    amount: line.amount,
    fee: line.fee,
    phone: line.phone,
    transaction: line.transaction.slice(0, LONGEST),
    ...given({ alsoBy: act === 'pay' || act === 'pay_and_retract' ? alsoBy.get(line.row) : undefined }),
  })
  const no = new Map(refused.map(({ line, why = '' }) => [line.row, why]))
  const named = (reference: string) => byReference.get(reference)
  const lines: BriefLine[] = [
    ...pay.map(({ id, line, due }) =>
      brief(takenBack.has(id) ? 'pay_and_retract' : 'pay', line, named(due.reference)),
    ),
    // One row may retract several payments.
    ...[...new Set(retract.map(({ line }) => line))]
      .filter(({ row }) => !paidRows.has(row))
      .map((line) => brief('retract', line)),
    ...already.map((line) => brief('already', line)),
    ...failed.map((line) => brief('failed', line)),
    ...left.map(({ line, reason }) => ({ ...brief('left', line), reason })),
  ].map((line) => {
    const why = no.get(line.row)
    return why === undefined ? line : { ...line, act: 'refused', why }
  })
  const counts = Object.fromEntries(
    LINE_ACTS.map((act) => [act, lines.filter((line) => line.act === act).length]),
  ) as Record<LineAct, number>
  const paid = lines.filter(({ act }) => act === 'pay')
  const place = ({ act, alsoBy: other }: BriefLine) =>
    act === 'left' || act === 'refused' ? 0 : other !== undefined ? 1 : 2
  return {
    rows,
    counts,
    paid: sumsOf(paid.map(({ amount }) => amount)),
    fees: sumsOf(paid.map(({ fee }) => fee)),
    lines: lines.sort((a, b) => place(a) - place(b) || a.row - b.row).slice(0, LINES_SHOWN),
    isStopped,
    unkept,
    list: listState(list),
  }
}
