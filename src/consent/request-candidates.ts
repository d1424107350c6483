import type { Run } from '../cli/context.ts'
import type { About } from '../domain/access-request.ts'
import { type ListedParty, partiesFor } from '../identity/party-search.ts'

/** Whom a number of an access request may mean. It is never a guess: people choose, for numbers change hands. */

export interface Candidates {
  /**
   * Parties that have the number today, by the cooperative's own records: telephone numbers in their international form. Of a
   * person's two entries the one that is kept.
   */
  readonly recorded: readonly ListedParty[]
  /** Parties that have it by their own word alone. */
  readonly claiming: readonly ListedParty[]
}

/** @returns none for a request that names a party by its id */
export async function candidatesFor(run: Run, about: About): Promise<Candidates> {
  if ('party' in about) return { recorded: [], claiming: [] }
  const recorded = await partiesFor(run, about)
  if (!('phone' in about)) return { recorded, claiming: [] }
  return { recorded, claiming: (await run('party.claiming', about)).parties }
}
