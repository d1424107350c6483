import { Command } from '../cli/command.ts'
import { FIELDS } from './entry/fields.ts'
import { correctRecord, hasChanges } from './entry/flows.ts'
import { statementAbout } from './entry/party-called.ts'
import { sit } from './entry/session.ts'
import { withFlags } from './record-command.ts'

/** `party edit`: corrects what the cooperative has written about a party. */
export function partyEditCommand(): Command {
  const fields = FIELDS.party
  const command = new Command('edit')
    .description('help.party.edit')
    .argument('<party>', 'help.party.edit.party')
  return withFlags(command, fields).action((text: string, _own: object, own: Command) =>
    sit(
      own,
      (given) => hasChanges(given, fields),
      async (session) => correctRecord(session, await statementAbout(session.office, text)),
    ),
  )
}
