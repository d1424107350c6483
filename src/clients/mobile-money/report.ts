import { table } from '../../cli/print.ts'
import type { ListState } from '../../domain/mass-payment.ts'
import {
  type LeftReason,
  type LeftRow,
  NAMED_ROWS,
  type OperatorLine,
  type PaymentPlan,
} from '../../domain/operator-lines.ts'
import { MOST_WAITING, type WaitingLine } from '../../records/payments/waiting-tasks.ts'
import { message } from '../../words/message.ts'
import type { Money } from '../../words/values.ts'
import type { Words } from '../../words/words.ts'
import type { RowFault } from '../sheets/fault.ts'
import { faultLines, faultsJson, wrapped } from '../sheets/fault-report.ts'
import { sumsOf } from './brief.ts'
import type { LeftOut, NamedLine } from './list-file.ts'
import type { ReadingRemark } from './operator-file.ts'
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
  readonly remarks: readonly ReadingRemark[]
}

const COLUMNS: Partial<Record<LeftReason, 'amount' | 'telephone' | 'transaction' | 'reference'>> = {
  transaction: 'transaction',
  list_changed: 'reference',
  other_list: 'reference',
  amount: 'amount',
  telephone: 'telephone',
  masked: 'telephone',
  phone_shortened: 'telephone',
  phone_unread: 'telephone',
}

/** Returns the rows that are left to a person, and why. */
export function faultsOf(map: OperatorMap, { left }: PaymentPlan, written: Written | null): RowFault[] {
  const refused = (written?.refused ?? []).map(({ line, why = '' }) => ({
    ...{ row: line.row, column: '', value: '' },
    message: message('payment.left.refused', { why }),
    remedy: message('payment.left.refused.remedy'),
  }))
  return [...left.map((one) => faultOf(map, one)), ...refused].sort((a, b) => a.row - b.row)
}

function faultOf(map: OperatorMap, { line, reason, of }: LeftRow): RowFault {
  const at = COLUMNS[reason]
  const column = reason === 'state' ? map.state.column : reason === 'time' ? map.time.column : at && map[at]
  const what = leftArguments(of)
  return {
    row: line.row,
    column: column ?? '',
    value: reason === 'transaction' ? line.transaction : '',
    message:
      reason === 'came_back'
        ? message('payment.left.came_back', { number: what.number })
        : message(`payment.left.${reason}`),
    remedy:
      reason === 'came_back'
        ? message('payment.left.came_back.remedy', { id: what.id })
        : reason === 'masked'
          ? message('payment.left.masked.remedy', { reference: what.reference })
          : message(`payment.left.${reason}.remedy`),
  }
}

/** What a text about a row that is left names of the payment or the line of the list. */
const leftArguments = (of: LeftRow['of']) => ({
  number: of?.transaction ?? '',
  id: of?.id ?? '',
  reference: of?.fits ?? 'none',
})

/** Returns why a row waits, for the page. */
export function whyLeft(
  { say }: Words,
  { reason, of, why = '' }: Pick<WaitingLine, 'reason' | 'of' | 'why'>,
): string {
  const { number, reference } = leftArguments(of)
  if (reason === 'refused') return say('payment.left.refused', { why })
  if (reason === 'came_back') return say('many.why.came_back', { number })
  return reason === 'masked' ? say('many.why.masked', { reference }) : say(`many.why.${reason}`)
}

/** Returns how a file was read where its map does not say it, in sentences. */
export const remarkSentences = ({ say }: Words, remarks: readonly ReadingRemark[]): string[] =>
  remarks.map(({ what, column }) => say(`payment.read.remark.${what}`, { column }))

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
const rowsNamed = (rows: readonly number[]): string =>
  [...rows.slice(0, ROWS_NAMED).map(String), ...(rows.length > ROWS_NAMED ? ['…'] : [])].join(', ')

export function readText(words: Words, result: ReadResult): string {
  const { say, count, listed } = words
  const { pay, retract, already, failed, faults, dryRun, isStopped, lines, warned, unkept, list } = result
  const { named: others, remarks } = result
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
  const kinds = NAMED_ROWS.flatMap((what) => {
    const rows = rowsOf(others.filter((one) => one.what === what).map(({ line }) => line))
    return rows.length === 0
      ? []
      : [say(`payment.read.named.${what}`, { count: rows.length, rows: rowsNamed(rows) })]
  })
  return [
    ...listSentences(words, list).flatMap((sentence) => wrapped(sentence, '')),
    say('payment.read.lines', { count: lines }),
    ...wrapped(say('payment.read.were', { ...were, state }), '  '),
    ...(kinds.length === 0
      ? []
      : wrapped(say('payment.read.named', { count: others.length, kinds: listed(kinds) }), '  ')),
    ...remarkSentences(words, remarks).flatMap((sentence) => wrapped(sentence, '  ')),
    ...(dryRun ? [`  ${say('import.report.dry')}`] : []),
    ...(isStopped ? wrapped(say('payment.read.stopped'), '  ') : []),
    ...(amounts.length === 0
      ? []
      : wrapped(say('payment.read.sums', { state, sums: sumsText(words, amounts) }), '  ')),
    ...(alsoBy.length === 0
      ? []
      : wrapped(say('payment.read.alsoBy', { count: alsoBy.length, rows: rowsNamed(alsoBy) }), '  ')),
    ...(unkept === 0 ? [] : wrapped(say('payment.read.unkept', { count: unkept, most: MOST_WAITING }), '  ')),
    ...faultLines(words, faults),
  ].join('\n')
}

const rowsOf = (lines: readonly OperatorLine[]): number[] => lines.map(({ row }) => row).sort((a, b) => a - b)

export const readJson = (
  words: Words,
  {
    pay,
    retract,
    already,
    failed,
    named,
    faults,
    dryRun,
    isStopped,
    lines,
    warned,
    unkept,
    list,
    remarks,
  }: ReadResult,
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
  no_payment: named
    .map(({ line, what }) => ({ row: line.row, what, amount: line.amount }))
    .sort((a, b) => a.row - b.row),
  read_as: remarks,
  without_room: unkept,
  also_by_others: warned.map(({ line, id }) => ({ row: line.row, payment_id: id })),
  list: {
    sealed: list.isSealed,
    changed: list.isChanged,
    changed_rows: list.changed.map(({ row, reference, cells }) => ({ row, reference, cells })),
    more_changed_rows: list.moreChanged,
  },
})
