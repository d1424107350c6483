import { Command } from '../cli/command.ts'
import { FIELDS } from './entry/fields.ts'
import { correctRecord } from './entry/flows.ts'
import { statementAbout } from './entry/party-called.ts'
import { sit } from './entry/session.ts'
import { withFlags } from './record-command.ts'

/** `party edit`: corrects what the cooperative has written about a party. */
export function partyEditCommand(): Command {
  const command = new Command('edit')
    .description('help.party.edit')
    .argument('<party>', 'help.party.edit.party')
  return withFlags(command, FIELDS.party).action((text: string, _own: object, own: Command) =>
    sit(own, async (session) => correctRecord(session, await statementAbout(session.office, text))),
  )
}
