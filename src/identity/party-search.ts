import type { Run } from '../cli/context.ts'

/** A party as the front office lists it. */
export interface ListedParty {
  readonly party: string
  readonly name: string | null
  readonly kind: string | null
  readonly member_no: string | null
  readonly phone: string | null
  readonly region: string | null
}

/** Parties whose name, member number or telephone number has all of these words; without words, everybody. */
export async function partiesWith(run: Run, words: string | undefined): Promise<ListedParty[]> {
  const found: ListedParty[] = []
  for (let after: string | null = null; ; ) {
    const page: { parties: ListedParty[]; more: boolean } = await run('party.list', { after })
    found.push(...page.parties.filter((party) => holds(party, words)))
    after = page.parties[page.parties.length - 1]?.party ?? null
    if (!page.more) return found
  }
}

/** Fewer digits would match too many telephone numbers. */
const FEWEST_DIGITS = 6

export function holds(
  party: Pick<ListedParty, 'name' | 'member_no' | 'phone'>,
  words: string | undefined,
): boolean {
  if (words === undefined) return true
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
