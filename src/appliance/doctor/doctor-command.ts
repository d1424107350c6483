import { Command } from '../../cli/command.ts'
import { type GlobalOptions, settings } from '../../cli/context.ts'
import { operatorName } from '../../cli/operator-name.ts'
import { safe, show } from '../../cli/print.ts'
import { reaching } from '../../cli/visiting.ts'
import { several } from '../../words/english.ts'
import { type Check, type CheckStatus, STANDINGS, worstOf } from './check.ts'
import { consult, leaveWhatHangs } from './consult.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check for common problems, and show what to do about them')
    .does(async (options: GlobalOptions) => {
      const config = settings(options)
      const visit = await consult(config, reaching(config), operatorName())
      const standing = worstOf(visit.checks)
      const healthy = standing === 'good'
      show(options.json, { healthy, standing, service: visit.service, checks: visit.checks }, () =>
        [...visit.checks.map(paragraph), '', sumOf(visit.checks)].join('\n'),
      )
      process.exitCode = RENDERED[standing].exitCode
      leaveWhatHangs(visit.checks)
    })
}

/** For each standing: its mark, the exit code if it is the worst (contract §17), and its summary. */
const RENDERED: Readonly<Record<CheckStatus, Rendered>> = {
  bad: { mark: 'FAULT', exitCode: 1, some: (n) => several(n, 'fault', 'faults') },
  unknown: { mark: '?    ', exitCode: 3, some: (n) => `${n} could not be checked` },
  caution: { mark: 'NOTE ', exitCode: 3, some: (n) => several(n, 'note', 'notes') },
  missing: { mark: 'MISSING', exitCode: 3, some: (n) => `${n} missing` },
  good: { mark: 'ok   ', exitCode: 0, some: null },
}

interface Rendered {
  readonly mark: string
  readonly exitCode: 0 | 1 | 3
  readonly some: ((n: number) => string) | null
}

/** The last line, which sums up all checks. */
export function sumOf(checks: readonly Check[]): string {
  const counted = STANDINGS.flatMap((standing) => {
    const n = checks.filter((check) => check.standing === standing).length
    const { some } = RENDERED[standing]
    return n === 0 || some === null ? [] : [some(n)]
  })
  return counted.length === 0 ? 'All is good.' : `Not all is good: ${counted.join(', ')}.`
}

function paragraph({ number, name, standing, finding, remedy }: Check): string {
  const words = [finding, ...(remedy === null ? [] : [remedy])]
  return [`${number}. ${RENDERED[standing].mark} ${name}`, ...words.map(safe)].join('\n      ')
}
