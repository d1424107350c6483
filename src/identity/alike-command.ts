import type { Command } from '../cli/command.ts'
import { note, tableOf } from '../cli/print.ts'
import { asking } from '../cli/task-command.ts'
import { DIFFERENT } from './alike-tasks.ts'

/** `party alike`: members who may be one person. */
export const alikeCommand = (): Command =>
  asking('alike', 'help.party.alike', {}, async ({ run, words }) => {
    const { say } = words
    const found = await run('party.alike', {})
    const rows = found.pairs.flatMap(({ one, other, by }) => [
      { ...one, by: say(`alike.in.${by}`) },
      { ...other, by: '' },
    ])
    return {
      json: found,
      text: () =>
        tableOf(words, rows, [
          ['alike.in', ({ by }) => by],
          ['members.name', ({ name }) => name],
          ['party.line.number', ({ member_no }) => member_no],
          ['members.phone', ({ phone }) => phone],
          ['members.region', ({ region }) => region],
          ['view.command.party', ({ party }) => party],
        ]),
      more() {
        if (found.pairs.length === 0) return
        note(`\n${say('alike.decide')}`)
        if (found.more) note(say('alike.morePairs'))
      },
    }
  })

/** `party different`: states that two members who look alike are two people. */
export const differentCommand = (): Command =>
  asking('different', 'help.party.different', DIFFERENT, async ({ run, words }, args) => {
    const one = await run('party.resolve', { text: args.one })
    const other = await run('party.resolve', { text: args.other })
    const json = await run('party.different', { one: one.party, other: other.party })
    return { json, text: () => words.say('alike.twoPeople') }
  })
