import { ORGANISATION_KINDS, type PartyKind } from './shapes.ts'
import type { BodyOf } from './types/index.ts'

/** What is known of a party from the records that may say so (contract §1). */
export interface PartyFacts {
  /** True unless all of those records say that it is an organisation; an unknown party is a person. */
  readonly isNaturalPerson: boolean
  readonly kind: PartyKind
  readonly name: string | null
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

const UNKNOWN: PartyFacts = {
  isNaturalPerson: true,
  kind: 'unknown',
  name: null,
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
  // The party's own word before the cooperative's; then the latest, then the id: the order of arrival plays no part.
  const ordered = [...statements].sort(
    (a, b) =>
      Number(b.asserted_by === party) - Number(a.asserted_by === party) ||
      compare(b.occurred_at, a.occurred_at) ||
      compare(b.id, a.id),
  )
  const first = <Member extends keyof BodyOf<'party'>>(member: Member, said = ordered) =>
    said.find((s) => s[member] !== undefined)?.[member] ?? null
  const byCooperative = ordered.filter((s) => s.asserted_by === cooperative)
  const byItself = ordered.filter((s) => s.asserted_by === party)
  return {
    isNaturalPerson: !statements.every((s) => ORGANISATION_KINDS.has(s.kind)),
    kind: first('kind') ?? 'unknown',
    name: first('display_name'),
    phone: first('phone'),
    region: first('region'),
    byCooperative: {
      name: first('display_name', byCooperative),
      phone: first('phone', byCooperative),
      region: first('region', byCooperative),
    },
    byItself: { name: first('display_name', byItself), phone: first('phone', byItself) },
    memberNo: first('member_no', byCooperative),
    sameAs: byCooperative.map((s) => s.same_as).find((id) => id !== undefined && id !== party) ?? null,
    ...facts,
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
