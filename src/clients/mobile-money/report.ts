import { table } from '../../cli/print.ts'
import type { ListState } from '../../domain/mass-payment.ts'
import type { LeftReason, OperatorLine, PaymentPlan } from '../../domain/operator-lines.ts'
import { MOST_WAITING } from '../../records/payments/waiting-tasks.ts'
import { message } from '../../words/message.ts'
import type { Money } from '../../words/values.ts'
import type { Words } from '../../words/words.ts'
import type { RowFault } from '../sheets/fault.ts'
import { faultLines, faultsJson, wrapped } from '../sheets/fault-report.ts'
import { sumsOf } from './brief.ts'
import type { LeftOut, NamedLine } from './list-file.ts'
import type { OperatorMap } from './operator-map.ts'
import type { Written } from './read-back.ts'

/** Describes lists and operators' files for people and programs. */

interface OpenedList {
  readonly lines: readonly NamedLine[]
  readonly leftOut: readonly LeftOut[]
  readonly out: string
  readonly copy: string
}

export function openText(words: Words, { lines, leftOut, out, copy }: OpenedList): string {
  const { say, money } = words
  const text =
    lines.length === 0
      ? [say('payment.open.none')]
      : [
          say('payment.open.lines', { count: lines.length, sums: sumsText(words, lines) }),
          ...wrapped(say('payment.open.files', { list: out, copy }), ''),
          ...wrapped(say('payment.open.before'), ''),
        ]
  if (leftOut.length === 0) return text.join('\n')
  return [
    ...text,
    '',
    say('payment.open.leftOut', { count: leftOut.length, alone: aloneIn(leftOut) }),
    '',
    table(
      [say('members.name'), say('view.payments.amount'), say('payment.open.why'), say('payment.open.record')],
      leftOut.map(({ name, open_minor: amount_minor, currency, reason, id }) => [
        name,
        money({ amount_minor, currency }),
        say(`payment.open.${reason}`),
        id,
      ]),
    ),
  ].join('\n')
}

/** Returns how many debts were left out because they are the member's word alone. */
export const aloneIn = (leftOut: readonly Pick<LeftOut, 'reason'>[]): number =>
  leftOut.filter(({ reason }) => reason === 'not_agreed').length

/** Adds up amounts of each currency. */
const sumsText = ({ money, listed, say }: Words, amounts: readonly Money[]): string =>
  listed(
    sumsOf(amounts).map(({ currency, amount_minor }) =>
      amount_minor === null ? say('money.beyond') : money({ currency, amount_minor }),
    ),
  )

export interface ReadResult extends PaymentPlan {
  readonly faults: readonly RowFault[]
  readonly dryRun: boolean
  /** Whether writing was stopped before its end. */
  readonly isStopped: boolean
  /** The number of lines in the file. */
  readonly lines: number
  readonly list: ListState
  /** The number of lines left to a person that had no room among those that wait. */
  readonly unkept: number
}

const COLUMNS: Partial<Record<LeftReason, 'amount' | 'telephone' | 'transaction' | 'reference'>> = {
  transaction: 'transaction',
  list_changed: 'reference',
  other_list: 'reference',
  amount: 'amount',
  telephone: 'telephone',
}

/** Returns the rows that are left to a person, and why. */
export function faultsOf(map: OperatorMap, { left }: PaymentPlan, written: Written | null): RowFault[] {
  const refused = new Map(written?.refused.map((one) => [one.line.row, one]))
  return [...left, ...refused.values()]
    .map(({ line, reason, ...more }) => faultOf(map, line, reason, 'why' in more ? more.why : undefined))
    .sort((a, b) => a.row - b.row)
}

function faultOf(map: OperatorMap, line: OperatorLine, reason: LeftReason | 'refused', title = ''): RowFault {
  const at = reason === 'refused' ? undefined : COLUMNS[reason]
  const column = reason === 'state' ? map.state.column : reason === 'time' ? map.time.column : at && map[at]
  return {
    row: line.row,
    column: column ?? '',
    value: reason === 'transaction' ? line.transaction : '',
    message:
      reason === 'refused'
        ? message('payment.left.refused', { why: title })
        : message(`payment.left.${reason}`),
    remedy: message(`payment.left.${reason}.remedy`),
  }
}

/** Returns what is not as it should be with the copy of the list, in sentences; empty if nothing. */
export function listSentences({ say, listed }: Words, state: ListState): string[] {
  const { isSealed, isChanged, changed, moreChanged } = state
  return [
    ...(isSealed ? [] : [say('payment.list.unsealed')]),
    ...(isChanged ? [say('payment.list.changed')] : []),
    ...(isChanged && changed.length === 0 ? [say('payment.list.rows')] : []),
    ...changed.map(({ row, name, cells }) =>
      say('payment.list.row', {
        ...{ row, name, cells: listed(cells.map((cell) => say(`payment.list.cell.${cell}`))) },
      }),
    ),
    ...(moreChanged > 0 ? [say('payment.list.moreRows', { count: moreChanged })] : []),
  ]
}

const ROWS_NAMED = 20

export function readText(words: Words, result: ReadResult): string {
  const { say, count } = words
  const { pay, retract, already, failed, faults, dryRun, isStopped, lines, warned, unkept, list } = result
  const takenBack = new Set(retract.map(({ id }) => id))
  const amounts = pay.filter(({ id }) => !takenBack.has(id)).map(({ amount }) => amount)
  // These are numbers of rows: a payment and its reversal may be two, or one.
  const reversedRows = new Set(retract.map(({ line }) => line.row))
  const were = {
    paid: count(pay.filter(({ line }) => !reversedRows.has(line.row)).length),
    retracted: count(reversedRows.size),
    already: count(already.length),
    failed: count(failed.length),
    left: count(faults.length),
  }
  const state = dryRun ? 'dry' : 'done'
  const alsoBy = warned.map(({ line }) => line.row)
  const named = [...alsoBy.slice(0, ROWS_NAMED).map(String), ...(alsoBy.length > ROWS_NAMED ? ['…'] : [])]
  return [
    ...listSentences(words, list).flatMap((sentence) => wrapped(sentence, '')),
    say('payment.read.lines', { count: lines }),
    ...wrapped(say('payment.read.were', { ...were, state }), '  '),
    ...(dryRun ? [`  ${say('import.report.dry')}`] : []),
    ...(isStopped ? wrapped(say('payment.read.stopped'), '  ') : []),
    ...(amounts.length === 0
      ? []
      : wrapped(say('payment.read.sums', { state, sums: sumsText(words, amounts) }), '  ')),
    ...(alsoBy.length === 0
      ? []
      : wrapped(say('payment.read.alsoBy', { count: alsoBy.length, rows: named.join(', ') }), '  ')),
    ...(unkept === 0 ? [] : wrapped(say('payment.read.unkept', { count: unkept, most: MOST_WAITING }), '  ')),
    ...faultLines(words, faults),
  ].join('\n')
}

const rowsOf = (lines: readonly OperatorLine[]): number[] => lines.map(({ row }) => row).sort((a, b) => a - b)

export const readJson = (
  words: Words,
  { pay, retract, already, failed, faults, dryRun, isStopped, lines, warned, unkept, list }: ReadResult,
) => ({
  dry_run: dryRun,
  stopped: isStopped,
  lines,
  payments: pay.map(({ id, line, due, amount }) => ({
    id,
    row: line.row,
    payee: due.payee,
    amount,
    our_reference: due.reference,
    reference: line.transaction,
    settles: due.settles,
  })),
  retractions: retract.map(({ id, line }) => ({
    payment_id: id,
    row: line.row,
    reference: line.transaction,
  })),
  already: rowsOf(already),
  failed: rowsOf(failed),
  left: faultsJson(words, faults),
  without_room: unkept,
  also_by_others: warned.map(({ line, id }) => ({ row: line.row, payment_id: id })),
  list: {
    sealed: list.isSealed,
    changed: list.isChanged,
    changed_rows: list.changed.map(({ row, reference, cells }) => ({ row, reference, cells })),
    more_changed_rows: list.moreChanged,
  },
})
