import { DAY_MS } from './time.ts'
import { type GrantableType, maskCovers, RECORD_TYPES, typeCode } from './types/index.ts'

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
 * objections are judged by when they arrive, so that a dismissed delegate cannot backdate them.
 */
export function isInForce(d: Delegation, use: DelegatedUse): boolean {
  if (!d.acts.split(' ').includes(use.act)) return false
  if (use.act !== 'assert') return isLiveAt(d, use.receivedAtMs)
  if (!isLiveAt(d, use.occurredAtMs)) return false
  return d.endedAt === null || use.receivedAtMs <= d.endedAt + use.graceDays * DAY_MS
}

/** @param code number of the type asserted, or of the type of the record acted on */
export const coversType = (d: Delegation, code: number): boolean => maskCovers(d.types, code)

/**
 * Does the mandate cover all of these types? A prediction is made from records of any type, so one over predictions,
 * or over everything (null), needs a mandate for every record type.
 */
export function coversEveryType(d: Delegation, types: readonly GrantableType[] | null): boolean {
  const asked = types?.every((type) => type !== 'inference') ? types : RECORD_TYPES
  return asked.every((type) => coversType(d, typeCode(type)))
}
