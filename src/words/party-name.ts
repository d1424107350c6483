import type { PartyName } from '../domain/party.ts'
import { apart, plain, quoted } from '../text/wrap.ts'
import { several } from './english.ts'

/**
 * Formats the names of parties: the name that the cooperative recorded, else the one the party calls itself,
 * in quotation marks (contract §1). Nothing else may turn a name into text, so that no party passes for one
 * the cooperative recorded.
 */

const WIDTH = 60

/**
 * Returns a name for a table cell or receipt line, as in `calls itself "Harvest Bank"`; null without a name.
 */
export function shortName({ name, by }: PartyName, width = WIDTH): string | null {
  if (name === null) return null
  return by === 'cooperative' ? plain(name, width) : `calls itself ${apart(quoted(name, width))}`
}

/**
 * Returns a name for use within a sentence, as in `a party that calls itself "Harvest Bank"`; null without a
 * name.
 */
export function nounName(party: PartyName, width = WIDTH): string | null {
  const name = shortName(party, width)
  return name === null || party.by === 'cooperative' ? name : `a party that ${name}`
}

/**
 * Returns a name with kind and member number, as in `Harvest Bank (institution, BANK)`, for sentences that
 * are read aloud and where people decide or sign; null for a party without a name.
 */
export function fullName(party: PartyName, width = WIDTH): string | null {
  const name = nounName(party, width)
  if (name === null) return null
  return `${name}${party.by === 'cooperative' ? details(party) : ' (not recorded by the cooperative)'}`
}

export const nameInSentence = (party: PartyName, width = WIDTH): string =>
  fullName(party, width) ?? 'a party without a recorded name'

/**
 * Returns names that neither the cooperative nor the party recorded: `"Harvest Bank", as others recorded it`.
 */
export function namesByOthers(names: readonly string[], most: number, width = WIDTH): string {
  const shown = names.slice(0, most).map((name) => apart(quoted(name, width)))
  const more = names.length - shown.length
  const rest = more > 0 ? ` or one of ${several(more, 'other name', 'other names')}` : ''
  return `${shown.join(' or ')}${rest}, as others recorded it`
}

export const atStart = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)

export function details({ kind, memberNo }: PartyName): string {
  const said = [...(kind === 'unknown' ? [] : [kind]), ...(memberNo === null ? [] : [plain(memberNo, 20)])]
  return said.length === 0 ? '' : ` (${said.join(', ')})`
}
