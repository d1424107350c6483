import { Command } from 'commander'
import { type GlobalOptions, settings } from '../../cli/context.ts'
import { operatorName } from '../../cli/operator-name.ts'
import { safe, show } from '../../cli/print.ts'
import { reaching } from '../../cli/visiting.ts'
import type { Check, CheckStatus } from './check.ts'
import { consult } from './consult.ts'
import { leaveWhatHangs } from './leaving.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check for common problems, and say what to do about them')
    .action(async (_own: object, own: Command) => {
      const options = own.optsWithGlobals<GlobalOptions>()
      const config = settings(options)
      const visit = await consult(config, reaching(config), operatorName())
      const healthy = visit.checks.every(({ standing }) => standing === 'good')
      show(options.json, { healthy, service: visit.service, checks: visit.checks }, () =>
        visit.checks.map(paragraph).join('\n'),
      )
      process.exitCode = exitCodeOf(visit.checks)
      leaveWhatHangs(visit.checks)
    })
}

const MARKS: Readonly<Record<CheckStatus, string>> = {
  good: 'ok   ',
  caution: 'NOTE ',
  bad: 'FAULT',
  unknown: '?    ',
}

function paragraph({ number, name, standing, finding, remedy }: Check): string {
  const words = [finding, ...(remedy === null ? [] : [remedy])]
  return [`${number}. ${MARKS[standing]} ${name}`, ...words.map(safe)].join('\n      ')
}

/** 1 when something is wrong, 3 when something needs attention (contract §17). */
function exitCodeOf(checks: readonly Check[]): number {
  if (checks.some(({ standing }) => standing === 'bad')) return 1
  return checks.some(({ standing }) => standing !== 'good') ? 3 : 0
}
