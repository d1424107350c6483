import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withWords, wordsOf } from '../../cli/context.ts'
import { writeNew } from '../../cli/new-file.ts'
import { note, show } from '../../cli/print.ts'
import { paperLanguage, paperWords } from '../../identity/paper-language.ts'
import { quietJson } from '../../text/foreign.ts'
import type { Value } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import { tellObjection } from '../objection-shapes.ts'
import type { MemberStatement } from './statement-tasks.ts'
import { statementText } from './statement-text.ts'

const REMEDY = 'Give a new file with --out, on a disk with room.'

/** Returns the statement for programs: with text in place of messages. */
function inWords(words: Words, statement: MemberStatement) {
  const nameOf = (name: Value | null) => (name === null ? null : words.told(name))
  const named = <T extends { readonly to_name: Value | null }>(one: T) => ({
    ...one,
    to_name: nameOf(one.to_name),
  })
  return {
    ...statement,
    totals: statement.totals.map(named),
    newest: statement.newest.map(named),
    may_read: statement.may_read.map((grant) => ({ ...grant, grantee_name: nameOf(grant.grantee_name) })),
    objections: statement.objections.map((sentences) => tellObjection(words, sentences)),
  }
}

/** Commands that print papers for a member to take home. */
export function memberCommand(): Command {
  const command = new Command('member').description('help.member')
  command
    .command('statement')
    .description('help.member.statement')
    .argument('<party>', 'help.member.statement.party')
    .option('--out <file>', 'help.newFile')
    .addOption(paperLanguage())
    .does(async (o: GlobalOptions & { out?: string; language?: string }, party: string) => {
      const [{ told, paper }, words] = await withWords(o, async (run) => ({
        told: await run('member.statement', { party, scope: 'all' }),
        paper: await paperWords(run, await wordsOf(o, run), party, o.language),
      }))
      const text = () => statementText(paper, told).trimEnd()
      const statement = inWords(words, told)
      if (o.out === undefined) show(o.json, statement, text)
      else {
        await writeNew(
          o.out,
          [`${o.json ? quietJson(JSON.stringify(statement, null, 2)) : text()}\n`],
          REMEDY,
        )
        note(words.say('statement.isIn', { file: o.out }))
      }
    })
  return command
}
