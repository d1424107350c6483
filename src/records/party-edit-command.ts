import { Command } from 'commander'
import { uuidv7 } from 'uuidv7'
import type { Run } from '../cli/context.ts'
import { corrected } from './entry/correction.ts'
import { FIELDS } from './entry/fields.ts'
import { correctRecord, hasChanges } from './entry/flows.ts'
import { statementAbout } from './entry/party-called.ts'
import { sit } from './entry/session.ts'
import { withFlags } from './record-command.ts'

/** `party edit`: corrects what the cooperative has written about somebody. */
export function partyEditCommand(): Command {
  const fields = FIELDS.party
  const command = new Command('edit')
    .description(
      'correct the name, number, phone or region of a party; what was written before stays readable',
    )
    .argument('<party>', 'member number, name, phone number or id')
  return withFlags(command, fields).action((text: string, _own: object, own: Command) =>
    sit(
      own,
      (given) => hasChanges(given, fields),
      async (session) => correctRecord(session, await statementAbout(session.run, text)),
    ),
  )
}

/** The same for the name alone, without a question. @throws {Problem} when the name cannot be */
export async function rename(run: Run, text: string, name: string): Promise<void> {
  const old = await run('record.get', { id: await statementAbout(run, text) })
  const draft = corrected(old, { members: { display_name: name }, cleared: [] })
  await run('record.append', { draft: { id: uuidv7(), ...draft } })
}
