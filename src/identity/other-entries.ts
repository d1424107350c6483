import type { Run } from '../cli/context.ts'
import { note, safe } from '../cli/print.ts'
import { atStart } from '../words/party-name.ts'

/**
 * Notes, after an act that applies to one entry only, that the person was entered twice.
 * @param what the act that applies to one entry only, such as "The objection"
 * @param again the command for the other entry, without the entry's id
 */
export async function noteOtherEntries(run: Run, text: string, what: string, again: string): Promise<void> {
  const { full_name, also } = await run('party.resolve', { text })
  for (const party of also)
    note(
      `\n${safe(atStart(full_name ?? 'this party'))} was entered twice. ${what} applies to one entry only; do the same for the other:\n  ${again} ${party}`,
    )
}
