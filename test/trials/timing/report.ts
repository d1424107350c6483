import { aligned } from '../bench/report.ts'
import type { Comparison } from './statistics.ts'

/** What was found. */

/** No difference is claimed where a difference of chance alone would come out larger once in 150,000 times. */
const LIMIT = 4.5

export interface Finding {
  readonly question: string
  readonly records: number
  readonly pairs: number
  /** False for the control: it is there to be told apart. */
  readonly held: boolean
  readonly all: Comparison
  readonly below99: Comparison
}

export interface Report {
  readonly machine: string
  readonly connections: number
  readonly findings: readonly Finding[]
}

const isAlike = ({ all, below99 }: Finding): boolean => Math.abs(all.t) < LIMIT && Math.abs(below99.t) < LIMIT

export const allAlike = ({ findings }: Report): boolean =>
  findings.every((finding) => !finding.held || isAlike(finding))

const HEADINGS = ['', 'pairs', 'values', 'refused', 'absent', 'difference', "Welch's t", '']

export function asText(report: Report): string {
  const rows = report.findings.flatMap((finding) => [
    rowOf(finding, 'all', finding.all),
    rowOf(finding, 'below p99', finding.below99),
  ])
  const lines = aligned([HEADINGS, ...rows], (column) => [0, 2, 7].includes(column))
  return [
    `${report.machine}; ${report.connections} connections; microseconds from writing a request to the first byte of its`,
    'answer, mean ± standard deviation',
    '',
    ...lines,
    '',
    `Held answers are alike while |t| < ${LIMIT}. Those "without the hold" show what there is to be found.`,
    allAlike(report) ? 'No time told refused from nonexistent.' : 'A time TOLD refused from nonexistent.',
    '',
  ].join('\n')
}

function rowOf(finding: Finding, values: string, { refused, absent, difference, t }: Comparison): string[] {
  const verdict = Math.abs(t) < LIMIT ? 'alike' : 'TOLD APART'
  const among = `${finding.records.toLocaleString('en-GB')} records`
  return [
    `${finding.question}, ${among}${finding.held ? '' : ', without the hold'}`,
    finding.pairs.toLocaleString('en-GB'),
    values,
    `${refused.mean.toFixed(1)} ± ${refused.deviation.toFixed(1)}`,
    `${absent.mean.toFixed(1)} ± ${absent.deviation.toFixed(1)}`,
    difference.toFixed(2),
    t.toFixed(2),
    finding.held ? verdict : `(${verdict.toLowerCase()})`,
  ]
}
