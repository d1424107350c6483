import type { ObjectionEffect } from './objection.ts'
import type { LawfulBasis } from './shapes.ts'

/**
 * Figures about everything stored, for the metrics (specification, "Metrics series"; contract §15). They are
 * only counts and sums, and name nobody.
 */
export interface Figures {
  /** Every observation stored, all versions. A missing row means none. */
  readonly records: readonly {
    readonly basis: LawfulBasis
    readonly financial: boolean
    readonly count: number
  }[]
  /** Observations stored, all versions, that one party asserted for another. */
  readonly delegatedRecords: number
  /** Every delegation recorded, including ended ones. */
  readonly delegations: number
  /** Objections that were not withdrawn. */
  readonly standingObjections: number
  /** Every objection lodged, including withdrawn ones, by the effect fixed at lodging. */
  readonly objectionsByEffect: Readonly<Record<ObjectionEffect, number>>
  /** Kilograms of tips that cite a conversion factor. */
  readonly kg: {
    readonly total: number
    /** By a factor of kind `assumed_default`. */
    readonly assumed: number
    /** By a measured factor with too few weighings. */
    readonly thinSample: number
  }
  readonly subjectAccess: {
    /** Every request, answered or not. */
    readonly requests: number
    readonly open: number
    /** Instant of the oldest open request; null when none is open. */
    readonly oldestOpenAtMs: number | null
    /** Sum of the instants of all open requests. */
    readonly openAtMsSum: number
    /** Sum of the times from request to answer. */
    readonly answeredMsSum: number
    /** null when none was answered. */
    readonly answeredMsMax: number | null
  }
  readonly notifications: {
    readonly outstanding: number
    /** null when none is outstanding. */
    readonly oldestRaisedAtMs: number | null
  }
}
