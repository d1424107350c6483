import { DAY_MS } from './time.ts'
import { maskCovers } from './types/index.ts'

/** When one party may act for another (contract §6). Parties stand as numbers. */

export const DELEGATED_ACTS = ['assert', 'correct', 'confirm', 'object'] as const
export type DelegatedAct = (typeof DELEGATED_ACTS)[number]

export const DELEGATION_BASES = [
  'in_person_signature',
  'ussd_confirmation',
  'witnessed',
  'organisational_bylaw',
] as const

export interface Delegation {
  readonly principal: number
  readonly delegate: number
  readonly types: number
  readonly acts: string
  readonly validFrom: number
  readonly validUntil: number
  readonly endedAt: number | null
}

export interface DelegatedUse {
  readonly act: DelegatedAct
  readonly occurredAtMs: number
  readonly receivedAtMs: number
  /** How long after the end of a delegation an offline device's assertion is still taken (contract §6: 14). */
  readonly graceDays: number
}

const isLiveAt = (d: Delegation, atMs: number): boolean =>
  d.validFrom <= atMs && atMs < d.validUntil && (d.endedAt === null || atMs < d.endedAt)

/**
 * Is the delegation in force for this act, whatever the type of record?
 *
 * An assertion is judged by when it happened: a phone that was offline could not know of a revocation, so one
 * that arrives within the grace time is taken (and flagged elsewhere). Corrections, confirmations and
 * objections are judged by when they arrive, so that nobody dismissed can reach back.
 */
export function isInForce(d: Delegation, use: DelegatedUse): boolean {
  if (!d.acts.split(' ').includes(use.act)) return false
  if (use.act !== 'assert') return isLiveAt(d, use.receivedAtMs)
  if (!isLiveAt(d, use.occurredAtMs)) return false
  return d.endedAt === null || use.receivedAtMs <= d.endedAt + use.graceDays * DAY_MS
}

/** @param typeCode number of the type asserted, or of the type of the record acted on */
export const coversType = (d: Delegation, typeCode: number): boolean => maskCovers(d.types, typeCode)
