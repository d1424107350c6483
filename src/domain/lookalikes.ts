import { compare, inOrder, must } from '../base/typed.ts'
import { nameKey, numberKey } from './folding.ts'
import { formsOf, isSimilarName } from './similar-names.ts'

/** Members who may be one person entered twice. The list only asks: people merge them, or say that they are two. */

export interface Member {
  readonly party: string
  readonly name: string | null
  readonly member_no: string | null
  readonly phone: string | null
  readonly region: string | null
}

/** Why two may be one, the strongest first. */
export const ALIKE_BY = ['number', 'phone', 'name_and_place', 'name', 'two_numbers'] as const
export type AlikeBy = (typeof ALIKE_BY)[number]

export interface Alike {
  readonly one: Member
  readonly other: Member
  readonly by: AlikeBy
}

/** A member, and what is compared of them. */
export interface Compared {
  readonly member: Member
  /** The name's words, folded. */
  readonly name: string
  readonly number: string | null
}

export const comparedOf = (member: Member): Compared => ({
  member,
  name: nameKey(member.name ?? ''),
  number: member.member_no === null ? null : numberKey(member.member_no),
})

/**
 * Why two members may be one person; null: nothing says so. A name that is only similar needs a telephone or a place beside it, and
 * two that share nothing but the name are two where anything else differs.
 */
export function alikeBy(one: Compared, other: Compared): AlikeBy | null {
  const number = isSame(one.number, other.number)
  if (number === true) return 'number'
  const phone = isSame(one.member.phone, other.member.phone)
  const place = isSame(one.member.region, other.member.region)
  if (one.name === other.name) {
    if (one.name === '') return null
    if (phone === true) return 'phone'
    if (place === true && phone !== false) return number === false ? 'two_numbers' : 'name_and_place'
    return [number, phone, place].includes(false) ? null : 'name'
  }
  if (phone !== true && (place !== true || phone === false || number === false)) return null
  if (!isSimilarName(one.name, other.name)) return null
  return phone === true ? 'phone' : 'name_and_place'
}

/** Null: one of them has none. */
const isSame = (a: string | null, b: string | null): boolean | null =>
  a === null || b === null ? null : a === b

/** With whom each is compared in a group: a name that half of a village has must not cost the square of the village. */
const MOST_COMPARED = 40

/**
 * Pairs of members who may be one, each once; null where the caller may pause. The work grows as the members do: each is compared with
 * some of those with whom it shares a number, a telephone, a name, or in one place a name but for one letter; in this order.
 * @param by why two may be one
 */
export function* lookalikes(members: readonly Member[], by = alikeBy): Generator<Alike | null> {
  const all: Compared[] = []
  for (const member of members) {
    all.push(comparedOf(member))
    yield null
  }
  const seen = new Set<string>()
  for (const [first, seconds] of compared(all)) {
    for (const second of seconds) {
      const why = by(first, second)
      if (why === null) continue
      const [one, other] = inOrder(first.member, second.member, (a, b) => compare(a.party, b.party))
      const pair = `${one.party} ${other.party}`
      if (seen.has(pair)) continue
      seen.add(pair)
      yield { one, other, by: why }
    }
    yield null
  }
}

/** Whom to compare with whom. */
function* compared(members: readonly Compared[]): Generator<readonly [Compared, readonly Compared[]]> {
  const shared = [
    ...sharing(members, ({ number }) => [number]),
    ...sharing(members, ({ member }) => [member.phone]),
    ...sharing(members, ({ name }) => [name]),
  ]
  for (const group of shared) {
    // Those who share most stand together.
    const sorted = group.length > MOST_COMPARED ? group.toSorted(byRest) : group
    for (const [i, first] of sorted.entries()) yield [first, sorted.slice(i + 1, i + 1 + MOST_COMPARED)]
  }
  // Similar names have the same first letters, so that few names need all of their forms at once.
  const initials = ({ name, member }: Compared) =>
    member.region === null ? null : `${member.region} ${name.split(' ').map((word) => word.charAt(0))}`
  for (const place of sharing(members, (one) => [initials(one)])) {
    const named = Map.groupBy(place, ({ name }) => name)
    for (const names of sharing([...named.keys()], formsOfName))
      for (const [i, name] of names.entries()) {
        const others = names.slice(i + 1, i + 1 + MOST_COMPARED)
        const seconds = others.flatMap((other) => must(named.get(other))).slice(0, MOST_COMPARED)
        for (const first of must(named.get(name)).slice(0, MOST_COMPARED)) yield [first, seconds]
      }
  }
}

/** The name with each of its words in each of its forms. */
const formsOfName = (name: string): string[] => {
  const words = name.split(' ')
  return words.flatMap((word, at) => formsOf(word).map((form) => words.with(at, form).sort().join(' ')))
}

/** Those who share a key, of those who share any. */
function sharing<T>(all: readonly T[], keysOf: (one: T) => readonly (string | null)[]): T[][] {
  const groups = new Map<string, T[]>()
  for (const one of all)
    for (const key of new Set(keysOf(one))) {
      if (key === null || key === '') continue
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [one])
      else group.push(one)
    }
  return [...groups.values()].filter((group) => group.length > 1)
}

const byRest = ({ member: a }: Compared, { member: b }: Compared): number => compare(restOf(a), restOf(b))
const restOf = ({ region, phone, party }: Member): string => `${region ?? ''} ${phone ?? ''} ${party}`
