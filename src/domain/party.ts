import { compare } from '../base/typed.ts'
import { ORGANISATION_KINDS, type PartyKind } from './shapes.ts'
import type { BodyOf } from './types/index.ts'

/** Who a party is, and by whose word: all that people are shown of its name. */
export interface PartyName {
  /** Null: nobody who may name it has done so. */
  readonly name: string | null
  readonly by: 'cooperative' | 'itself' | null
  /** By the same word. */
  readonly kind: PartyKind
  /** The cooperative's own number. */
  readonly memberNo: string | null
}

/** What is known of a party from the records that may say so (contract §1). */
export interface PartyFacts {
  /** True unless all of those records say that it is an organisation; an unknown party is a person. */
  readonly isNaturalPerson: boolean
  readonly called: PartyName
  readonly phone: string | null
  readonly region: string | null
  /** The same as the cooperative alone states it, so that a party cannot pass for another. */
  readonly byCooperative: {
    readonly name: string | null
    readonly phone: string | null
    readonly region: string | null
  }
  /** What the party says of itself. */
  readonly byItself: { readonly name: string | null; readonly phone: string | null }
  /** The cooperative's own number: only the cooperative may state it, or a party could take over another's number. */
  readonly memberNo: string | null
  /** The party that this one was entered twice as, by the cooperative's word. */
  readonly sameAs: string | null
  /** The parties that are this one, by the cooperative's word. */
  readonly duplicates: readonly string[]
}

export const NAMELESS: PartyName = { name: null, by: null, kind: 'unknown', memberNo: null }

const UNKNOWN: PartyFacts = {
  isNaturalPerson: true,
  called: NAMELESS,
  phone: null,
  region: null,
  byCooperative: { name: null, phone: null, region: null },
  byItself: { name: null, phone: null },
  memberNo: null,
  sameAs: null,
  duplicates: [],
}

/**
 * @param all tip `party` records that name the party, asserted by itself or by the cooperative
 */
export function partyFacts(party: string, cooperative: string, all: readonly BodyOf<'party'>[]): PartyFacts {
  const statements = all.filter((s) => s.party === party)
  const duplicates = all.filter(
    (s) => s.party !== party && s.same_as === party && s.asserted_by === cooperative,
  )
  const facts = { duplicates: [...new Set(duplicates.map((s) => s.party))].sort(compare) }
  if (statements.length === 0) return { ...UNKNOWN, ...facts }
  // Contacts are the party's own before the cooperative's; then the latest, then the id: the order of arrival plays no part.
  const ordered = [...statements].sort(
    (a, b) => Number(b.asserted_by === party) - Number(a.asserted_by === party) || latestFirst(a, b),
  )
  const first = <Member extends keyof BodyOf<'party'>>(member: Member, said = ordered) =>
    said.find((s) => s[member] !== undefined)?.[member] ?? null
  const byCooperative = ordered.filter((s) => s.asserted_by === cooperative)
  const memberNo = first('member_no', byCooperative)
  const byItself = ordered.filter((s) => s.asserted_by === party)
  const called = { ...nameBy(cooperative, namingOf(party, cooperative, statements)[0]), memberNo }
  return {
    isNaturalPerson: !statements.every((s) => ORGANISATION_KINDS.has(s.kind)),
    called,
    phone: first('phone'),
    region: first('region'),
    byCooperative: {
      name: called.by === 'cooperative' ? called.name : null,
      phone: first('phone', byCooperative),
      region: first('region', byCooperative),
    },
    byItself: { name: first('display_name', byItself), phone: first('phone', byItself) },
    memberNo,
    sameAs: byCooperative.map((s) => s.same_as).find((id) => id !== undefined && id !== party) ?? null,
    ...facts,
  }
}

/**
 * The current statements that may name a party to somebody who may read them, the first to be taken first: the cooperative's
 * before the party's own, then the latest, then the id. A statement that two parties are one names neither: it repeats the
 * duplicate's name, which may be its own word.
 */
export const namingOf = <S extends Naming>(party: string, cooperative: string, tips: readonly S[]): S[] =>
  tips
    .filter(
      (s) =>
        s.party === party &&
        (s.asserted_by === cooperative ? s.same_as === undefined : s.asserted_by === party),
    )
    .sort(
      (a, b) =>
        Number(b.asserted_by === cooperative) - Number(a.asserted_by === cooperative) || latestFirst(a, b),
    )

type Naming = Pick<BodyOf<'party'>, 'id' | 'party' | 'asserted_by' | 'occurred_at' | 'same_as'>

/** The name that a statement gives, and by whose word. Only the cooperative gives a member number. */
export const nameBy = (
  cooperative: string,
  said: Pick<BodyOf<'party'>, 'asserted_by' | 'display_name' | 'kind' | 'member_no'> | undefined,
): PartyName => {
  if (said === undefined) return NAMELESS
  const { display_name: name, kind, member_no } = said
  return said.asserted_by === cooperative
    ? { name, by: 'cooperative', kind, memberNo: member_no ?? null }
    : { name, by: 'itself', kind, memberNo: null }
}

const latestFirst = (a: Naming, b: Naming): number =>
  compare(b.occurred_at, a.occurred_at) || compare(b.id, a.id)
