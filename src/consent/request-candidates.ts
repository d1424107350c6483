import type { Run } from '../cli/context.ts'
import type { About } from '../domain/access-request.ts'
import { type ListedParty, partiesFor } from '../identity/party-search.ts'
import { type CalledParty, nounName } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'

/** Finds whom the number in a request may mean. People choose among them: numbers change hands. */

export interface Candidates {
  /**
   * Parties that have the number today, by the cooperative's own records. Telephone numbers are in
   * international form. Of a person's two entries, the one that is kept.
   */
  readonly recorded: readonly ListedParty[]
  /** Parties that have it by their own word alone. */
  readonly claiming: readonly Claiming[]
}

type Claiming = Omit<ListedParty, 'name'> & { readonly name: CalledParty }

/** Returns such a party with its name as its reader's words have it. */
export const claimingIn =
  (words: Words) =>
  (one: Claiming): ListedParty => ({ ...one, name: nounName(one.name, words) })

/** Returns the candidates; none for a request that names a party by its id. */
export async function candidatesFor(run: Run, about: About): Promise<Candidates> {
  if ('party' in about) return { recorded: [], claiming: [] }
  const recorded = await partiesFor(run, about)
  if (!('phone' in about)) return { recorded, claiming: [] }
  return { recorded, claiming: (await run('party.claiming', about)).parties }
}
