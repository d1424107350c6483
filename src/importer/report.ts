import type { RowFault } from './fault.ts'
import type { ImportResult } from './run.ts'

/** What an import came to, for people and for programs. */

const ROWS_SHOWN = 5
const VALUES_SHOWN = 5
const WIDTH = 100

/** Faults that read the same, in one group. */
export interface FaultGroup {
  readonly column: string
  readonly message: string
  readonly remedy: string
  readonly count: number
  /** The first few rows. */
  readonly rows: readonly number[]
  /** A few of the values, each once. */
  readonly values: readonly string[]
}

/** Most frequent first. */
export function faultGroups(faults: readonly RowFault[]): FaultGroup[] {
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
    if (group.values.size < VALUES_SHOWN && fault.value !== '') group.values.add(fault.value)
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
    .sort((a, b) => b.count - a.count || (a.rows[0] as number) - (b.rows[0] as number))
}

/** The summary a clerk reads; at most 100 columns. */
export function reportText(result: ImportResult): string {
  const { rows } = result
  const lines = [`${result.map}: ${figure(rows.total)} rows.`]
  if (result.dryRun) {
    lines.push(`  ${figure(rows.imported)} can be imported, ${figure(rows.rejected)} must be mended first.`)
    lines.push('  This was a dry run: nothing was written.')
  } else {
    lines.push(
      `  ${figure(rows.imported)} imported, ${figure(rows.alreadyThere)} there already, ${figure(rows.rejected)} refused.`,
    )
  }
  if (result.stopped !== null)
    lines.push(
      `  STOPPED after ${figure(rows.done)} rows: ${result.stopped}`,
      '  Import the same file again to go on; nothing is written twice.',
    )
  lines.push(...recordLines(result), ...faultLines(result.faults))
  return `${lines.join('\n')}\n`
}

function recordLines({ records, dryRun }: ImportResult): string[] {
  const types = Object.entries(records)
  if (types.length === 0) return []
  const lines = types.map(([type, { accepted, replayed, rejected }]) => {
    const name = `  ${type.replaceAll('_', ' ').padEnd(12)}`
    if (dryRun) return `${name}${figure(accepted).padStart(8)}`
    const refused = rejected === 0 ? '' : `, ${figure(rejected)} refused`
    return `${name}${figure(accepted).padStart(8)} written, ${figure(replayed)} there already${refused}`
  })
  return ['', dryRun ? 'Records it would make:' : 'Records:', ...lines]
}

function faultLines(faults: readonly RowFault[]): string[] {
  if (faults.length === 0) return []
  const lines = ['', 'What must be mended:']
  for (const { column, message, remedy, count, rows, values } of faultGroups(faults)) {
    const more = count > rows.length ? ', …' : ''
    const where = `${count === 1 ? 'row' : `${figure(count)} rows:`} ${rows.join(', ')}${more}`
    lines.push(...wrapped(`${column === '' ? 'The row' : column} ${message} (${where})`, '  '))
    if (values.length > 0) lines.push(...wrapped(values.map((value) => `“${value}”`).join(' '), '      '))
    lines.push(...wrapped(remedy, '      '))
  }
  return lines
}

function wrapped(text: string, indent: string): string[] {
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

const figure = (n: number): string => n.toLocaleString('en-GB')

/** The result as a program reads it: snake_case, as everything Granary says. */
export function reportJson(result: ImportResult): object {
  const { rows } = result
  return {
    map: result.map,
    dry_run: result.dryRun,
    stopped: result.stopped,
    rows: {
      total: rows.total,
      done: rows.done,
      imported: rows.imported,
      already_there: rows.alreadyThere,
      rejected: rows.rejected,
    },
    records: result.records,
    faults: result.faults,
  }
}
