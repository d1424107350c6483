import { given, ifGiven } from '../base/typed.ts'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, withWords } from '../cli/context.ts'
import { Option } from '../cli/help.ts'
import { note, show, tableOrNone } from '../cli/print.ts'
import { LAWFUL_BASES, PARTY_KINDS } from '../domain/shapes.ts'
import { AnswerFault, OperatorFault, withRemedy } from '../words/fault.ts'
import { message } from '../words/message.ts'
import { alikeCommand, differentCommand } from './alike-command.ts'
import { idsTyped } from './other-ids.ts'
import { languageTyped } from './paper-language.ts'
import { partiesFor } from './party-search.ts'

interface AddOptions extends GlobalOptions {
  readonly kind: string
  readonly name: string
  readonly phone?: string
  readonly region?: string
  readonly memberNo?: string
  readonly language?: string
  readonly ids?: string
  readonly basis: string
}

export function partyCommand(): Command {
  const command = new Command('party').description('help.party')
  command
    .command('add')
    .description('help.party.add')
    .addOption(
      new Option('--kind <kind>', 'help.party.add.kind').choices([...PARTY_KINDS]).makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'help.party.add.name')
    .option('--phone <number>', 'help.party.add.phone')
    .option('--region <code>', 'help.party.add.region')
    .option('--member-no <number>', 'help.party.add.memberNo')
    .option('--language <language>', 'help.party.add.language')
    .option('--ids <ids>', 'question.ids')
    .addOption(
      new Option('--basis <basis>', 'help.party.add.basis')
        .choices([...LAWFUL_BASES])
        .default('contract_performance'),
    )
    .does(async ({ kind, name, phone, region, memberNo, language, ids, basis, ...options }: AddOptions) => {
      if (name.trim() === '') throw new OperatorFault(...withRemedy('party.blankName'), 2)
      const tag = language === undefined ? null : languageTyped(language)
      if (language !== undefined && tag === null) throw new AnswerFault(message('reading.language'))
      const [added, { say }] = await withWords(options, async (run) =>
        run('party.add', {
          kind,
          name: name.trim(),
          basis,
          ...(phone === undefined ? {} : await run('party.phone', { text: phone })),
          ...given({ region, memberNo, language: tag ?? undefined, ids: ifGiven(ids, idsTyped) }),
        }),
      )
      show(options.json, added, () => say('party.isAdded', { name, party: added.party }))
    })
  command
    .command('list')
    .description('help.party.list')
    .argument('[words]', 'help.party.list.words')
    .does(async (options: GlobalOptions, sought: string | undefined) => {
      const [parties, words] = await withWords(options, (run) => partiesFor(run, given({ words: sought })))
      const { say } = words
      const numberOf = new Map(parties.map((p) => [p.party, p.member_no]))
      show(options.json, { parties }, () =>
        tableOrNone(
          words,
          [
            say('party.line.number'),
            say('members.name'),
            say('entry.kind'),
            say('members.phone'),
            say('members.region'),
            say('view.command.party'),
            say('party.line.is'),
          ],
          parties.map((p) => [
            p.member_no,
            p.name ?? say('show.nameless'),
            p.kind,
            p.phone,
            p.region,
            p.party,
            numberOf.get(p.same_as ?? '') ?? p.same_as ?? '',
          ]),
        ),
      )
    })
  command.addCommand(alikeCommand())
  command.addCommand(differentCommand())
  command
    .command('others')
    .description('help.party.others')
    .option('--after <party>', 'help.party.others.after')
    .does(async ({ after, ...options }: GlobalOptions & { after?: string }) => {
      const [found, words] = await withWords(options, (run) => run('party.others', { after: after ?? null }))
      show(options.json, found, () =>
        tableOrNone(
          words,
          [words.say('view.command.party'), words.say('members.name')],
          found.parties.map(({ party, name }) => [party, name]),
        ),
      )
      if (found.next !== null && !options.json)
        note(`\n${words.say('party.moreOthers', { party: found.next })}`)
    })
  return command
}
