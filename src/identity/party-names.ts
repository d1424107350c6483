import type { Run } from '../cli/context.ts'
import { fullName } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'
import { distinctName } from './party-search.ts'
import type { NamedParty } from './party-tasks.ts'

/** Names of all parties that a list or page shows, asked for at once. */

type NameOf = (party: string) => string

export async function partiesNamed(
  run: Run,
  parties: readonly string[],
): Promise<ReadonlyMap<string, NamedParty>> {
  const asked = [...new Set(parties)]
  const found = asked.length === 0 ? [] : (await run('party.names', { parties: asked })).parties
  return new Map(found.map((one) => [one.party, one]))
}

/** Returns a function that gives names with numbers, which tell namesakes apart. */
export async function distinctNames(run: Run, parties: readonly string[]): Promise<NameOf> {
  const named = await partiesNamed(run, parties)
  return (party) => {
    const found = named.get(party)
    return found === undefined ? party : distinctName(found)
  }
}

/** Returns a function that gives full names, by which a person decides. */
export async function fullNames(
  { run, words }: { readonly run: Run; readonly words: Words },
  parties: readonly string[],
): Promise<NameOf> {
  const named = await partiesNamed(run, parties)
  return (party) => {
    const found = named.get(party)
    return (found && fullName(found.called, undefined, words)) ?? party
  }
}
