import { askYes, isTerminal } from '../cli/ask.ts'
import { optional } from '../cli/asked.ts'
import type { Command } from '../cli/command.ts'
import { note, tableOf } from '../cli/print.ts'
import { asking, family } from '../cli/task-command.ts'
import { unnamed } from '../domain/nobody.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { shortName } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'
import { alikeCommand, differentCommand } from './alike-command.ts'
import { partiesFor } from './party-search.ts'
import { OTHERS, PARTY_ADD } from './party-tasks.ts'

export const partyCommand = (): Command =>
  family('party', 'help.party', [
    asking('add', 'help.party.add', PARTY_ADD, async ({ run, words }, { phone, ...details }) => {
      if (unnamed(details.name) !== null && !(await isReallyName(words, details.name)))
        throw new OperatorFault(...withRemedy('party.noName', { name: details.name }), 2)
      const phoned = phone === undefined ? {} : await run('party.phone', { text: phone })
      const added = await run('party.add', { ...details, ...phoned })
      return {
        json: added,
        text: () => words.say('party.isAdded', { name: details.name, party: added.party }),
      }
    }),
    listCommand(),
    alikeCommand(),
    differentCommand(),
    asking('others', 'help.party.others', OTHERS, async ({ run, words }, args) => {
      const found = await run('party.others', args)
      return {
        json: found,
        text: () =>
          tableOf(words, found.parties, [
            ['view.command.party', ({ party }) => party],
            ['members.name', ({ name }) => shortName(name, words)],
          ]),
        more() {
          if (found.next !== null) note(`\n${words.say('party.moreOthers', { party: found.next })}`)
        },
      }
    }),
  ])

/** Asks about a name such as "various" or "unknown"; without a terminal, nobody can say that it is one. */
const isReallyName = async (words: Words, name: string): Promise<boolean> =>
  isTerminal() && askYes(words, words.say('party.isNobody', { name }))

function listCommand(): Command {
  const asked = { words: optional('[words]', 'help.party.list.words') }
  return asking('list', 'help.party.list', asked, async ({ run, words }, query) => {
    const parties = await partiesFor(run, query)
    const numberOf = new Map(parties.map((p) => [p.party, p.member_no]))
    return {
      json: { parties },
      text: () =>
        tableOf(words, parties, [
          ['party.line.number', (p) => p.member_no],
          ['members.name', (p) => p.name ?? words.say('show.nameless')],
          ['entry.kind', (p) => p.kind],
          ['members.phone', (p) => p.phone],
          ['members.region', (p) => p.region],
          ['view.command.party', (p) => p.party],
          ['party.line.is', (p) => numberOf.get(p.same_as ?? '') ?? p.same_as ?? ''],
        ]),
    }
  })
}
