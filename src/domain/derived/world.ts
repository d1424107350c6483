import type { Box } from '../outline.ts'
import type { BodyOf, RecordType } from '../types/index.ts'
import type { AuthorityRelation, Mention } from '../types/relations.ts'

/** Records of one party and instant that are compared with one record at most. */
export const MOST_AT_ONCE = 64
/** Plots that are compared with one plot at most. */
export const MOST_NEIGHBOURS = 256

export interface PlotsNear {
  readonly plots: readonly VersionOf<'plot'>[]
  /** None of them need be there then. */
  readonly isCrowded: boolean
}

/** One stored record, as the derived rules see it. */
export interface VersionOf<T extends RecordType> {
  /** Its number in the log. Only an identity: no derived value may depend on the order of arrival. */
  readonly seq: number
  readonly id: string
  readonly type: T
  /** Seq of the first version of its chain; its own seq when it corrects nothing. */
  readonly root: number
  /** 1 for the first version of a chain. */
  readonly depth: number
  readonly occurredAtMs: number
  readonly recordedAtMs: number
  readonly receivedAtMs: number
  readonly body: BodyOf<T>
  /** Whom it is about, where its body alone tells that; kept by `subjectsOf`. */
  bodySubjects?: SubjectParties | undefined
}

/** Whom a record is about (contract §3). */
export interface SubjectParties {
  /** Unique, sorted. */
  readonly parties: readonly string[]
  /** False when the record that decides it is absent or of the wrong type, or no grant opens it: contract §7, step 3. */
  readonly resolved: boolean
}

/** Its type determines its body. */
export type Version = { [T in RecordType]: VersionOf<T> }[RecordType]
export type Lot = VersionOf<'lot'>
export type Transfer = VersionOf<'custody_transfer'>

/**
 * The records a rule may look at. In the service it is the loaded record graph of the records on a page, in
 * a test it may be everything; a rule gives the same answer over both.
 */
export interface World {
  byId(id: string): Version | undefined
  /**
   * The record of this id or, if there is none, some other one, so that questions about an absent id take the same work.
   * Undefined only where there are no records.
   */
  near(id: string): Version | undefined
  /**
   * Of the parties for which the version speaks about a record of this id, those that may turn out to read some version of
   * its chain as their own (`mayReadAsOwn`): all that do, and hardly any other. Where there are none, nothing need be fetched.
   * The same look-ups for an absent record, and for one of another type.
   */
  mayOwn(asserting: Version, id: string): readonly string[]
  /**
   * It is known to be its whole chain, nothing names it, and its asserter stated nothing else of its instant: as most
   * records are. False where that is not known.
   */
  isAlone(version: Version): boolean
  /** Every version of a chain, in no particular order. */
  chain(root: number): readonly Version[]
  /** Every record, of any standing, that names one of these ids by this relation. */
  naming(relation: AuthorityRelation, ids: readonly string[]): readonly Version[]
  /**
   * Every record, of any standing, that names one of these ids by this relation and was asserted by or for one of these
   * parties. Records by others cost nothing.
   * @param by iterated only if some record names these ids
   */
  mentions(relation: Mention, ids: readonly string[], by: Iterable<string>): readonly Version[]
  /** Does any of these parties state so of this id? The records themselves are not read. */
  isMentioned(relation: Mention, id: string, by: readonly string[]): boolean
  /**
   * Plots asserted by or for one of these parties, of any standing, whose box meets this one; `isCrowded` where there are
   * more than `MOST_NEIGHBOURS`, or they are too long to look at.
   */
  plotsNear(box: Box, by: readonly string[]): PlotsNear
  /**
   * Records of its type and instant that its asserter states of the same harvester or deliverer, of any standing, perhaps
   * itself too; `MOST_AT_ONCE` at most. They may be left out where the asserter states nothing else of that instant.
   */
  atSameInstant(record: VersionOf<'harvest'> | VersionOf<'delivery'>): readonly Version[]
  /** The hand-overs of a lot that may count: those of `possibleHandOvers`. */
  handOvers(lotRoot: number): readonly Transfer[]
  /** Does one of these hand-overs name the party as receiver? Always one look-up. */
  mayHaveReceived(party: string, lotRoot: number): boolean
  /**
   * Is the delegation over records of this type? That never changes. Whether it was in force for a record that cites
   * it was checked when that record arrived.
   */
  mandateCovers(delegationId: string, type: RecordType): boolean
}

/** A conversion factor as far as derived values need it (contract §12). */
export interface ConversionFacts {
  readonly id: string
  readonly kind: 'definitional' | 'measured' | 'published_standard' | 'assumed_default'
  readonly unit: string
  readonly crop?: string
  readonly to_crop?: string
  readonly region?: string
  /** Kilograms (of `to_crop` where given) for one unit. */
  readonly factor: number
  readonly valid_from?: string
  readonly valid_to?: string
  readonly weighings_count: number
}

/** An outline and the record that states it. */
export interface Drawn {
  readonly record: number
  readonly geometry: unknown
}

/** What a rule needs besides records. Passed in, so that rules stay pure. */
export interface Surroundings {
  conversion(id: string): ConversionFacts | undefined
  isKnownCode(kind: 'units' | 'crops' | 'regions', code: string): boolean
  /** What a crop is whatever its form, such as coffee; the code itself where the registry has none. */
  commodityOf(crop: string): string
  /** The region that `party` records give for a party, as far as the requester may read such records as its own. */
  regionOf(party: string, asker: string): string | undefined
  /** An unknown party is one (contract §1). */
  isNaturalPerson(party: string): boolean
  /** Is it the appliance's own cooperative, which says who its members are? */
  isCooperative(party: string): boolean
  delegation(id: string): { readonly basis: string; readonly endedAtMs: number | null } | undefined
  /** When the device was first enrolled; null where it is no device of this party. */
  enrolledAtMs(device: string, party: string): number | null
  /** Did this party itself hand in bytes of this hash? Knowing a hash is not having the picture. */
  isStoredEvidence(sha256: string, party: string): boolean
  /** The verdict of `isValidGeometry` on the outline that this record states: it never changes, so it may be cached. */
  isValidOutline(record: number, geometry: unknown): boolean
  /** The verdict of `hectaresOf` on it: null where it encloses nothing. */
  drawnHectares(record: number, geometry: unknown): number | null
  /** The verdict of `overlap` on the outlines that two records state. */
  outlinesOverlap(a: Drawn, b: Drawn): boolean
  /** Share of the declared mass that may go missing before it is a discrepancy (contract §5; default 0.02). */
  readonly massBalanceTolerance: number
  /** Kilograms beyond which one harvest or delivery of a natural person is flagged (contract §8; default 100,000). */
  readonly implausibleAboveKg: number
}
