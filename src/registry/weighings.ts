import { CsvError } from 'csv-parse/sync'
import { isOneOf } from '../base/typed.ts'
import { MAX_QUANTITY } from '../domain/measures.ts'
import { type Weighing, weighedAt } from '../domain/registry.ts'
import { csvCells } from '../text/csv-cells.ts'
import { type Message, message } from '../words/message.ts'

/** Columns of a file of weighings, in any order; the last three are optional (contract §12). */
const WEIGHING_COLUMNS = ['weighed_at', 'value', 'kg', 'weighed_by', 'instrument', 'condition'] as const
export type WeighingColumn = (typeof WEIGHING_COLUMNS)[number]

const REQUIRED_COLUMNS = ['weighed_at', 'value', 'kg'] as const
const MAX_TEXT = 200
/** The rest of a file is not checked once this many faults were found. */
const ENOUGH_FAULTS = 50

export interface WeighingFault {
  /** Row number as in a spreadsheet: the header is row 1. */
  readonly row: number
  /** The column's name; empty for the whole row. */
  readonly column: string
  /** What is wrong, and how to correct it. */
  readonly finding: Message
}

export interface WeighingsRead {
  /** Rows without a fault. Use them only if there are no faults: part of a sample is a different sample. */
  readonly weighings: Weighing[]
  readonly faults: WeighingFault[]
  /** Whether the rest was not checked, because enough faults were found. */
  readonly isUnchecked: boolean
}

type AddError = (column: string, finding: Message) => void

/**
 * Reads a CSV file of weighings, separated by commas or semicolons as in its header. `value` is the number of
 * units and `kg` their net weight. Reports the first faults.
 */
export function readWeighings(csvText: string): WeighingsRead {
  const faults: WeighingFault[] = []
  const rows = cellsOf(csvText, faults)
  const header = (rows[0] ?? []).map((name) => name.trim().toLowerCase())
  if (faults.length > 0 || !headerIsSound(header, faults))
    return { weighings: [], faults, isUnchecked: faults.length >= ENOUGH_FAULTS }

  const weighings: Weighing[] = []
  for (const [index, cells] of rows.entries()) {
    if (faults.length >= ENOUGH_FAULTS) return { weighings, faults, isUnchecked: true }
    if (index === 0 || cells.every((cell) => cell.trim() === '')) continue
    const before = faults.length
    const report: AddError = (column, finding) => faults.push({ row: index + 1, column, finding })
    const weighing = weighingOf(header, cells, report)
    if (faults.length === before) weighings.push(weighing)
  }
  if (weighings.length === 0 && faults.length === 0) {
    faults.push({ row: 2, column: '', finding: message('weighings.none') })
  }
  return { weighings, faults, isUnchecked: false }
}

function cellsOf(csvText: string, faults: WeighingFault[]): string[][] {
  const headerLine = csvText.split(/\r?\n/, 1)[0] ?? ''
  const delimiter = headerLine.includes(';') && !headerLine.includes(',') ? ';' : ','
  try {
    return csvCells(csvText, delimiter)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const row = typeof error.lines === 'number' ? error.lines : 1
    faults.push({ row, column: '', finding: message('weighings.quotes') })
    return []
  }
}

function headerIsSound(header: readonly string[], faults: WeighingFault[]): boolean {
  const report: AddError = (column, finding) => faults.push({ row: 1, column, finding })
  for (const column of REQUIRED_COLUMNS) {
    if (!header.includes(column)) report(column, message('weighings.noColumn', { column }))
  }
  header.forEach((name, i) => {
    if (faults.length >= ENOUGH_FAULTS) return
    if (name === '') report('', message('weighings.noName', { number: i + 1 }))
    else if (!isOneOf(WEIGHING_COLUMNS, name)) {
      report(name, message('weighings.unknownColumn', { columns: { examples: WEIGHING_COLUMNS } }))
    } else if (header.indexOf(name) !== i) report(name, message('weighings.columnTwice'))
  })
  return faults.length === 0
}

function weighingOf(header: readonly string[], cells: readonly string[], report: AddError): Weighing {
  if (cells.length !== header.length) {
    report('', message('weighings.cells', { cells: cells.length, header: header.length }))
  }
  const cell = (column: WeighingColumn) => cells[header.indexOf(column)]?.trim() ?? ''
  const weighing: Weighing = {
    weighed_at: timeIn(cell('weighed_at'), report),
    value: amountIn('value', cell('value'), report),
    kg: amountIn('kg', cell('kg'), report),
  }
  for (const column of ['weighed_by', 'instrument', 'condition'] as const) {
    const text = cell(column)
    if (text.length > MAX_TEXT) report(column, message('weighings.shorten', { most: MAX_TEXT }))
    else if (text !== '') weighing[column] = text
  }
  return weighing
}

function timeIn(text: string, report: AddError): string {
  const at = weighedAt(text)
  if (at !== null) return at
  report('weighed_at', message('weighings.time', { fault: asWritten(text) }))
  return text
}

function amountIn(column: 'value' | 'kg', text: string, report: AddError): number {
  const amount = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (amount > 0 && amount <= MAX_QUANTITY) return amount
  report(column, message('weighings.amount', { fault: asWritten(text) }))
  return amount
}

const asWritten = (text: string): Message =>
  text === '' ? message('weighings.empty') : message('weighings.unreadable', { text: text.slice(0, 40) })
