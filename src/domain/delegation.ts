import { DAY_MS } from './time.ts'
import { type GrantableType, maskCovers, RECORD_TYPES, typeCode } from './types/index.ts'

/** When one party may act for another (contract §6). Parties are given by their numbers. */

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

/** Returns whether it lets this party act for that one; undefined for a party that has no number yet. */
export const isBetween = (
  d: Pick<Delegation, 'principal' | 'delegate'>,
  principal: number | undefined,
  delegate: number | undefined,
): boolean => d.principal === principal && d.delegate === delegate

export interface DelegatedUse {
  readonly act: DelegatedAct
  readonly occurredAtMs: number
  readonly receivedAtMs: number
  /** Days after the end of a delegation in which an assertion is still accepted (contract §6: 14). */
  readonly graceDays: number
}

/** Returns whether it was in force at that instant, whatever the act. */
export const isLiveAt = (
  d: Pick<Delegation, 'validFrom' | 'validUntil' | 'endedAt'>,
  atMs: number,
): boolean => d.validFrom <= atMs && atMs < d.validUntil && (d.endedAt === null || atMs < d.endedAt)

/**
 * Returns whether the delegation is in force for this act, for any type of record.
 *
 * An assertion is judged by the time of its event: an offline phone could not know of a revocation, so a
 * record that arrives within the grace period is accepted (and flagged elsewhere). Corrections, confirmations
 * and objections are judged by the time of receipt, so that a dismissed delegate cannot backdate them.
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
 * Returns whether the delegation covers all of these types. Inferences are made from records of any type, so
 * an objection to inferences, or to everything (null), needs a delegation for every record type.
 */
export function coversEveryType(d: Delegation, types: readonly GrantableType[] | null): boolean {
  const asked = types?.every((type) => type !== 'inference') ? types : RECORD_TYPES
  return asked.every((type) => coversType(d, typeCode(type)))
}
