import type { ObjectionEffect } from '../objection.ts'
import type { LawfulBasis } from '../shapes.ts'

/**
 * Sums over entries of the log. All are whole numbers, so that after many additions and subtractions they
 * still equal a recount exactly.
 */
export class Sums {
  /** Observations of any standing, by their lawful basis. */
  readonly records = { financial: new Map<LawfulBasis, number>(), other: new Map<LawfulBasis, number>() }
  /** Observations that one party asserted for another. */
  delegatedRecords = 0
  delegations = 0
  objectionsLodged = 0
  objectionsWithdrawn = 0
  /** Objections lodged, by the effect fixed then. */
  readonly objections = new Map<ObjectionEffect, number>()
  /** Milligrams of tips by the factor they cite; null holds those of all factors without their own sum. */
  readonly milligrams = new Map<string | null, bigint>()
  requests = 0
  answers = 0
  /** Sum of the instants of open requests; with thousands of them it exceeds what a double holds exactly. */
  openAtMs = 0n
  answeredMs = 0n
  answeredMsMax = 0
  notificationsRaised = 0
  notificationsTold = 0

  record(basis: LawfulBasis, isFinancial: boolean, isDelegated: boolean): void {
    increase(isFinancial ? this.records.financial : this.records.other, basis, 1)
    if (isDelegated) this.delegatedRecords++
  }

  /** Adds the mass of a tip. @param milligrams negative if a version is no longer a tip */
  weigh(factor: string | null, milligrams: bigint): void {
    this.milligrams.set(factor, (this.milligrams.get(factor) ?? 0n) + milligrams)
  }

  objection(effect: ObjectionEffect): void {
    this.objectionsLodged++
    increase(this.objections, effect, 1)
  }

  request(atMs: number): void {
    this.requests++
    this.openAtMs += BigInt(atMs)
  }

  answer(requestedAtMs: number, answeredAtMs: number): void {
    const tookMs = answeredAtMs - requestedAtMs
    this.answers++
    this.openAtMs -= BigInt(requestedAtMs)
    this.answeredMs += BigInt(tookMs)
    this.answeredMsMax = Math.max(this.answeredMsMax, tookMs)
  }
}

function increase<K>(counts: Map<K, number>, key: K, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}
