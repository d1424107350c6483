import type { Run } from '../cli/context.ts'
import { note, safe } from '../cli/print.ts'
import { atStart } from '../text/party-name.ts'

/**
 * Tells a clerk that a person was entered twice, after something that holds for one entry alone.
 * @param what holds for one entry alone, such as "The objection"
 * @param again the command for the other entry, without its id
 */
export async function noteOtherEntries(run: Run, text: string, what: string, again: string): Promise<void> {
  const { full_name, also } = await run('party.resolve', { text })
  for (const party of also)
    note(
      `\n${safe(atStart(full_name ?? 'this party'))} was entered twice. ${what} holds for one entry; do the same for the other:\n  ${again} ${party}`,
    )
}
