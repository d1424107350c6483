import { Command } from '../cli/command.ts'
import { type GlobalOptions, withTasks } from '../cli/context.ts'
import { note, show, table } from '../cli/print.ts'
import type { AlikeBy, Member } from '../domain/lookalikes.ts'

/** `party alike`: members who may be one person. */
export function alikeCommand(): Command {
  return new Command('alike').description('help.party.alike').does(async (options: GlobalOptions) => {
    const found = await withTasks(options, (run) => run('party.alike', {}))
    show(options.json, found, () =>
      table(
        ['Alike in', 'Name', 'Member no', 'Phone', 'Region', 'Party'],
        found.pairs.flatMap(({ one, other, by }) => [cellsOf(one, ALIKE_IN[by]), cellsOf(other, '')]),
      ),
    )
    if (found.pairs.length === 0 || options.json) return
    note(
      '\nIf they are one person: granary party merge KEEP DUPLICATE. If they are two: granary party different PARTY PARTY',
    )
    if (found.more) note('There are more pairs: decide these, then run the command again.')
  })
}

/** `party different`: states that two members who look alike are two people. */
export function differentCommand(): Command {
  return new Command('different')
    .description('help.party.different')
    .argument('<party>', 'help.memberOrId')
    .argument('<other>', 'help.memberOrId')
    .does(async (options: GlobalOptions, one: string, other: string) => {
      const noted = await withTasks(options, async (run) => {
        const [first, second] = [
          await run('party.resolve', { text: one }),
          await run('party.resolve', { text: other }),
        ]
        return run('party.different', { one: first.party, other: second.party })
      })
      show(options.json, noted, () => 'Noted: they are two people.')
    })
}

const ALIKE_IN: Readonly<Record<AlikeBy, string>> = {
  number: 'member number',
  phone: 'phone and name',
  name_and_place: 'name and region',
  name: 'name',
  two_numbers: 'name and region, two numbers',
}

const cellsOf = ({ party, name, member_no, phone, region }: Member, by: string) => [
  by,
  name,
  member_no,
  phone,
  region,
  party,
]
