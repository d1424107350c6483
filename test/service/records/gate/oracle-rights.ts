import { entriesOf } from '../../../../src/base/typed.ts'
import type { RecordBody } from '../../../../src/domain/types/index.ts'
import { RECORD_TYPES } from '../../../../src/domain/types/index.ts'
import {
  find,
  isPerson,
  type OracleDelegation,
  type OracleWorld,
  recordsAbout,
  subjectsOf,
} from '../../../support/records/gate/oracle.ts'
import { inferencesAbout, type PredictedWorld } from './oracle-inferences.ts'

/** What follows from the records for the people in them (contract §6 and §7), told as slowly and as plainly. */

const DAY = 86_400_000
const GRACE_DAYS = 14

/** May the delegate do this act on records of all these types? */
export function mandateCovers(
  w: OracleWorld,
  d: OracleDelegation,
  act: string,
  types: readonly string[],
  occurredMs: number,
): boolean {
  if (!d.acts.includes(act) || !types.every((type) => d.types.includes(type))) return false
  const atMs = act === 'assert' ? occurredMs : w.nowMs
  const wasLive = d.fromMs <= atMs && atMs < d.untilMs && (d.endedMs === null || atMs < d.endedMs)
  const isTooLate = d.endedMs !== null && w.nowMs > d.endedMs + GRACE_DAYS * DAY
  return wasLive && !(act === 'assert' && isTooLate)
}

/** A mandate to object to everything, or to predictions, is a mandate over every type there is. */
export const typesObjectedTo = (types: readonly string[] | null): readonly string[] =>
  types === null || types.includes('inference') ? RECORD_TYPES : types

/** One version that was in fact shown to a party. */
export interface Shown {
  readonly to: string
  readonly atMs: number
  readonly purpose: string
  readonly id: string
  readonly own: boolean
  /** Printed at the counter for whoever it is about. */
  readonly printed: boolean
  /** By whose grants, and which ones opened it then. */
  readonly grants: ReadonlyMap<string, readonly string[]>
}

/** Who is owed word of this correction or retraction: third parties who were shown the very version it is about. */
export function owedWordOf(w: OracleWorld, shown: readonly Shown[], correction: RecordBody): string[] {
  const version = find(w, correction.target_id ?? correction.supersedes) as RecordBody
  const concerned = [
    ...(subjectsOf(w, version) ?? []),
    version.asserted_by,
    version.on_behalf_of,
    correction.asserted_by,
    correction.on_behalf_of,
  ]
  const readers = new Set(shown.filter((s) => s.id === version.id).map((s) => s.to))
  return [...readers].filter((reader) => !concerned.includes(reader)).sort()
}

/**
 * The members of what is told to one person that name other persons, or would tell which records are of the same one.
 * @param isOther is this the id of another natural person?
 */
export function leftOut(told: object, isOther: (who: unknown) => boolean): string[] {
  const named = entriesOf(told as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
    isOther(value) ? [name] : [],
  )
  const isOfAnother = named.includes('asserted_by') || named.includes('on_behalf_of')
  return [...named, ...('delegation_id' in told && isOfAnother ? ['delegation_id'] : [])]
}

/**
 * What was shown of this party's records to others: one line for each version shown, with the grants it may name. A
 * person is named to nobody but those who themselves let them read.
 */
export function disclosuresAbout(
  w: PredictedWorld,
  shown: readonly Shown[],
  party: string,
): Map<string, { count: number; grants: Set<string | null> }> {
  const about = new Set([
    ...recordsAbout(w, party).map((r) => r.id),
    ...inferencesAbout(w, party).map(({ body }) => body.id),
  ])
  const lines = new Map<string, { count: number; grants: Set<string | null> }>()
  for (const s of shown) {
    if (s.to === party || !about.has(s.id)) continue
    const own = s.own && !s.printed
    const consented = s.grants.has(party) ? 'consent' : 'consent_of_others'
    const ground = s.printed ? 'printed_for_the_subject' : own ? 'own' : consented
    const to = ground !== 'consent' && isPerson(w, s.to) ? null : s.to
    const line = `${to} ${new Date(s.atMs).toISOString()} ${s.purpose} ${ground} ${s.id}`
    const told = lines.get(line) ?? { count: 0, grants: new Set<string | null>() }
    told.count++
    for (const grant of s.grants.get(party) ?? [null]) told.grants.add(grant)
    lines.set(line, told)
  }
  return lines
}
