import type { Run } from '../cli/context.ts'
import { folded, numberKey, searchText } from '../domain/folding.ts'
import { idsMeant } from '../domain/other-ids.ts'
import { isOrganisation } from '../domain/party.ts'
import { similarTo } from '../domain/similar-names.ts'

/**
 * Searches for parties. Finds only parties that the cooperative has recorded, by its own records (contract
 * §1): anyone may call themselves anything.
 */

/** A party as the front office lists it. */
export interface ListedParty {
  readonly party: string
  readonly name: string | null
  readonly kind: string | null
  readonly member_no: string | null
  readonly phone: string | null
  readonly region: string | null
  /** The party that this one was merged into; null if it was not merged. */
  readonly same_as: string | null
}

/** Returns the name, with member number or region to tell namesakes apart; an id if there is no name. */
export function distinctName({
  party,
  name,
  member_no,
  region,
}: Pick<ListedParty, 'party' | 'name' | 'member_no' | 'region'>): string {
  const apart = member_no ?? region
  return `${name ?? party}${apart === null ? '' : ` (${apart})`}`
}

/** Search terms. Without any, every party matches. */
export interface PartyQuery {
  /** Words of a name, a member number or an id of others, or a telephone number in any form. */
  readonly words?: string
  /** The same as somebody is called who is meant: what has a digit counts whole, for a fragment may be anybody's. */
  readonly called?: string
  /** A telephone number in its international form. */
  readonly phone?: string
  readonly member_no?: string
  /** A name that may be the same person's, as another clerk might write it. */
  readonly alike?: string
  /** Only organisations. */
  readonly organisations?: true
}

/**
 * Returns the parties that match. If a person was entered twice, returns only the entry that is kept; without
 * search terms, returns both entries.
 * @param enough how many suffice; without it, all are found
 */
export async function partiesFor(
  run: Run,
  query: PartyQuery,
  enough = Number.POSITIVE_INFINITY,
): Promise<ListedParty[]> {
  const found = new Map<string, ListedParty>()
  for (let after: string | null = null; ; ) {
    const page: { parties: ListedParty[]; next: string | null } = await run('party.list', {
      after,
      ...query,
    })
    for (const one of page.parties) found.set(one.party, one)
    after = page.next
    if (after === null || found.size >= enough) return [...found.values()]
  }
}

/** Longest search text: no party's name and numbers together are longer. */
const LONGEST_SEARCH = 500
/** Fewer digits would match too many telephone numbers. */
const FEWEST_DIGITS = 6
/** Fewer may be somebody's member number, mistyped. */
const FEWEST_CALLED = 7

type SearchedFacts = Pick<ListedParty, 'name' | 'member_no' | 'phone'> & Partial<Pick<ListedParty, 'kind'>>

/** Returns a function that tests whether a party matches. Its second argument is the party's search text. */
export function matching({ words, called, phone, member_no, alike, organisations }: PartyQuery) {
  const isAlike = alike === undefined ? null : similarTo(alike)
  return (party: SearchedFacts, text = searchText(party.name, party.member_no)): boolean =>
    (organisations === undefined || isOrganisation(party.kind ?? null)) &&
    (words === undefined || hasWords(party, words, text)) &&
    (called === undefined || hasWords(party, called, text, true)) &&
    (phone === undefined || party.phone === phone) &&
    (member_no === undefined || isNumberOf(party, member_no)) &&
    (isAlike === null || isAlike(party.name ?? '', text))
}

const isNumberOf = ({ member_no }: SearchedFacts, text: string): boolean =>
  member_no !== null && numberKey(member_no) === numberKey(text)

/**
 * Whether the name, member number, ids of others or telephone number has all of these words.
 * @param isCalled whether what has a digit counts whole
 */
function hasWords(party: SearchedFacts, words: string, text: string, isCalled = false): boolean {
  if (words.length > LONGEST_SEARCH) return false
  const parts = folded(words).split(' ')
  const whole = text.split(' ')
  const has = (part: string) => (isCalled && /\d/.test(part) ? whole.includes(part) : text.includes(part))
  if (parts.every(has) || isNumberOf(party, words)) return true
  const ids = idsMeant(words)
  // An id of others may have any signs between its digits, and the word of its scheme before it.
  if (whole.some((one) => ids.has(one))) return true
  // People write their number with a zero in place of the country code.
  const digits = words.replace(/[\s()+-]/g, '').replace(/^0+/, '')
  return (
    /^\d+$/.test(digits) &&
    digits.length >= (isCalled ? FEWEST_CALLED : FEWEST_DIGITS) &&
    (party.phone ?? '').endsWith(digits)
  )
}
