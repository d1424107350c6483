import type { PartyName } from '../domain/party.ts'
import { several } from './phrases.ts'
import { apart, plain, quoted } from './wrap.ts'

/**
 * Names of parties for people: what the cooperative recorded, else what the party calls itself, in quotation marks (contract §1).
 * Nothing else turns a name into text, so that nobody passes for a party that the cooperative recorded.
 */

const WIDTH = 60

/** For a cell of a table or a line of a receipt, as in `calls itself "Harvest Bank"`; null for a party without a name. */
export function shortName({ name, by }: PartyName, width = WIDTH): string | null {
  if (name === null) return null
  return by === 'cooperative' ? plain(name, width) : `calls itself ${apart(quoted(name, width))}`
}

/** The same within a sentence, as in `a party that calls itself "Harvest Bank"`. */
export function nounName(party: PartyName, width = WIDTH): string | null {
  const name = shortName(party, width)
  return name === null || party.by === 'cooperative' ? name : `a party that ${name}`
}

/**
 * For sentences that are read out, and where somebody decides or signs: with the kind and the member number, as in `Harvest Bank (institution,
 * BANK)`; null for a party without a name.
 */
export function fullName(party: PartyName, width = WIDTH): string | null {
  const name = nounName(party, width)
  if (name === null) return null
  return `${name}${party.by === 'cooperative' ? details(party) : ' (not recorded by the cooperative)'}`
}

export const nameInSentence = (party: PartyName, width = WIDTH): string =>
  fullName(party, width) ?? 'a party without a recorded name'

/** A name by the word of neither, as other readers may see it, as in `"Harvest Bank", as others recorded it`. */
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
