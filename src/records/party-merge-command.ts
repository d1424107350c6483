import { askYes, isTerminal } from '../cli/ask.ts'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, withTasks, wordsOf } from '../cli/context.ts'
import { card, note, show } from '../cli/print.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import type { Words } from '../words/words.ts'
import { partyCalled } from './entry/party-called.ts'

/** `party merge`: states that one person was entered twice. */
export function partyMergeCommand(): Command {
  return new Command('merge')
    .description('help.party.merge')
    .argument('<keep>', 'help.party.merge.keep')
    .argument('<duplicate>', 'help.party.merge.duplicate')
    .option('--yes', 'help.party.merge.yes')
    .does(async (options: GlobalOptions & { yes?: boolean }, keep: string, duplicate: string) => {
      const merged = await withTasks(options, async (run) => {
        const words = await wordsOf(options, run)
        const { say } = words
        const at = { run, words }
        const [kept, other] = [await partyCalled(at, keep), await partyCalled(at, duplicate)]
        const name = (one: typeof kept) => `${one.name ?? say('show.nameless')}, ${one.party}`
        note(
          card([
            [say('merge.keep'), name(kept)],
            [say('merge.duplicate'), name(other)],
          ]),
        )
        note([say('merge.leads'), say('merge.stays')].join('\n'))
        if (!options.yes && !(await agreed(words))) {
          note(say('counter.dropped'))
          return null
        }
        return { words, ...(await run('party.merge', { keep: kept.party, duplicate: other.party })) }
      })
      if (merged === null) return
      const { words, ...written } = merged
      const id = written.record_id
      show(options.json, written, () =>
        [words.say('counter.written', { id }), words.say('merge.undo', { id })].join('\n'),
      )
    })
}

async function agreed(words: Words): Promise<boolean> {
  if (!isTerminal()) throw new OperatorFault(...withRemedy('merge.noTerminal'), 2)
  return askYes(words, words.say('merge.areOne'))
}
