import type { Run } from '../cli/context.ts'
import { type CalledParty, fullName, shortName } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'
import { distinctName } from './party-search.ts'
import type { NamedParty } from './party-tasks.ts'

/** Names of all parties that a list or page shows, asked for at once. */

type NameOf = (party: string) => string
interface Asking {
  readonly run: Run
  readonly words: Words
}

/** Returns a party with its name as its reader's words have it. */
export const withName = <P extends { readonly called: CalledParty }>(words: Words, party: P) => ({
  ...party,
  name: shortName(party.called, words),
})

export async function partiesNamed(
  run: Run,
  parties: readonly string[],
): Promise<ReadonlyMap<string, NamedParty>> {
  const asked = [...new Set(parties)]
  const found = asked.length === 0 ? [] : (await run('party.names', { parties: asked })).parties
  return new Map(found.map((one) => [one.party, one]))
}

/** Returns a function that gives names with numbers, which tell namesakes apart. */
export async function distinctNames({ run, words }: Asking, parties: readonly string[]): Promise<NameOf> {
  const named = await partiesNamed(run, parties)
  return (party) => {
    const found = named.get(party)
    return found === undefined ? party : distinctName(withName(words, found))
  }
}

/** Returns a function that gives full names, by which a person decides. */
export async function fullNames({ run, words }: Asking, parties: readonly string[]): Promise<NameOf> {
  const named = await partiesNamed(run, parties)
  return (party) => {
    const found = named.get(party)
    return (found && fullName(found.called, words)) ?? party
  }
}
