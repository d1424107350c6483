import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withWords } from '../../cli/context.ts'
import { note, safe, show } from '../../cli/print.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'

export function noticeCommand(): Command {
  return new Command('notice').description('help.notice').addCommand(tryCommand())
}

function tryCommand(): Command {
  return new Command('try').description('help.notice.try').does(async (options: GlobalOptions) => {
    const [{ to, failure }, { say }] = await withWords(options, (run) => run('notice.try', {}))
    if (failure !== null) {
      const said = failure.said.trim()
      if (said !== '') note(say('notice.said', { text: safe(said) }))
      throw new OperatorFault(...withRemedy('notice.failed', { reason: failure.reason }))
    }
    show(options.json, { sent: true, to }, () => say('notice.sent'))
  })
}
