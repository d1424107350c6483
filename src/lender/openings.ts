import { compare, isOneOf } from '../base/typed.ts'
import { TIMELESS_TYPES } from '../domain/consent.ts'
import type { Grant } from './data.ts'

/** What live grants open of a type: a window of when it happened, and the end of the grant. */

/** An opening. Its instants are as the API returns them. */
export interface LenderOpening {
  /** `from` is inclusive, `to` exclusive; null: no bound. */
  readonly from: string | null
  readonly to: string | null
  readonly until: string
}

const TIMELESS: ReadonlySet<string> = new Set(TIMELESS_TYPES)

/** Lists the openings of a type, the earliest window first, without those that another includes. */
export function openingsOf(grants: readonly Grant[], type: string): LenderOpening[] {
  const given = grants
    .filter((grant) => isOneOf(grant.record_types, type))
    .map(({ occurred_from, occurred_to, expires_at }) => ({
      // Windows do not apply to records without a time, such as names.
      from: TIMELESS.has(type) ? null : (occurred_from ?? null),
      to: TIMELESS.has(type) ? null : (occurred_to ?? null),
      until: expires_at,
    }))
  return given
    .filter((one, i) => !given.some((other, j) => isWithin(one, other) && (!isWithin(other, one) || j < i)))
    .sort((a, b) => compare(a.from ?? '', b.from ?? '') || compare(a.until, b.until))
}

const isWithin = (one: LenderOpening, other: LenderOpening): boolean =>
  (other.from === null || (one.from !== null && one.from >= other.from)) &&
  (other.to === null || (one.to !== null && one.to <= other.to)) &&
  one.until <= other.until
