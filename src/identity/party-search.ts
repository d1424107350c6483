import type { Run } from '../cli/context.ts'

/** A party as the front office lists it. */
export interface ListedParty {
  readonly party: string
  readonly name: string | null
  readonly kind: string | null
  readonly member_no: string | null
  readonly phone: string | null
  readonly region: string | null
  /** The party that is kept of those that are one; null for itself. */
  readonly same_as: string | null
}

/** Everybody whom the front office knows. */
async function everybody(run: Run): Promise<ListedParty[]> {
  const all: ListedParty[] = []
  for (let after: string | null = null; ; ) {
    const page: { parties: ListedParty[]; more: boolean } = await run('party.list', { after })
    all.push(...page.parties)
    after = page.parties[page.parties.length - 1]?.party ?? null
    if (!page.more) return all
  }
}

/** Parties that fit; of a person's two entries the one that is kept. */
export async function partiesThat(run: Run, fit: (party: ListedParty) => boolean): Promise<ListedParty[]> {
  const all = await everybody(run)
  const byId = new Map(all.map((party) => [party.party, party]))
  return [...new Set(all.filter(fit).map((party) => byId.get(party.same_as ?? '') ?? party))]
}

/** Parties whose name, member number or telephone number has all of these words; without words, everybody, both entries too. */
export const partiesWith = (run: Run, words: string | undefined): Promise<ListedParty[]> =>
  words === undefined ? everybody(run) : partiesThat(run, (party) => holds(party, words))

/** Nobody's names and numbers together are longer. */
const LONGEST_SEARCH = 500
/** Fewer digits would match too many telephone numbers. */
const FEWEST_DIGITS = 6

export function holds(
  party: Pick<ListedParty, 'name' | 'member_no' | 'phone'>,
  words: string | undefined,
): boolean {
  if (words === undefined) return true
  if (words.length > LONGEST_SEARCH) return false
  const told = `${party.name ?? ''} ${party.member_no ?? ''}`.toLowerCase()
  if (
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => told.includes(word))
  )
    return true
  // People write their number with a zero in place of the country.
  const digits = words.replace(/[\s()+-]/g, '').replace(/^0+/, '')
  return /^\d+$/.test(digits) && digits.length >= FEWEST_DIGITS && (party.phone ?? '').endsWith(digits)
}
