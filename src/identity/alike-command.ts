import { Command } from '../cli/command.ts'
import { type GlobalOptions, withWords } from '../cli/context.ts'
import { note, show, tableOrNone } from '../cli/print.ts'
import type { Member } from '../domain/lookalikes.ts'

/** `party alike`: members who may be one person. */
export function alikeCommand(): Command {
  return new Command('alike').description('help.party.alike').does(async (options: GlobalOptions) => {
    const [found, words] = await withWords(options, (run) => run('party.alike', {}))
    const { say } = words
    show(options.json, found, () =>
      tableOrNone(
        words,
        [
          say('alike.in'),
          say('members.name'),
          say('party.line.number'),
          say('members.phone'),
          say('members.region'),
          say('view.command.party'),
        ],
        found.pairs.flatMap(({ one, other, by }) => [
          cellsOf(one, say(`alike.in.${by}`)),
          cellsOf(other, ''),
        ]),
      ),
    )
    if (found.pairs.length === 0 || options.json) return
    note(`\n${say('alike.decide')}`)
    if (found.more) note(say('alike.morePairs'))
  })
}

/** `party different`: states that two members who look alike are two people. */
export function differentCommand(): Command {
  return new Command('different')
    .description('help.party.different')
    .argument('<party>', 'help.memberOrId')
    .argument('<other>', 'help.memberOrId')
    .does(async (options: GlobalOptions, one: string, other: string) => {
      const [noted, { say }] = await withWords(options, async (run) => {
        const [first, second] = [
          await run('party.resolve', { text: one }),
          await run('party.resolve', { text: other }),
        ]
        return run('party.different', { one: first.party, other: second.party })
      })
      show(options.json, noted, () => say('alike.twoPeople'))
    })
}

const cellsOf = ({ party, name, member_no, phone, region }: Member, by: string) => [
  by,
  name,
  member_no,
  phone,
  region,
  party,
]
