import { Command } from '../../cli/command.ts'
import { type GlobalOptions, settings } from '../../cli/context.ts'
import { operatorName } from '../../cli/operator-name.ts'
import { safe, show } from '../../cli/print.ts'
import { reaching } from '../../cli/visiting.ts'
import { several } from '../../text/phrases.ts'
import { type Check, type CheckStatus, worstOf } from './check.ts'
import { consult } from './consult.ts'
import { leaveWhatHangs } from './leaving.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check for common problems, and say what to do about them')
    .does(async (options: GlobalOptions) => {
      const config = settings(options)
      const visit = await consult(config, reaching(config), operatorName())
      const standing = worstOf(visit.checks)
      const healthy = standing === 'good'
      show(options.json, { healthy, standing, service: visit.service, checks: visit.checks }, () =>
        [...visit.checks.map(paragraph), '', sumOf(visit.checks)].join('\n'),
      )
      process.exitCode = EXIT_CODES[standing]
      leaveWhatHangs(visit.checks)
    })
}

const MARKS: Readonly<Record<CheckStatus, string>> = {
  good: 'ok   ',
  missing: 'MISSING',
  caution: 'NOTE ',
  bad: 'FAULT',
  unknown: '?    ',
}

/** 1 when something is wrong, 3 when something is outstanding (contract §17). */
const EXIT_CODES: Readonly<Record<CheckStatus, number>> = {
  good: 0,
  missing: 3,
  caution: 3,
  unknown: 3,
  bad: 1,
}

/** The last line. */
export function sumOf(checks: readonly Check[]): string {
  const count = (standing: CheckStatus) => checks.filter((check) => check.standing === standing).length
  const parts = [
    [count('bad'), several(count('bad'), 'fault', 'faults')],
    [count('unknown'), `${count('unknown')} could not be checked`],
    [count('caution'), several(count('caution'), 'note', 'notes')],
    [count('missing'), `${count('missing')} missing`],
  ] as const
  const said = parts.flatMap(([n, words]) => (n === 0 ? [] : [words]))
  return said.length === 0 ? 'All is good.' : `Not all is good: ${said.join(', ')}.`
}

function paragraph({ number, name, standing, finding, remedy }: Check): string {
  const words = [finding, ...(remedy === null ? [] : [remedy])]
  return [`${number}. ${MARKS[standing]} ${name}`, ...words.map(safe)].join('\n      ')
}
