import { createHash } from 'node:crypto'
import { given, must } from '../../base/typed.ts'
import type { Run } from '../../cli/context.ts'
import type { ListedLine } from '../../domain/mass-payment.ts'
import { type OperatorLine, type PaymentPlan, rowKey, type ToPay } from '../../domain/operator-lines.ts'
import { paymentPlan } from '../../domain/operator-plan.ts'
import { formatInstant } from '../../domain/time.ts'
import type { LeftLine } from '../../records/payments/waiting-tasks.ts'
import type { Calendar } from '../../words/calendar.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { ImportIds } from '../importer/identity.ts'
import type { Table } from '../sheets/csv.ts'
import { ledgerOf } from './books.ts'
import type { PaymentList } from './list-file.ts'
import { type ReadingRemark, readOperatorFile } from './operator-file.ts'
import type { OperatorMap } from './operator-map.ts'

/** Reads an operator's file back, for the command and the office page. */

export interface FileRead {
  readonly payer: string
  /** Identifies the operator's file and the list it was read with, whatever the file is called. */
  readonly key: string
  readonly table: Table
  readonly lines: readonly OperatorLine[]
  readonly list: PaymentList
  readonly plan: PaymentPlan
  /** How it was read where the map does not say it. */
  readonly remarks: readonly ReadingRemark[]
  /** The service's time when it was read. */
  readonly nowMs: number
}

interface ToRead {
  readonly bytes: Uint8Array
  readonly map: OperatorMap
  readonly list: PaymentList
  /** What the list is called in an error. */
  readonly listName: string
  /** With the service's time, and its time zone for a day without a time. */
  readonly calendar: Pick<Calendar, 'timeZone' | 'nowMs'>
}

/** Decides what each line of the file would do. Writes nothing. */
export async function readingOf(
  run: Run,
  { bytes, map, list, listName, calendar }: ToRead,
): Promise<FileRead> {
  const { party: payer } = await run('party.resolve', { text: 'cooperative' })
  if (payer !== list.payer) throw new OperatorFault(...withRemedy('payment.otherPayer', { file: listName }))
  const { table, lines, remarks } = await readOperatorFile(bytes, map, calendar.timeZone, calendar.nowMs)
  const ledger = await ledgerOf(run, list, lines)
  const plan = paymentPlan(lines, ledger)
  return { payer, key: keyOf(bytes, list.lines), table, lines, list, plan, remarks, nowMs: calendar.nowMs }
}

const keyOf = (bytes: Uint8Array, list: readonly ListedLine[]): string =>
  createHash('sha256')
    .update(JSON.stringify(list.map(({ reference, phone, purpose }) => [reference, phone, purpose])))
    .update('\n')
    .update(bytes)
    .digest('hex')

/**
 * Returns a digest of everything that the plan would write or leave to a person. Warnings are no part of it: what a
 * stranger states meanwhile does not hold up the writing.
 */
export const digestOf = ({ pay, retract, already, failed, left }: PaymentPlan): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        pay.map(({ id, line, due, amount }) => [id, line.row, due.payee, due.purpose, due.settles, amount]),
        retract.map(({ id, line }) => [id, line.row]),
        [already, failed].map((lines) => lines.map(({ row }) => row)),
        left.map(({ line, reason }) => [line.row, reason]),
      ]),
    )
    .digest('hex')

const AT_ONCE = 100
/** Lines left to a person that one request adds: all of a large file are too many for one. */
const WAITING_AT_ONCE = 2_000

interface ToWrite extends FileRead {
  /** The name of the operator's file. */
  readonly file: string
  readonly onProgress?: (done: number, of: number) => void
  readonly signal?: AbortSignal
}

export interface Written {
  readonly refused: readonly LeftLine[]
  /** The number of lines left to a person that had no room among those that wait. */
  readonly unkept: number
  /** Whether it was stopped before all was written. */
  readonly isStopped: boolean
}

/**
 * Writes the plan. The lines left to a person wait before the first payment is written: a power cut anywhere leaves a
 * note that the file is unfinished, and the same file, read again, writes the rest and nothing twice.
 */
export async function writePlan(
  run: Run,
  { payer, key, plan, nowMs, file, onProgress, signal }: ToWrite,
): Promise<Written> {
  const { pay, retract, already, failed, left, named } = plan
  const drafts = await draftsOf(run, payer, plan, nowMs)
  const decided = [...pay, ...named]
    .map(({ line }) => line)
    .concat(already, failed)
    .map(rowKey)
  let unkept = 0
  for (let from = 0; from === 0 || from < left.length; from += WAITING_AT_ONCE) {
    const to = from + WAITING_AT_ONCE
    const isUnfinished = drafts.length > 0 || to < left.length
    const some = { left: left.slice(from, to), decided: from === 0 ? decided : [], isUnfinished, unkept }
    unkept = (await run('payment.wait', { key, file, ...some })).unkept
  }
  const refused: LeftLine[] = []
  for (let from = 0; from < drafts.length; from += AT_ONCE) {
    if (signal?.aborted) return { refused, unkept, isStopped: true }
    const some = drafts.slice(from, from + AT_ONCE)
    const results = await run('record.append-all', { records: some.map(({ draft }) => draft) })
    results.forEach((result, i) => {
      if (result.status === 'rejected')
        refused.push({
          line: must(some[i]).line,
          reason: 'refused',
          why: result.problem.detail ?? result.problem.title,
        })
    })
    onProgress?.(Math.min(from + AT_ONCE, drafts.length), drafts.length)
  }
  if (drafts.length > 0) {
    const refusedLines = new Set(refused.map(({ line }) => line))
    const reversed = retract.map(({ line }) => line).filter((line) => !refusedLines.has(line))
    const rest = { left: refused, isUnfinished: false, decided: reversed.map(rowKey), unkept }
    unkept = (await run('payment.wait', { key, file, ...rest })).unkept
  }
  return { refused, unkept, isStopped: false }
}

/** Returns payments, then retractions, which may be of these. */
async function draftsOf(run: Run, payer: string, { pay, retract }: PaymentPlan, nowMs: number) {
  const ids = new ImportIds(Buffer.from((await run('import.secret', {})).secret, 'hex'))
  const times = new Map(pay.map(({ id, time }) => [id, time]))
  return [
    ...pay.map((one) => ({ line: one.line, draft: paymentOf(payer, one) })),
    ...retract.map(({ id, line }) => ({
      line,
      draft: {
        id: ids.record('mobile money', id, 'retraction'),
        type: 'retraction',
        occurred_at: (line.time ?? times.get(id))?.occurred_at ?? formatInstant(nowMs),
        lawful_basis: BASIS,
        target_id: id,
        reason: 'did_not_happen',
        ...given({ note: line.note || undefined }),
      },
    })),
  ]
}

/** Money shows in each of these records. */
const BASIS = 'special_data_consent'

const paymentOf = (payer: string, { id, line, due, amount, time }: ToPay) => ({
  id,
  type: 'payment',
  ...time,
  lawful_basis: BASIS,
  payer,
  payee: due.payee,
  amount,
  method: 'mobile_money',
  purpose: due.purpose,
  settles: due.settles,
  reference: line.transaction,
  ...given({ note: line.note || undefined }),
})
