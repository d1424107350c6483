import { addTo } from '../base/groups.ts'
import { compare, inOrder, must } from '../base/typed.ts'
import { nameKey, numberKey } from './folding.ts'
import { formsOf, isSimilarName } from './similar-names.ts'

/**
 * Finds members who may be one person entered twice. People then decide: they merge them or mark them as two.
 */

export interface ComparedMember {
  readonly party: string
  readonly name: string | null
  readonly member_no: string | null
  readonly phone: string | null
  readonly region: string | null
  /** Ids that others gave, each with its scheme, as `plainId` has them. */
  readonly ids?: readonly string[]
}

/** Why two members may be one person, strongest reason first. */
export const ALIKE_BY = ['number', 'id', 'phone', 'name_and_place', 'name', 'two_numbers'] as const
export type AlikeBy = (typeof ALIKE_BY)[number]

export interface Alike {
  readonly one: ComparedMember
  readonly other: ComparedMember
  readonly by: AlikeBy
}

/** A member with the values that are compared. */
export interface Compared {
  readonly member: ComparedMember
  /** The name's words, folded. */
  readonly name: string
  readonly number: string | null
}

export const comparedOf = (member: ComparedMember): Compared => ({
  member,
  name: nameKey(member.name ?? ''),
  number: member.member_no === null ? null : numberKey(member.member_no),
})

/**
 * Returns why two members may be one person, or null. Similar names also need the same telephone or region.
 * Members with the same name alone count as two people if anything else differs.
 */
export function alikeBy(one: Compared, other: Compared): AlikeBy | null {
  const number = isSame(one.number, other.number)
  if (number === true) return 'number'
  if (one.member.ids?.some((id) => other.member.ids?.includes(id))) return 'id'
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

/** Returns whether two values are equal; null if one is missing. */
const isSame = (a: string | null, b: string | null): boolean | null =>
  a === null || b === null ? null : a === b

/**
 * Most others that a member is compared with in a group: a common name must not cost the square of its
 * bearers.
 */
const MOST_COMPARED = 40

/**
 * Yields each pair of members who may be one person, once, and null where the caller may pause. The work
 * grows linearly: each member is compared with a limited number of those who share, in this order, a number,
 * an id of others, a telephone, a name, or within one region a name that differs by one letter.
 * @param by returns why two may be one person
 */
export function* lookalikes(members: readonly ComparedMember[], by = alikeBy): Generator<Alike | null> {
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

/** Yields each member with those to compare it with. */
function* compared(members: readonly Compared[]): Generator<readonly [Compared, readonly Compared[]]> {
  const shared = [
    ...sharing(members, ({ number }) => [number]),
    ...sharing(members, ({ member }) => member.ids ?? []),
    ...sharing(members, ({ member }) => [member.phone]),
    ...sharing(members, ({ name }) => [name]),
  ]
  for (const group of shared) {
    // Sorting puts those who share most next to each other.
    const sorted = group.length > MOST_COMPARED ? group.toSorted(byRest) : group
    for (const [i, first] of sorted.entries()) yield [first, sorted.slice(i + 1, i + 1 + MOST_COMPARED)]
  }
  // Similar names have the same initials: grouping by these first keeps few names' forms in memory at once.
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

/** Returns the variants of a name in which one of its words has one of its forms. */
const formsOfName = (name: string): string[] => {
  const words = name.split(' ')
  return words.flatMap((word, at) => formsOf(word).map((form) => words.with(at, form).sort().join(' ')))
}

/** Groups the items that share a key; those that share none are left out. */
function sharing<T>(all: readonly T[], keysOf: (one: T) => readonly (string | null)[]): T[][] {
  const groups = new Map<string, T[]>()
  for (const one of all)
    for (const key of new Set(keysOf(one))) if (key !== null && key !== '') addTo(groups, key, one)
  return [...groups.values()].filter((group) => group.length > 1)
}

const byRest = ({ member: a }: Compared, { member: b }: Compared): number => compare(restOf(a), restOf(b))
const restOf = ({ region, phone, party }: ComparedMember): string => `${region ?? ''} ${phone ?? ''} ${party}`
