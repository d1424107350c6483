import type { StaffVisit } from './visit.ts'

/** Each party is asked for once. */
export function namesBy({ run }: StaffVisit): (party: string) => Promise<string> {
  const names = new Map<string, Promise<string>>()
  return (party) => {
    const known = names.get(party) ?? run('party.resolve', { text: party }).then(({ name }) => name ?? party)
    names.set(party, known)
    return known
  }
}
