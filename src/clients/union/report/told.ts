import { dirname, resolve } from 'node:path'
import { systemCode } from '../../../base/error-kinds.ts'
import { writeWhole } from '../../../base/write-whole.ts'
import { asOperator } from '../../../cli/operator-files.ts'
import { cellOf, type FileColumn } from '../../../records/export/columns.ts'
import { ParquetFile } from '../../../records/export/parquet-file.ts'
import { csvOf } from '../../../text/csv.ts'
import { OperatorFault, withRemedy } from '../../../words/fault.ts'
import type { Figures } from './cells.ts'
import type { ReportRow, Subject } from './rows.ts'

/** The rows of a report for programs: JSON, CSV and Parquet have the same members. */

const MILLIGRAMS = 1_000_000

/** The names that the figures have. */
const NAMES = {
  deliveries: { amount: 'kg', count: 'deliveries', people: 'people' },
  payments: { amount: 'amount_minor', count: 'payments', people: 'people' },
} as const

export const kilogramsOf = (milligrams: number): number => milligrams / MILLIGRAMS

type Named = Readonly<Record<string, number | null>>

function named(of: Subject, { amount, count, people }: { [F in keyof Figures]: number | null }): Named {
  const names = NAMES[of]
  const units = Number.isSafeInteger(amount) ? amount : null
  const shown = of === 'payments' || amount === null ? units : kilogramsOf(amount)
  return { [names.amount]: shown, [names.count]: count, [names.people]: people }
}

/** Returns a row as JSON. */
export function told(of: Subject, { amount, count, people, hidden, at_least, ...key }: ReportRow) {
  return {
    ...key,
    ...named(of, { amount, count, people }),
    hidden,
    ...(at_least && { at_least: { ...named(of, at_least), parts: at_least.parts, of: at_least.of } }),
  }
}

const KEYS = ['source', 'crop', 'currency', 'month', 'from', 'to'] as const

/** Only the columns that this report has. */
function columnsOf(of: Subject, rows: readonly ReportRow[]): FileColumn[] {
  const { amount, count, people } = NAMES[of]
  const number = of === 'deliveries' ? 'number' : 'integer'
  const [first] = rows
  const column = (name: string, kind: FileColumn['kind'], path = [name]): FileColumn => ({ name, kind, path })
  return [
    ...KEYS.filter((key) => first?.[key] !== undefined).map((key) => column(key, 'text')),
    column(amount, number),
    ...[count, people].map((name) => column(name, 'integer')),
    column('hidden', 'boolean'),
    column(`at_least_${amount}`, number, ['at_least', amount]),
    ...['parts', 'of'].map((name) => column(`at_least_${name}`, 'integer', ['at_least', name])),
  ]
}

export function csvText(of: Subject, rows: readonly ReportRow[]): string {
  const columns = columnsOf(of, rows)
  const cells = rows.map((row) => columns.map((column) => String(cellOf(column, told(of, row)) ?? '')))
  return `${csvOf([columns.map(({ name }) => name), ...cells])}\n`
}

/** @throws {OperatorFault} if the file cannot be written */
export const writeText = (path: string, text: string): void =>
  written(path, () => asOperator(() => writeWhole(path, text)))

/** @throws {OperatorFault} if the file cannot be written */
export const writeParquet = (path: string, of: Subject, rows: readonly ReportRow[]): void =>
  written(path, () => {
    const file = new ParquetFile(path, columnsOf(of, rows))
    for (const row of rows) file.add(told(of, row), 0)
    file.finish()
  })

export function written<T>(path: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    throw new OperatorFault(...withRemedy('export.unwritable', { path: dirname(resolve(path)), code }))
  }
}
