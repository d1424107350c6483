import { must } from '../../base/typed.ts'
import type { Told } from '../../words/fault.ts'
import type { Words } from '../../words/words.ts'
import type { RowFault } from './fault.ts'

/** Describes the faults of rows, for people and programs. */

const ROWS_SHOWN = 5
const VALUES_SHOWN = 5
const WIDTH = 100

/** A group of equal faults. */
export interface FaultGroup {
  readonly column: string
  readonly message: Told
  readonly remedy: Told
  readonly count: number
  /** The first few rows. */
  readonly rows: readonly number[]
  /** A few different values. */
  readonly values: readonly string[]
}

/** Groups equal faults. The most frequent ones are first. */
export function faultGroups(words: Words, faults: readonly RowFault[]): FaultGroup[] {
  const groups = new Map<string, { first: RowFault; count: number; rows: number[]; values: Set<string> }>()
  for (const fault of faults) {
    const key = JSON.stringify([fault.column, fault.message, fault.remedy])
    let group = groups.get(key)
    if (group === undefined) {
      group = { first: fault, count: 0, rows: [], values: new Set() }
      groups.set(key, group)
    }
    group.count++
    if (group.rows.length < ROWS_SHOWN) group.rows.push(fault.row)
    const value = cellsOf(words, fault)
    if (group.values.size < VALUES_SHOWN && value !== '') group.values.add(value)
  }
  return [...groups.values()]
    .map(({ first, count, rows, values }) => ({
      column: first.column,
      message: first.message,
      remedy: first.remedy,
      count,
      rows,
      values: [...values],
    }))
    .sort((a, b) => b.count - a.count || must(a.rows[0]) - must(b.rows[0]))
}

/** Returns the cell, with the other rows if the fault concerns several. */
function cellsOf({ say }: Words, { row, also, value }: RowFault): string {
  if (also === undefined) return value
  const rows = [row, ...also].sort((a, b) => a - b).join(', ')
  return value === ''
    ? say('import.report.ofRows', { rows })
    : say('import.report.valueOfRows', { value, rows })
}

/** Returns what is wrong, in which rows, and what to do; nothing if there are no faults. */
export function faultLines(words: Words, faults: readonly RowFault[]): string[] {
  const { say, tell } = words
  if (faults.length === 0) return []
  const lines = ['', say('import.report.faults')]
  for (const { column, message, remedy, count, rows, values } of faultGroups(words, faults)) {
    const where = {
      fault: tell(message),
      count,
      rows: [...rows, ...(count > rows.length ? ['…'] : [])].join(', '),
    }
    lines.push(
      ...wrapped(
        column === ''
          ? say('import.report.rowFault', where)
          : say('import.report.fault', { ...where, column }),
        '  ',
      ),
    )
    if (values.length > 0)
      lines.push(...wrapped(values.map((value) => say('import.report.value', { value })).join(' '), '      '))
    lines.push(...wrapped(tell(remedy), '      '))
  }
  return lines
}

export const stoppedLines = ({ say }: Words, count: number, why: string): string[] => [
  ...wrapped(say('import.report.stopped', { count, why }), '  '),
  `  ${say('import.report.goOn')}`,
]

export const faultsJson = ({ tell }: Words, faults: readonly RowFault[]): readonly object[] =>
  faults.map((fault) => ({ ...fault, message: tell(fault.message), remedy: tell(fault.remedy) }))

export function wrapped(text: string, indent: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > WIDTH) {
      lines.push(indent + line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, indent + line]
}
