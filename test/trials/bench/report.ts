import { cpus, totalmem } from 'node:os'
import { type Figure, isMet, type Quantity } from './figure.ts'
import type { Hot } from './profile.ts'

/** What was found, for people, for documents and for programs. */

export interface Report {
  readonly machine: string
  readonly secondsEach: number
  readonly figures: readonly Figure[]
  /** How the figures came about, and what to hold against them. */
  readonly notes: readonly string[]
  /** Where the server's time goes, when that was asked for. */
  readonly profiles: readonly WorkProfile[]
}

export interface WorkProfile {
  readonly work: string
  readonly requests: number
  readonly hottest: readonly Hot[]
}

export function machineText(): string {
  const [cpu] = cpus()
  const gib = (totalmem() / 2 ** 30).toFixed(0)
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${gib} GiB, Node ${process.versions.node}, ${process.platform} ${process.arch}`
}

const HEADINGS = ['', 'Granary', 'p50', 'p99', 'Limit', '', 'Ratio', 'Aim', ''] as const

function row(figure: Figure): string[] {
  const { limit, aim } = figure
  const met = isMet(figure)
  const judged = (amount: number) =>
    figure.ratio === undefined ? quantityText({ amount, unit: figure.value.unit }) : String(amount)
  return [
    figure.name,
    quantityText(figure.value),
    figure.p50Us === undefined ? '' : latencyText(figure.p50Us),
    figure.p99Us === undefined ? '' : latencyText(figure.p99Us),
    limit === undefined ? '' : quantityText(limit),
    limit?.name ?? '',
    figure.ratio === undefined ? '' : figure.ratio.toFixed(2),
    aim === undefined ? '' : 'atLeast' in aim ? `>= ${judged(aim.atLeast)}` : `<= ${judged(aim.atMost)}`,
    met === null ? '' : met ? 'met' : 'MISSED',
  ]
}

export function asTable(report: Report): string {
  const rows = [[...HEADINGS], ...report.figures.map(row)]
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((cells) => (cells[column] as string).length)),
  )
  const isText = (column: number) => column === 0 || column === 5 || column >= 7
  const lines = rows.map((cells) =>
    cells
      .map((cell, i) => (isText(i) ? cell.padEnd(widths[i] as number) : cell.padStart(widths[i] as number)))
      .join('  ')
      .trimEnd(),
  )
  return [
    `${report.machine}; ${report.secondsEach} s each`,
    '',
    ...lines,
    '',
    ...report.notes.map(wrapped),
    '',
    ...report.profiles.flatMap((profile) => [...profileLines(profile), '']),
  ].join('\n')
}

function profileLines({ work, requests, hottest }: WorkProfile): string[] {
  return [
    `${work}: where the server spends its time (${requests.toLocaleString('en-GB')} requests)`,
    ...hottest.map(({ what, share, usPerRequest }) => {
      const percent = (100 * share).toFixed(1).padStart(5)
      return `${percent} %  ${usPerRequest.toFixed(1).padStart(7)} µs a request  ${what}`
    }),
  ]
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

export function asMarkdown(report: Report): string {
  const heading = ['Work', 'Granary', 'p50', 'p99', 'Limit', 'Limit is', 'Ratio', 'Aim', 'Met']
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    `${report.machine}; ${report.secondsEach} s each`,
    '',
    line(heading),
    line(['---', '---:', '---:', '---:', '---:', '---', '---:', '---', '---']),
    ...report.figures.map((figure) => line(row(figure))),
    '',
    ...report.notes.map((note) => `- ${note}`),
    '',
    ...report.profiles.flatMap((profile) => ['```', ...profileLines(profile), '```', '']),
  ].join('\n')
}

export function asJson(report: Report): string {
  const figures = report.figures.map((figure) => ({ ...figure, met: isMet(figure) }))
  return `${JSON.stringify({ ...report, figures }, null, 2)}\n`
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
