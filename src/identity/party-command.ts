import { Option } from 'commander'
import { given } from '../base/typed.ts'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, withTasks } from '../cli/context.ts'
import { note, safe, show, table } from '../cli/print.ts'
import { LAWFUL_BASES, PARTY_KINDS } from '../domain/shapes.ts'
import { AnswerFault, OperatorFault } from '../words/fault.ts'
import { message } from '../words/message.ts'
import { alikeCommand, differentCommand } from './alike-command.ts'
import { languageTyped } from './paper-language.ts'
import { partiesFor } from './party-search.ts'

interface AddOptions extends GlobalOptions {
  readonly kind: string
  readonly name: string
  readonly phone?: string
  readonly region?: string
  readonly memberNo?: string
  readonly language?: string
  readonly basis: string
}

export function partyCommand(): Command {
  const command = new Command('party').description('people and organisations')
  command
    .command('add')
    .description('add a party, asserted by the cooperative')
    .addOption(new Option('--kind <kind>', 'what it is').choices([...PARTY_KINDS]).makeOptionMandatory())
    .requiredOption('--name <name>', 'the name people use')
    .option('--phone <number>', 'as people dial it (GRANARY_COUNTRY), or as +256772123456')
    .option('--region <code>', 'registry code, such as UG-102')
    .option('--member-no <number>', "the cooperative's own number for it")
    .option('--language <language>', 'in which papers are printed for it, such as sw')
    .addOption(
      new Option('--basis <basis>', 'lawful basis')
        .choices([...LAWFUL_BASES])
        .default('contract_performance'),
    )
    .does(async ({ kind, name, phone, region, memberNo, language, basis, ...options }: AddOptions) => {
      if (name.trim() === '')
        throw new OperatorFault(message('party.blankName'), message('party.blankName.remedy'), 2)
      const tag = language === undefined ? null : languageTyped(language)
      if (language !== undefined && tag === null) throw new AnswerFault(message('reading.language'))
      const added = await withTasks(options, async (run) =>
        run('party.add', {
          kind,
          name: name.trim(),
          basis,
          ...(phone === undefined ? {} : await run('party.phone', { text: phone })),
          ...given({ region, memberNo, language: tag ?? undefined }),
        }),
      )
      show(options.json, added, () => `${safe(name)} is party ${added.party}`)
    })
  command
    .command('list')
    .description('list the parties that the cooperative has recorded')
    .argument('[words]', 'only those whose name, member number or phone number has these words')
    .does(async (options: GlobalOptions, words: string | undefined) => {
      const parties = await withTasks(options, (run) => partiesFor(run, words === undefined ? {} : { words }))
      const numberOf = new Map(parties.map((p) => [p.party, p.member_no]))
      show(options.json, { parties }, () =>
        table(
          ['Member no', 'Name', 'Kind', 'Phone', 'Region', 'Party', 'Is'],
          parties.map((p) => [
            p.member_no,
            p.name ?? '(not described)',
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
    .description(
      'list the parties that others introduced, and about which the cooperative has recorded nothing',
    )
    .option('--after <party>', 'only parties after this id in the list')
    .does(async ({ after, ...options }: GlobalOptions & { after?: string }) => {
      const found = await withTasks(options, (run) => run('party.others', { after: after ?? null }))
      show(options.json, found, () =>
        table(
          ['Party', 'Name'],
          found.parties.map(({ party, name }) => [party, name]),
        ),
      )
      if (found.next !== null && !options.json) note(`\nFor more: granary party others --after ${found.next}`)
    })
  return command
}
