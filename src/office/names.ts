import { toldApart } from '../identity/party-search.ts'
import type { StaffVisit } from './visit.ts'

/**
 * Each party is asked for once.
 * @param form with the number, which tells two of one name apart; in full where somebody decides by it
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
        form === 'name' ? toldApart(found) : (found[form] ?? party),
      )
    names.set(party, known)
    return known
  }
}
