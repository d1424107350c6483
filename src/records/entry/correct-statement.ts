import { uuidv7 } from 'uuidv7'
import type { Run } from '../../cli/context.ts'
import { nounOrId } from '../../words/party-name.ts'
import { corrected } from './correction.ts'
import { statementOf } from './party-called.ts'

/**
 * Corrects what the cooperative has written about a party, without asking anything.
 * @param called the party's id, its member number, or `cooperative`
 * @param members the new values; null clears a member
 * @throws {Problem} if the service refuses the correction
 */
export async function correctStatement(
  run: Run,
  called: string,
  members: Readonly<Record<string, string | boolean | null>>,
): Promise<void> {
  const found = await run('party.resolve', { text: called })
  const statement = await statementOf(run, found.party, nounOrId(found.called, found.party))
  const old = await run('record.get', { id: statement })
  const given = Object.entries(members)
  const draft = corrected(old, {
    members: Object.fromEntries(given.filter(([, value]) => value !== null)),
    cleared: given.filter(([, value]) => value === null).map(([member]) => member),
  })
  await run('record.append', { draft: { id: uuidv7(), ...draft } })
}
