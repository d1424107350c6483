import type { ObjectionEffect } from '../objection.ts'
import type { LawfulBasis } from '../shapes.ts'

/**
 * Sums over entries of the log. All are whole numbers, so that after a long history of additions and subtractions they equal
 * a recount to the last digit, and parts of a history add up in any order.
 */
export class Sums {
  /** Observations of any standing, by their lawful basis. */
  readonly records = { financial: new Map<LawfulBasis, number>(), other: new Map<LawfulBasis, number>() }
  /** Observations that someone asserted for another. */
  delegatedRecords = 0
  delegations = 0
  objectionsLodged = 0
  objectionsWithdrawn = 0
  /** Objections lodged, by the effect fixed then. */
  readonly objections = new Map<ObjectionEffect, number>()
  /** Milligrams of tips by the factor they cite; under null those of every factor without a sum of its own. */
  readonly milligrams = new Map<string | null, bigint>()
  requests = 0
  answers = 0
  /** Sum of the instants of open requests: for some thousands it exceeds what a double holds exactly. */
  openAtMs = 0n
  answeredMs = 0n
  answeredMsMax = 0
  notificationsRaised = 0
  notificationsTold = 0

  record(basis: LawfulBasis, isFinancial: boolean, isDelegated: boolean): void {
    increase(isFinancial ? this.records.financial : this.records.other, basis, 1)
    if (isDelegated) this.delegatedRecords++
  }

  /** @param milligrams negative where a version is no longer a tip */
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

  /** Adds the sums of other entries. */
  add(others: Sums): void {
    for (const [basis, count] of others.records.financial) increase(this.records.financial, basis, count)
    for (const [basis, count] of others.records.other) increase(this.records.other, basis, count)
    this.delegatedRecords += others.delegatedRecords
    this.delegations += others.delegations
    this.objectionsLodged += others.objectionsLodged
    this.objectionsWithdrawn += others.objectionsWithdrawn
    for (const [effect, count] of others.objections) increase(this.objections, effect, count)
    for (const [factor, milligrams] of others.milligrams) this.weigh(factor, milligrams)
    this.requests += others.requests
    this.answers += others.answers
    this.openAtMs += others.openAtMs
    this.answeredMs += others.answeredMs
    this.answeredMsMax = Math.max(this.answeredMsMax, others.answeredMsMax)
    this.notificationsRaised += others.notificationsRaised
    this.notificationsTold += others.notificationsTold
  }

  /** As JSON; `Sums.from` reads it. */
  toJSON(): SumsJson {
    const { records, objections, milligrams, openAtMs, answeredMs, ...counts } = this
    const byFactor = [...milligrams].filter(([factor, sum]) => factor !== null && sum !== 0n)
    return {
      ...counts,
      records: {
        financial: Object.fromEntries(records.financial),
        other: Object.fromEntries(records.other),
      },
      objections: Object.fromEntries(objections),
      milligrams: Object.fromEntries(byFactor.map(([factor, sum]) => [factor, String(sum)])),
      unresolvedMilligrams: String(milligrams.get(null) ?? 0n),
      openAtMs: String(openAtMs),
      answeredMs: String(answeredMs),
    }
  }

  static from(json: SumsJson): Sums {
    const sums = new Sums()
    const { records, objections, milligrams, unresolvedMilligrams, openAtMs, answeredMs, ...counts } = json
    Object.assign(sums, counts)
    for (const kind of ['financial', 'other'] as const)
      for (const [basis, count] of Object.entries(records[kind]))
        sums.records[kind].set(basis as LawfulBasis, count)
    for (const [effect, count] of Object.entries(objections))
      sums.objections.set(effect as ObjectionEffect, count)
    for (const [factor, sum] of Object.entries(milligrams)) sums.milligrams.set(factor, BigInt(sum))
    sums.milligrams.set(null, BigInt(unresolvedMilligrams))
    sums.openAtMs = BigInt(openAtMs)
    sums.answeredMs = BigInt(answeredMs)
    return sums
  }
}

type Counts = Pick<
  Sums,
  | 'delegatedRecords'
  | 'delegations'
  | 'objectionsLodged'
  | 'objectionsWithdrawn'
  | 'requests'
  | 'answers'
  | 'answeredMsMax'
  | 'notificationsRaised'
  | 'notificationsTold'
>

/** Whole numbers that a double may not hold are written as decimal digits. */
export interface SumsJson extends Counts {
  readonly records: Readonly<Record<'financial' | 'other', Readonly<Record<string, number>>>>
  readonly objections: Readonly<Record<string, number>>
  readonly milligrams: Readonly<Record<string, string>>
  readonly unresolvedMilligrams: string
  readonly openAtMs: string
  readonly answeredMs: string
}

function increase<K>(counts: Map<K, number>, key: K, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}
