import { compare } from '../base/typed.ts'
import type { OtherId } from './other-ids.ts'
import { ORGANISATION_KINDS, type PartyKind } from './shapes.ts'
import type { BodyOf } from './types/index.ts'

/** The name of a party as shown to people, and who asserted it. */
export interface PartyName {
  /** Null if nobody entitled to name the party has done so. */
  readonly name: string | null
  readonly by: 'cooperative' | 'itself' | null
  /** As stated by the same record. */
  readonly kind: PartyKind
  /** The cooperative's member number. */
  readonly memberNo: string | null
}

/** What is known of a party from the records that count for it (contract §1). */
export interface PartyFacts {
  /** True unless all of those records say that it is an organisation; an unknown party is a person. */
  readonly isNaturalPerson: boolean
  readonly called: PartyName
  readonly phone: string | null
  readonly region: string | null
  /** The same facts as stated by the cooperative alone, so that a party cannot pass for another. */
  readonly byCooperative: {
    readonly name: string | null
    readonly phone: string | null
    readonly region: string | null
    /** In which papers are printed for it. */
    readonly language: string | null
    /** Whether it wants messages about its own records; null if nobody asked. */
    readonly messages: boolean | null
    readonly ids: readonly OtherId[]
  }
  /** The facts that the party states about itself. */
  readonly byItself: { readonly name: string | null; readonly phone: string | null }
  /** The member number. Only the cooperative may state it, or a party could claim another's number. */
  readonly memberNo: string | null
  /** The party that this one duplicates, as the cooperative states. */
  readonly sameAs: string | null
  /** The parties that duplicate this one, as the cooperative states. */
  readonly duplicates: readonly string[]
}

export const NAMELESS: PartyName = { name: null, by: null, kind: 'unknown', memberNo: null }

const UNKNOWN: PartyFacts = {
  isNaturalPerson: true,
  called: NAMELESS,
  phone: null,
  region: null,
  byCooperative: { name: null, phone: null, region: null, language: null, messages: null, ids: [] },
  byItself: { name: null, phone: null },
  memberNo: null,
  sameAs: null,
  duplicates: [],
}

/** @param kind null if no record says it: then it is a person */
export const isOrganisation = (kind: string | null): boolean => ORGANISATION_KINDS.has(kind as PartyKind)

/**
 * Whether the office has a party of its records among lenders and buyers: an organisation, or a person without a member
 * number who holds a consent to read.
 */
export const isLenderOrBuyer = (
  { kind, memberNo }: { readonly kind: string | null; readonly memberNo: string | null },
  holdsConsent: boolean,
): boolean => isOrganisation(kind) || (holdsConsent && memberNo === null)

/**
 * Returns what is known of a party.
 * @param all tip `party` records that name the party, asserted by itself or by the cooperative
 */
export function partyFacts(party: string, cooperative: string, all: readonly BodyOf<'party'>[]): PartyFacts {
  const statements = all.filter((s) => s.party === party)
  const duplicates = all.filter(
    (s) => s.party !== party && s.same_as === party && s.asserted_by === cooperative,
  )
  const facts = { duplicates: [...new Set(duplicates.map((s) => s.party))].sort(compare) }
  if (statements.length === 0) return { ...UNKNOWN, ...facts }
  // For contacts the party's own statements come before the cooperative's, then the latest, then the greater
  // id. The order of arrival plays no part.
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
      language: first('language', byCooperative),
      messages: byCooperative.find((s) => s.same_as === undefined)?.messages ?? null,
      ids: first('ids', byCooperative) ?? [],
    },
    byItself: { name: first('display_name', byItself), phone: first('phone', byItself) },
    memberNo,
    sameAs: byCooperative.map((s) => s.same_as).find((id) => id !== undefined && id !== party) ?? null,
    ...facts,
  }
}

/**
 * Returns the current statements that may name a party to a reader who may read them, best first: the
 * cooperative's before the party's own, then the latest, then by id. A statement that two parties are one
 * names neither: it repeats the duplicate's name, which that party may have chosen itself.
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

/**
 * Whether a reply may name a party whose id the viewer has: an id alone must reveal no name (contract §1). It may
 * name the viewer itself, the cooperative, whose name the service publishes, and a party that made itself known
 * to the viewer, or that the cooperative made known. The cooperative knows the parties that it recorded.
 * @param viewer null for the operator
 * @param by the parties by whose word the viewer knows of the party
 */
export const mayBeNamed = (
  party: string,
  viewer: string | null,
  cooperative: string | null,
  by: readonly unknown[],
): boolean =>
  viewer === null ||
  viewer === cooperative ||
  [viewer, cooperative].includes(party) ||
  by.includes(party) ||
  (cooperative !== null && by.includes(cooperative))

/** Returns the name that a statement gives, and who stated it. Only the cooperative gives a member number. */
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
