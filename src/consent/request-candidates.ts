import type { Run } from '../cli/context.ts'
import type { About } from '../domain/access-request.ts'
import { type ListedParty, partiesThat } from '../identity/party-search.ts'

/** Whom a number of an access request may mean. It is never a guess: people choose, for numbers change hands. */

/**
 * Parties that have the number today, by what is recorded: telephone numbers in their international form, member numbers as the
 * cooperative's own records have them. Of a person's two entries the one that is kept.
 * @returns none for a request that names a party by its id
 */
export async function candidatesFor(run: Run, about: About): Promise<ListedParty[]> {
  if ('party' in about) return []
  return partiesThat(run, (party) => party.name !== null && isMeant(party, about))
}

function isMeant(party: ListedParty, about: Exclude<About, { readonly party: string }>): boolean {
  if ('phone' in about) return party.phone === about.phone
  return party.member_no !== null && bare(party.member_no) === bare(about.member_no)
}

const bare = (memberNo: string): string => memberNo.trim().toLowerCase()
