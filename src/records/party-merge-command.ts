import { Asker, isTerminal } from '../cli/ask.ts'
import { Command } from '../cli/command.ts'
import { calendarOf, type GlobalOptions, withTasks } from '../cli/context.ts'
import { card, note, show } from '../cli/print.ts'
import { OperatorFault } from '../words/fault.ts'
import { englishWords } from '../words/words.ts'
import { partyCalled } from './entry/party-called.ts'

/** `party merge`: states that one person was entered twice. */
export function partyMergeCommand(): Command {
  return new Command('merge')
    .description('state that one person was entered twice; numbers and searches then lead to the entry kept')
    .argument('<keep>', 'the entry to keep: member number, name, phone number or id')
    .argument('<duplicate>', 'the other entry')
    .option('--yes', 'write it without being asked')
    .does(async (options: GlobalOptions & { yes?: boolean }, keep: string, duplicate: string) => {
      const merged = await withTasks(options, async (run) => {
        const { timeZone } = await calendarOf(run)
        const at = { run, words: englishWords(timeZone) }
        const [kept, other] = [await partyCalled(at, keep), await partyCalled(at, duplicate)]
        const name = (one: typeof kept) => `${one.name ?? '(not described)'}, ${one.party}`
        note(
          card([
            ['Keep', name(kept)],
            ['Duplicate', name(other)],
          ]),
        )
        note(
          'Numbers and searches will lead to the one kept, and the front office shows both histories as one.\n' +
            'Nothing is rewritten: each entry keeps its records, consents and objections.',
        )
        if (!options.yes && !(await agreed())) return null
        return run('party.merge', { keep: kept.party, duplicate: other.party })
      })
      if (merged === null) {
        note('Nothing was written.')
        return
      }
      show(
        options.json,
        merged,
        () =>
          `Written as ${merged.record_id}.\nTo undo it: granary record retract ${merged.record_id} --reason entered_in_error`,
      )
    })
}

async function agreed(): Promise<boolean> {
  if (!isTerminal())
    throw new OperatorFault('There is no terminal to ask on.', 'If the two are one person, give --yes.', 2)
  const asker = new Asker()
  try {
    return (await asker.letter('Are the two one person? (n: no, y: yes)', 'ny')) === 'y'
  } finally {
    asker.close()
  }
}
