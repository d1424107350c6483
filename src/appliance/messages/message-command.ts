import { Command } from '../../cli/command.ts'
import type { GlobalOptions } from '../../cli/context.ts'
import { print, show, tableOrNone } from '../../cli/print.ts'
import { asking, commandOf, family } from '../../cli/task-command.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { nounName } from '../../words/party-name.ts'
import { LISTED, RESUMED, TRIED } from './message-tasks.ts'
import { SHIPPED, SHIPPED_NAMES } from './shipped.ts'

export const messageCommand = (): Command =>
  family('message', 'help.message', [
    listCommand(),
    commandOf('try', 'help.message.try', 'message.try', TRIED, ({ state, code, words }, { say }) =>
      say(`messages.tried.${state}`, { why: words ?? code ?? '' }),
    ),
    commandOf('pause', 'help.message.pause', 'message.pause', {}, (_, { say }) => say('messages.paused')),
    commandOf('resume', 'help.message.resume', 'message.resume', RESUMED, ({ paused }, { say }) =>
      say(paused ? 'messages.paused' : 'messages.resumed'),
    ),
    filesCommand(),
  ])

const listCommand = (): Command =>
  asking('list', 'help.message.list', LISTED, async ({ run, words }, asked) => {
    const { paused, messages } = await run('message.list', asked)
    const { calendar, say } = words
    const table = () =>
      tableOrNone(
        words,
        [
          say('tell.line.number'),
          say('member.when'),
          say('grant.line.to'),
          say('messages.line.of'),
          say('messages.line.state'),
          say('messages.line.parts'),
          say('messages.line.words'),
        ],
        messages.map((one) => [
          one.id,
          calendar.stamp(one.made_at),
          nounName(one.name, words) ?? one.party,
          say(`messages.kind.${one.kind}`),
          say(`messages.state.${one.state}`),
          one.parts,
          one.words,
        ]),
      )
    return {
      json: { messages: messages.map(({ name: _, ...one }) => one) },
      text: () => (paused === null ? table() : `${say('messages.paused')}\n\n${table()}`),
    }
  })

/** The settings files that ship need no data folder. */
function filesCommand(): Command {
  return new Command('files')
    .description('help.message.files')
    .argument('[name]', 'help.message.files.name')
    .does(async (options: GlobalOptions, name?: string) => {
      if (name === undefined)
        return show(options.json, { files: SHIPPED_NAMES }, () => SHIPPED_NAMES.join('\n'))
      const known = SHIPPED_NAMES.find((one) => one === name)
      if (known === undefined)
        throw new OperatorFault(
          ...withRemedy('messages.noFile', { name }, { names: SHIPPED_NAMES.join(', ') }),
          2,
        )
      print(JSON.stringify(SHIPPED[known], null, 2))
    })
}
