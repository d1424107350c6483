import { given } from '../../base/typed.ts'
import type { ChangedLine, ListState } from '../../domain/mass-payment.ts'
import { sumOfMinor } from '../../domain/minor-units.ts'
import {
  type LeftReason,
  NAMED_ROWS,
  type OperatorLine,
  type PaymentPlan,
  type RowOf,
} from '../../domain/operator-lines.ts'
import type { Money } from '../../words/values.ts'
import type { PaymentList } from './list-file.ts'
import type { ReadingRemark } from './operator-file.ts'
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
  ...NAMED_ROWS,
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
  /** The telephone number and the name that the operator wrote. */
  readonly payee: string
  readonly transaction: string
  /** The payment that it is about, or the row that takes it back. */
  readonly of?: RowOf
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
  /** How the file was read where the map does not say it. */
  readonly remarks: readonly ReadingRemark[]
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

interface Reading {
  readonly lines: readonly unknown[]
  readonly plan: PaymentPlan
  readonly list: Omit<PaymentList, 'payer'>
  readonly remarks: readonly ReadingRemark[]
}

export function briefOf(
  { lines: rows, plan, list, remarks }: Reading,
  { refused, isStopped, unkept }: Written = { refused: [], isStopped: false, unkept: 0 },
): PaymentReport {
  const { pay, retract, already, failed, left, named: others, warned } = plan
  const byReference = new Map(list.lines.map((due) => [due.reference, due]))
  const alsoBy = new Map(warned.map(({ line, id }) => [line.row, id]))
  const paidRows = new Set(pay.map(({ line }) => line.row))
  const takenBack = new Set(retract.map(({ id }) => id))
  const takenBackBy = new Map(
    retract.flatMap(({ id, line, of }) =>
      of === undefined ? [] : [[id, { id: null, row: line.row, transaction: line.transaction }]],
    ),
  )
  const brief = (act: LineAct, line: OperatorLine, due = byReference.get(line.reference)): BriefLine => ({
    row: line.row,
    act,
    name: due?.name ?? null,
    purpose: act === 'pay' || act === 'pay_and_retract' ? (due?.purpose ?? null) : null,
    amount: line.amount,
    fee: line.fee,
    payee:
      act === 'heading'
        ? ''
        : [line.phone ?? line.mask, line.name].filter(Boolean).join(' ').slice(0, LONGEST),
    transaction: act === 'heading' ? '' : line.transaction.slice(0, LONGEST),
    ...given({ alsoBy: act === 'pay' || act === 'pay_and_retract' ? alsoBy.get(line.row) : undefined }),
  })
  const no = new Map(refused.map(({ line, why = '' }) => [line.row, why]))
  const named = (reference: string) => byReference.get(reference)
  const lines: BriefLine[] = [
    ...pay.map(({ id, line, due }) => ({
      ...brief(takenBack.has(id) ? 'pay_and_retract' : 'pay', line, named(due.reference)),
      ...given({ of: takenBackBy.get(id) }),
    })),
    // One row may retract several payments.
    ...[...new Map(retract.map((one) => [one.line, one])).values()]
      .filter(({ line }) => !paidRows.has(line.row))
      .map(({ line, of }) => ({ ...brief('retract', line), ...given({ of }) })),
    ...already.map((line) => brief('already', line)),
    ...failed.map((line) => brief('failed', line)),
    ...left.map(({ line, reason, of }) => ({ ...brief('left', line), reason, ...given({ of }) })),
    ...others.map(({ line, what }) => brief(what, line)),
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
    rows: rows.length,
    counts,
    paid: sumsOf(paid.map(({ amount }) => amount)),
    fees: sumsOf(paid.map(({ fee }) => fee)),
    lines: lines.sort((a, b) => place(a) - place(b) || a.row - b.row).slice(0, LINES_SHOWN),
    isStopped,
    unkept,
    list: listState(list),
    remarks,
  }
}
