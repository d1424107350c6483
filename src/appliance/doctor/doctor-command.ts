import { Command } from '../../cli/command.ts'
import { type GlobalOptions, settings } from '../../cli/context.ts'
import { commandLanguage } from '../../cli/language.ts'
import { operatorName } from '../../cli/operator-name.ts'
import { safe, show } from '../../cli/print.ts'
import { sendToParent } from '../../cli/progress.ts'
import { reaching } from '../../cli/visiting.ts'
import { type Words, wordsIn } from '../../words/words.ts'
import { type CheckStatus, STANDINGS, type ToldCheck, toldCheck, worstOf } from './check.ts'
import { consult, leaveWhatHangs } from './consult.ts'

export function doctorCommand(): Command {
  return new Command('doctor').description('help.doctor').does(async (options: GlobalOptions) => {
    const config = settings(options)
    const visit = await consult(config, reaching(config), operatorName())
    const standing = worstOf(visit.checks)
    const healthy = standing === 'good'
    const words = wordsIn(commandLanguage(options), visit.timeZone)
    const checks = visit.checks.map((check) => toldCheck(words, check))
    // The page that started this program shows the checks in the words of each reader.
    sendToParent({ checks: visit.checks })
    show(options.json, { healthy, standing, service: visit.service, checks }, () =>
      [...checks.map((check) => paragraph(words, check)), '', sumOf(words, checks)].join('\n'),
    )
    process.exitCode = EXIT_CODES[standing]
    leaveWhatHangs(visit.checks)
  })
}

/** The exit code if this standing is the worst (contract §17). */
const EXIT_CODES: Readonly<Record<CheckStatus, 0 | 1 | 3>> = {
  bad: 1,
  unknown: 3,
  caution: 3,
  missing: 3,
  good: 0,
}

/** The last line, which sums up all checks. */
export function sumOf({ say }: Words, checks: readonly Pick<ToldCheck, 'standing'>[]): string {
  const counts = STANDINGS.flatMap((standing) => {
    const count = checks.filter((check) => check.standing === standing).length
    return count === 0 || standing === 'good' ? [] : [say(`doctor.sum.${standing}`, { count })]
  })
  return counts.length === 0 ? say('doctor.sum.good') : say('doctor.sum', { counts: counts.join(', ') })
}

/** So that the names of most checks begin in one column. */
const MARK_WIDTH = 5

function paragraph({ say }: Words, { number, name, standing, finding, remedy }: ToldCheck): string {
  const mark = say(`doctor.mark.${standing}`).padEnd(MARK_WIDTH)
  const sentences = [finding, ...(remedy === null ? [] : [remedy])]
  return [`${number}. ${mark} ${name}`, ...sentences.map(safe)].join('\n      ')
}
