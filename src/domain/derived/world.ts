import type { EuFault, PlacedPlot } from '../eu-outline.ts'
import type { Box } from '../outline.ts'
import type { BodyOf, RecordType } from '../types/index.ts'
import type { AuthorityRelation, Mention } from '../types/relations.ts'

/** Most records of one party and instant that are compared with one record. */
export const MOST_AT_ONCE = 64
/** Most plots that are compared with one plot. */
export const MOST_NEIGHBOURS = 256

export interface PlotsNear {
  readonly plots: readonly VersionOf<'plot'>[]
  /** True if there are too many to compare; `plots` may then be empty. */
  readonly isCrowded: boolean
}

/** One stored record, with the facts that derived rules need. */
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
  /** Its subjects, if its body alone determines them; cached by `subjectsOf`. */
  bodySubjects?: SubjectParties | undefined
}

/** The subjects of a record (contract §3). */
export interface SubjectParties {
  /** Unique, sorted. */
  readonly parties: readonly string[]
  /**
   * False if the record that determines them is absent or of the wrong type, or no grant may open this one.
   */
  readonly resolved: boolean
}

/** Its type determines its body. */
export type Version = { [T in RecordType]: VersionOf<T> }[RecordType]
export type Lot = VersionOf<'lot'>
export type Transfer = VersionOf<'custody_transfer'>

/**
 * The record graph that a rule may look at. In the service it holds the records around a page, in a test
 * perhaps everything; a rule gives the same answer over both.
 */
export interface World {
  byId(id: string): Version | undefined
  /**
   * Returns the record of this id or, if there is none, some other one, so that questions about an absent id
   * take the same work. Undefined only if there are no records.
   */
  near(id: string): Version | undefined
  /**
   * Returns those parties, among the asserter and the party asserted for, that may be able to read some
   * version of the chain of this id as their own (`mayReadAsOwn`): all that can, and hardly any other. If
   * there are none, nothing need be fetched. The look-ups are the same for an absent record and for one of
   * another type.
   * @param isWholePrincipal whether the principal counts for records that the delegation does not cover too
   */
  mayOwn(asserting: Version, id: string, isWholePrincipal?: boolean): readonly string[]
  /**
   * Returns true if the version is known to be its whole chain, nothing names it, and its asserter stated
   * nothing else for its instant, which holds for most records. False if that is not known.
   */
  isAlone(version: Version): boolean
  /** Returns every version of a chain, in no particular order. */
  chain(root: number): readonly Version[]
  /** Returns every record, of any standing, that names one of these ids by this relation. */
  naming(relation: AuthorityRelation, ids: readonly string[]): readonly Version[]
  /**
   * Returns every record, of any standing, that names one of these ids by this relation and was asserted by
   * or for one of these parties. Records by others cost nothing.
   * @param by iterated only if some record names these ids
   */
  mentions(relation: Mention, ids: readonly string[], by: Iterable<string>): readonly Version[]
  /** Returns whether a record by or for one of these parties names this id so. The records are not read. */
  isMentioned(relation: Mention, id: string, by: readonly string[]): boolean
  /**
   * Returns the plots asserted by or for one of these parties, of any standing, whose box meets this one;
   * `isCrowded` if there are more than `MOST_NEIGHBOURS`, or they are too large to read.
   */
  plotsNear(box: Box, by: readonly string[]): PlotsNear
  /**
   * Returns records of its type and instant, of any standing, that its asserter stated about the same
   * harvester or deliverer, possibly including itself; at most `MOST_AT_ONCE`. None need be returned if the
   * asserter stated nothing else for that instant.
   */
  atSameInstant(record: VersionOf<'harvest'> | VersionOf<'delivery'>): readonly Version[]
  /** Returns the hand-overs of a lot that may count: those of `possibleHandOvers`. */
  handOvers(lotRoot: number): readonly Transfer[]
  /** Returns whether one of these hand-overs names the party as receiver. Always one look-up. */
  mayHaveReceived(party: string, lotRoot: number): boolean
  /**
   * Returns whether the delegation covers records of this type, which never changes. Whether it was in force
   * for a record that cites it was checked when that record arrived.
   */
  mandateCovers(delegationId: string, type: RecordType): boolean
  /** Returns whether the delegation was in force at that instant. False if there is no such delegation. */
  wasInForce(delegationId: string, atMs: number): boolean
}

/** The facts of a conversion factor that derived values need (contract §12). */
export interface ConversionFacts {
  readonly id: string
  readonly kind: 'definitional' | 'measured' | 'published_standard' | 'assumed_default'
  readonly unit: string
  readonly crop?: string
  readonly to_crop?: string
  readonly region?: string
  /** Kilograms (of `to_crop`, if given) per unit. */
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

/** The facts that a rule needs in addition to records; passed in, so that rules stay pure. */
export interface Surroundings {
  conversion(id: string): ConversionFacts | undefined
  isKnownCode(kind: 'units' | 'crops' | 'regions', code: string): boolean
  /**
   * Returns the commodity of a crop in any form, such as coffee; the code itself if the registry has none.
   */
  commodityOf(crop: string): string
  /** Returns the region of a party, from `party` records that the asker may read as its own. */
  regionOf(party: string, asker: string): string | undefined
  /** Returns whether the party is a natural person; an unknown party is (contract §1). */
  isNaturalPerson(party: string): boolean
  /** Returns whether it is the appliance's own cooperative, which states who its members are. */
  isCooperative(party: string): boolean
  /** `endedAtMs` is when it was revoked or ran out by its own date, whichever was first. */
  delegation(id: string): { readonly basis: string; readonly endedAtMs: number | null } | undefined
  /** Returns when the device was first enrolled; null if it is no device of this party. */
  enrolledAtMs(device: string, party: string): number | null
  /**
   * Returns whether this party itself uploaded bytes of this hash; knowing a hash is not having the picture.
   */
  isStoredEvidence(sha256: string, party: string): boolean
  /** Returns `isValidGeometry` of the outline that this record states; it never changes and may be cached. */
  isValidOutline(record: number, geometry: unknown): boolean
  /** Returns `euFaults` of the plot that this record states. */
  euFaults(record: number, plot: PlacedPlot): readonly EuFault[]
  /** Returns `hectaresOf` the outline; null if it encloses nothing. */
  drawnHectares(record: number, geometry: unknown): number | null
  /** Returns whether a place, the middle of what this record draws, lies far outside a country. */
  isOutsideCountry(record: number, middle: readonly [lon: number, lat: number], country: string): boolean
  /** Returns `overlap` of the outlines that two records state. */
  outlinesOverlap(a: Drawn, b: Drawn): boolean
  /** Returns `touches` of the outlines that two records state. */
  outlinesTouch(a: Drawn, b: Drawn): boolean
  /**
   * Share of the declared mass that may go missing before it is a discrepancy (contract §5; default 0.02).
   */
  readonly massBalanceTolerance: number
  /**
   * Kilograms beyond which one harvest or delivery of a natural person is flagged (contract §8; default
   * 100,000).
   */
  readonly implausibleAboveKg: number
}
