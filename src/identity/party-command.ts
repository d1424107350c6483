import { given } from '../base/typed.ts'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, withTasks } from '../cli/context.ts'
import { Option } from '../cli/help.ts'
import { note, safe, show, table } from '../cli/print.ts'
import { LAWFUL_BASES, PARTY_KINDS } from '../domain/shapes.ts'
import { OperatorFault } from '../words/fault.ts'
import { message } from '../words/message.ts'
import { alikeCommand, differentCommand } from './alike-command.ts'
import { partiesFor } from './party-search.ts'

interface AddOptions extends GlobalOptions {
  readonly kind: string
  readonly name: string
  readonly phone?: string
  readonly region?: string
  readonly memberNo?: string
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
    .addOption(
      new Option('--basis <basis>', 'help.party.add.basis')
        .choices([...LAWFUL_BASES])
        .default('contract_performance'),
    )
    .does(async ({ kind, name, phone, region, memberNo, basis, ...options }: AddOptions) => {
      if (name.trim() === '')
        throw new OperatorFault(message('party.blankName'), message('party.blankName.remedy'), 2)
      const added = await withTasks(options, async (run) =>
        run('party.add', {
          kind,
          name: name.trim(),
          basis,
          ...(phone === undefined ? {} : await run('party.phone', { text: phone })),
          ...given({ region, memberNo }),
        }),
      )
      show(options.json, added, () => `${safe(name)} is party ${added.party}`)
    })
  command
    .command('list')
    .description('help.party.list')
    .argument('[words]', 'help.party.list.words')
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
    .description('help.party.others')
    .option('--after <party>', 'help.party.others.after')
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
