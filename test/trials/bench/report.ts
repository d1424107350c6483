import { cpus, totalmem } from 'node:os'
import { type Figure, isMet, type Quantity } from './figure.ts'

/** What was found. */

export interface Report {
  readonly machine: string
  readonly secondsEach: number
  readonly figures: readonly Figure[]
  /** How the figures came about, and what to hold against them. */
  readonly notes: readonly string[]
}

export function machineText(): string {
  const [cpu] = cpus()
  const gib = (totalmem() / 2 ** 30).toFixed(0)
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${gib} GiB, Node ${process.versions.node}, ${process.platform} ${process.arch}`
}

const HEADINGS = ['', 'Granary', 'p50', 'p99', 'CPU', 'Limit', '', 'Ratio', 'Aim', ''] as const

function row(figure: Figure): string[] {
  const { limit, aim } = figure
  const met = isMet(figure)
  const judged = (amount: number) =>
    figure.ratio === undefined ? quantityText({ amount, unit: figure.value.unit }) : String(amount)
  return [
    figure.name,
    quantityText(figure.value),
    ...[figure.p50Us, figure.p99Us, figure.cpuUs].map((us) => (us === undefined ? '' : latencyText(us))),
    limit === undefined ? '' : quantityText(limit),
    limit?.name ?? '',
    figure.ratio === undefined ? '' : figure.ratio.toFixed(2),
    aim === undefined ? '' : 'atLeast' in aim ? `>= ${judged(aim.atLeast)}` : `<= ${judged(aim.atMost)}`,
    met === null ? '' : met ? 'met' : 'MISSED',
  ]
}

/** @param isText of a column: it is aligned to the left */
export function aligned(rows: readonly (readonly string[])[], isText: (column: number) => boolean): string[] {
  const widthOf = (column: number) => Math.max(...rows.map((cells) => (cells[column] as string).length))
  return rows.map((cells) =>
    cells
      .map((cell, i) => (isText(i) ? cell.padEnd(widthOf(i)) : cell.padStart(widthOf(i))))
      .join('  ')
      .trimEnd(),
  )
}

export function asTable(report: Report): string {
  const isText = (column: number) => column === 0 || column === 6 || column >= 8
  const lines = aligned([[...HEADINGS], ...report.figures.map(row)], isText)
  return [
    `${report.machine}; ${report.secondsEach} s each`,
    '',
    ...lines,
    '',
    ...report.notes.map(wrapped),
    '',
  ].join('\n')
}

const WIDTH = 110

function wrapped(text: string): string {
  const lines = ['-']
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1] as string
    if (line.length + word.length + 1 > WIDTH) lines.push(`  ${word}`)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join('\n')
}

function quantityText({ amount, unit }: Quantity): string {
  switch (unit) {
    case 'per_second':
      return `${Math.round(amount).toLocaleString('en-GB')}/s`
    case 'us':
      return latencyText(amount)
    case 'ms':
      return `${amount.toFixed(0)} ms`
    case 'mib':
      return `${amount.toFixed(0)} MiB`
    case 'bytes':
      return `${Math.round(amount).toLocaleString('en-GB')} B`
    case 'bytes_per_byte':
      return amount.toFixed(2)
  }
}

function latencyText(us: number): string {
  return us < 1000 ? `${us.toFixed(0)} µs` : `${(us / 1000).toFixed(us < 100_000 ? 1 : 0)} ms`
}
