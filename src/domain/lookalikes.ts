import { nameKey, numberKey, wordsOf } from './folding.ts'
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
export const ALIKE_BY = ['number', 'phone', 'name_and_place', 'name'] as const
export type AlikeBy = (typeof ALIKE_BY)[number]

export interface Alike {
  readonly one: Member
  readonly other: Member
  readonly by: AlikeBy
}

/**
 * Why two members may be one person; null: nothing says so. A name that is only similar needs a telephone or a place beside it, and
 * two that share nothing but the name are two where anything else differs.
 */
export function alikeBy(one: Member, other: Member): AlikeBy | null {
  const same = (of: (member: Member) => string | null) => isSame(of(one), of(other))
  const number = same(({ member_no }) => (member_no === null ? null : numberKey(member_no)))
  if (number === true) return 'number'
  if (!isSimilarName(one.name ?? '', other.name ?? '')) return null
  const [phone, place] = [same((m) => m.phone), same((m) => m.region)]
  if (phone === true) return 'phone'
  const isOneName = nameKey(one.name ?? '') === nameKey(other.name ?? '')
  if (place === true && phone !== false && (isOneName || number === null)) return 'name_and_place'
  return isOneName && ![number, phone, place].includes(false) ? 'name' : null
}

/** Null: one of them has none. */
const isSame = (a: string | null, b: string | null): boolean | null =>
  a === null || b === null ? null : a === b

/** With whom each is compared in a group: a name that half of a village has must not cost the square of the village. */
const COMPARED = 40

/**
 * Pairs of members who may be one, each once. The work grows as the members do: each is compared with some of those with whom it
 * shares a key: a number, a telephone, or a name but for one letter.
 */
export function* lookalikes(members: readonly Member[]): Generator<Alike> {
  const groups = new Map<string, Member[]>()
  for (const member of members)
    for (const key of keysOf(member)) {
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [member])
      else group.push(member)
    }
  const seen = new Set<string>()
  for (const group of groups.values()) {
    if (group.length === 1) continue
    // Those who share most stand together.
    const sorted = group.length > COMPARED ? group.toSorted((a, b) => compare(restOf(a), restOf(b))) : group
    for (const [i, first] of sorted.entries())
      for (const second of sorted.slice(i + 1, i + 1 + COMPARED)) {
        const [one, other] = first.party < second.party ? [first, second] : [second, first]
        const pair = `${one.party} ${other.party}`
        if (seen.has(pair)) continue
        const by = alikeBy(one, other)
        if (by === null) continue
        seen.add(pair)
        yield { one, other, by }
      }
  }
}

/** Keys that two who are alike share. Digits and letters begin them, so that one kind is never taken for another. */
function keysOf({ name, member_no, phone, region }: Member): string[] {
  const words = wordsOf(name ?? '').sort()
  const forms = words.flatMap((word, at) =>
    formsOf(word).map((form) => `a ${words.with(at, form).sort().join(' ')} ${region ?? ''}`),
  )
  return [
    ...(words.length === 0 ? [] : [`n ${words.join(' ')}`]),
    // In one place, one letter may differ.
    ...(region === null ? [] : new Set(forms)),
    ...(phone === null ? [] : [`p ${phone}`]),
    ...(member_no === null ? [] : [`m ${numberKey(member_no)}`]),
  ]
}

const restOf = ({ region, phone, party }: Member): string => `${region ?? ''} ${phone ?? ''} ${party}`
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
