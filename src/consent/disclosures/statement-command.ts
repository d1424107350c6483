import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withCalendar } from '../../cli/context.ts'
import { writeNew } from '../../cli/new-file.ts'
import { note, safe, show } from '../../cli/print.ts'
import { quietJson } from '../../text/foreign.ts'
import { englishWords } from '../../words/words.ts'
import { tellObjection } from '../objection-shapes.ts'
import { statementText } from './statement-text.ts'

const REMEDY = 'Give a new file with --out, on a disk with room.'

/** Commands that print papers for a member to take home. */
export function memberCommand(): Command {
  const command = new Command('member').description('what is printed for a member')
  command
    .command('statement')
    .description(
      'who read what is recorded about a member, who may read it now, and how to stop it: totals first, then each reading',
    )
    .argument('<party>', 'whose: id or member number')
    .option('--out <file>', 'write it to this new file, readable only by you (default: print it)')
    .does(async (o: GlobalOptions & { out?: string }, party: string) => {
      const [told, calendar] = await withCalendar(o, (run) =>
        run('member.statement', { party, scope: 'all' }),
      )
      const words = englishWords(calendar.timeZone)
      const text = () => statementText(words, told).trimEnd()
      const statement = {
        ...told,
        objections: told.objections.map((sentences) => tellObjection(words, sentences)),
      }
      if (o.out === undefined) show(o.json, statement, text)
      else {
        await writeNew(
          o.out,
          [`${o.json ? quietJson(JSON.stringify(statement, null, 2)) : text()}\n`],
          REMEDY,
        )
        note(`The statement is in ${safe(o.out)}.`)
      }
    })
  return command
}
