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
    .description(
      'correct the name, number, phone, region or language of a party; what was written before stays readable',
    )
    .argument('<party>', 'member number, name, phone number or id')
  return withFlags(command, fields).action((text: string, _own: object, own: Command) =>
    sit(
      own,
      (given) => hasChanges(given, fields),
      async (session) => correctRecord(session, await statementAbout(session.office, text)),
    ),
  )
}
