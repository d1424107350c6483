import { distinctName } from '../identity/party-search.ts'
import type { StaffVisit } from './visit.ts'

/**
 * Returns a function that gives a party's name; each party is looked up once.
 * @param form `name` has the number, which tells namesakes apart; `full_name` is for pages on which a person
 * decides by the name
 */
export function namesBy(
  { run }: StaffVisit,
  form: 'name' | 'full_name' = 'name',
): (party: string) => Promise<string> {
  const names = new Map<string, Promise<string>>()
  return (party) => {
    const known =
      names.get(party) ??
      run('party.resolve', { text: party }).then((found) =>
        form === 'name' ? distinctName(found) : (found[form] ?? party),
      )
    names.set(party, known)
    return known
  }
}
