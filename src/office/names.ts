import { distinctName } from '../identity/party-search.ts'
import { fullName } from '../words/party-name.ts'
import type { StaffVisit } from './visit.ts'

/**
 * Returns a function that gives a party's name; each party is looked up once.
 * @param form `name` has the number, which tells namesakes apart; `full_name` is for pages on which a person
 * decides by the name
 */
export function namesBy(
  { run, words }: StaffVisit,
  form: 'name' | 'full_name' = 'name',
): (party: string) => Promise<string> {
  const names = new Map<string, Promise<string>>()
  return (party) => {
    const known =
      names.get(party) ??
      run('party.resolve', { text: party }).then((found) =>
        form === 'name' ? distinctName(found) : (fullName(found.called, undefined, words) ?? party),
      )
    names.set(party, known)
    return known
  }
}
