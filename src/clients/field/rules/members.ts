import { given } from '../../../base/typed.ts'
import type { Entry, Lacking, Says, SentRecord } from './entry.ts'

/** Members, as the phone finds them. */

export interface Member {
  readonly party: string
  /** The newest `party` record that says so. */
  readonly record: string
  readonly kind: string
  readonly name: string
  readonly number?: string
  /** Code of the region. */
  readonly region?: string
  /** The language of their papers. */
  readonly language?: string
}

/** A record of the feed; after the service was restored, without what it derived. */
export type FedRecord = Lacking<'derived'>

/** Returns what a `party` record says of a member; null for one that says it is an entry of another. */
export function memberOf(record: SentRecord): Member | null {
  if (record.type !== 'party' || record.same_as !== undefined) return null
  const { id, party, kind, display_name: name, member_no: number, region, language } = record
  return { party, record: id, kind, name, ...given({ number, region, language }) }
}

/** Returns the members of the feed, and those that the phone's own entries name, the oldest first. */
export function withOwn(members: readonly Member[], own: readonly Entry[]): Member[] {
  const byParty = new Map(members.map((member) => [member.party, member]))
  for (const { record, state } of own) {
    const member = memberOf(record)
    // What the service has, the feed says better.
    if (member !== null && !(state === 'accepted' && byParty.has(member.party)))
      byParty.set(member.party, member)
  }
  return [...byParty.values()]
}

/** Returns text as it is compared: small letters without accents and marks. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’ʼ`]/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

interface MemberMatch {
  readonly member: Member
  readonly name: string
  readonly words: readonly string[]
  readonly number: Numbered | null
  /** The last digits of the number, such as 12 of `KB/2026/0012`. */
  readonly last: string
  readonly asTyped: string
  readonly place: string
}

/** A member number as it is compared: `M-0012` is `m` and `12`. */
interface Numbered {
  readonly letters: string
  readonly digits: string
}

function numbered(text: string): Numbered | null {
  const [, letters = '', digits] = /^([a-z]*)0*(\d+)$/.exec(folded(text).replace(/[^a-z0-9]/g, '')) ?? []
  return digits === undefined ? null : { letters, digits }
}

/** Searches all members at once. It is made again when they change, and takes a millisecond for 5,000. */
export class MemberIndex {
  readonly #all: readonly MemberMatch[]
  readonly #byParty: ReadonlyMap<string, Member>

  /** @param placeOf the name of a region */
  constructor(members: Iterable<Member>, placeOf: (region: string) => string = (region) => region) {
    const all = [...members]
    this.#byParty = new Map(all.map((member) => [member.party, member]))
    this.#all = all
      .map((member) => ({
        member,
        name: folded(member.name),
        words: folded(member.name).split(/[\s-]/),
        number: numbered(member.number ?? ''),
        last: /0*(\d+)\D*$/.exec(member.number ?? '')?.[1] ?? '',
        asTyped: folded(member.number ?? ''),
        place: folded(member.region === undefined ? '' : placeOf(member.region)),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  }

  get size(): number {
    return this.#all.length
  }

  get all(): readonly Member[] {
    return [...this.#byParty.values()]
  }

  of(party: string): Member | undefined {
    return this.#byParty.get(party)
  }

  /** Returns the members that match each of the words, the best matches first; all by name for no words. */
  find(text: string, most = 20): Member[] {
    const words = folded(text).split(' ').filter(Boolean)
    if (words.length === 0) return this.#all.slice(0, most).map(({ member }) => member)
    const typed = numbered(text)
    const ranked: MemberMatch[][] = Array.from({ length: RANKS }, () => [])
    for (const one of this.#all) {
      const rank = rankOf(one, words, typed)
      if (rank !== null) ranked[rank]?.push(one)
    }
    // Of numbers that begin alike, the lowest: it is the nearest to what was typed.
    ranked[RANK.numberBegins]?.sort((one, other) => digitsOf(one) - digitsOf(other))
    return ranked
      .flat()
      .slice(0, most)
      .map(({ member }) => member)
  }
}

/** The best first: who types a number is offered that number before all others. */
const RANK = { asTyped: 0, number: 1, lastDigits: 2, numberBegins: 3, names: 4, anywhere: 5 } as const
const RANKS = Object.keys(RANK).length

const digitsOf = ({ number }: MemberMatch): number => Number(number?.digits ?? 0)

function rankOf(
  { name, words: names, number, last, asTyped, place }: MemberMatch,
  words: readonly string[],
  typed: Numbered | null,
): number | null {
  if (asTyped !== '' && asTyped === words.join(' ')) return RANK.asTyped
  if (typed !== null && number !== null && (typed.letters === '' || typed.letters === number.letters)) {
    if (number.digits === typed.digits) return RANK.number
    if (number.digits.startsWith(typed.digits)) return RANK.numberBegins
  }
  if (typed?.letters === '' && last === typed.digits) return RANK.lastDigits
  // Nearly all members end here, with each letter that is typed.
  for (const word of words) if (!name.includes(word) && !place.startsWith(word)) return null
  return words.every((word) => names.some((one) => one.startsWith(word))) ? RANK.names : RANK.anywhere
}

/** The two parties of a delivery or payment. */
export function partiesOf(record: Says): readonly string[] {
  if (record.type === 'delivery') return [record.from_party, record.to_party]
  return record.type === 'payment' ? [record.payer, record.payee] : []
}

/** Whether another party wrote of a delivery or payment with this party, which may confirm it (contract §4, §23). */
export function isToConfirm(record: SentRecord, own: string): boolean {
  return partiesOf(record).includes(own) && record.asserted_by !== own && record.on_behalf_of !== own
}

export interface Changed {
  readonly members: Map<string, Member>
  /** Records of the feed other than members' that the phone keeps, by id. */
  readonly others: Map<string, FedRecord>
}

/**
 * Applies a page of the change feed to what the phone has.
 * @param isKept which records other than `party` records stay on the phone
 * @param own the phone's party, whose `party` records name the members
 */
export function follow(
  have: Changed,
  { changes, closed }: { readonly changes: readonly FedRecord[]; readonly closed: readonly string[] },
  isKept: (record: FedRecord) => boolean,
  own: string,
): Changed {
  const members = new Map(have.members)
  const others = new Map(have.others)
  const partyOf = new Map([...members.values()].map((member) => [member.record, member.party]))
  const without = (id: string) => {
    const party = partyOf.get(id)
    if (party !== undefined && members.get(party)?.record === id) members.delete(party)
    others.delete(id)
  }
  for (const record of changes) {
    const standing = record.derived?.standing
    if (record.type === 'retraction') without(record.target_id)
    if (record.supersedes) {
      others.delete(record.supersedes)
      if (record.same_as !== undefined) without(record.supersedes)
    }
    if (standing === 'superseded' || standing === 'retracted') {
      without(record.id)
      continue
    }
    const member = record.asserted_by === own ? memberOf(record) : null
    if (member !== null) {
      const before = members.get(member.party)
      if (before === undefined || before.record <= member.record || record.supersedes === before.record) {
        members.set(member.party, member)
        partyOf.set(member.record, member.party)
      }
    } else if (record.type !== 'party' && isKept(record)) others.set(record.id, record)
  }
  for (const id of closed) without(id)
  return { members, others }
}
