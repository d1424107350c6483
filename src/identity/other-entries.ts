import type { Run } from '../cli/context.ts'
import { note } from '../cli/print.ts'
import { asHeading, fullName } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'

/**
 * Notes, after an act that applies to one entry only, that the person was entered twice.
 * @param act the act that applies to one entry only
 * @param again the command for the other entry, without the entry's id
 */
export async function noteOtherEntries(
  words: Words,
  run: Run,
  text: string,
  act: 'consent' | 'objection' | 'answer',
  again: string,
): Promise<void> {
  const { called, also } = await run('party.resolve', { text })
  const name = fullName(called, words) ?? words.say('consent.thisParty')
  const twice = asHeading(called, words.say(`consent.twice.${act}`, { name }))
  for (const party of also) note(`\n${twice}\n  ${again} ${party}`)
}
