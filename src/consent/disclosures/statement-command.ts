import { optional, required } from '../../cli/asked.ts'
import type { Command } from '../../cli/command.ts'
import { writeNew } from '../../cli/new-file.ts'
import { note } from '../../cli/print.ts'
import { asking, family } from '../../cli/task-command.ts'
import { paperLanguage, paperWords } from '../../identity/paper-language.ts'
import { quietJson } from '../../text/foreign.ts'
import { message, type Value } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import { tellObjection } from '../objection-shapes.ts'
import type { MemberStatement } from './statement-tasks.ts'
import { statementText } from './statement-text.ts'

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
    months: statement.months.map(
      ({ to, to_name, purpose, purpose_name, ground, month, times, records, firstAt, lastAt }) => ({
        ...{ to, to_name: nameOf(to_name), purpose, purpose_name, ground },
        month: `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
        ...{ readings: times, records, first_at: firstAt, last_at: lastAt },
      }),
    ),
    newest: statement.newest.map(named),
    may_read: statement.may_read.map((grant) => ({ ...grant, grantee_name: nameOf(grant.grantee_name) })),
    objections: statement.objections.map((sentences) => tellObjection(words, sentences)),
  }
}

/** Commands that print papers for a member to take home. */
export function memberCommand(): Command {
  const asked = {
    party: required('<party>', 'help.member.statement.party'),
    out: optional('--out <file>', 'help.newFile'),
    language: paperLanguage(),
  }
  return family('member', 'help.member', [
    asking(
      'statement',
      'help.member.statement',
      asked,
      async ({ run, words, options }, { party, out, language }) => {
        const told = await run('member.statement', { party, scope: 'all' })
        const paper = await paperWords(run, words, party, language)
        const text = () => statementText(paper, told).trimEnd()
        const json = inWords(words, told)
        if (out === undefined) return { json, text }
        await writeNew(
          out,
          [`${options.json ? quietJson(JSON.stringify(json, null, 2)) : text()}\n`],
          message('statement.newFile'),
        )
        note(words.say('statement.isIn', { file: out }))
        return null
      },
    ),
  ])
}
