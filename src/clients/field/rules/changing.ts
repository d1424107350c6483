import { given } from '../../../base/typed.ts'
import { isOfPerson, withoutToken } from './confirmer.ts'
import {
  type Entry,
  type Makes,
  namedBy,
  type Refusal,
  type Result,
  renamed,
  type Says,
  type SentRecord,
} from './entry.ts'

/**
 * What becomes of the queue when a person changes their mind, or the service answers. Each function returns the rows to
 * write in one transaction: a new or changed entry, or null for one that goes.
 */

/** Why a record is taken back. */
export type Reason = NonNullable<Says['reason']>
export type Rows = ReadonlyMap<string, Entry | null>

const rowsOf = (...entries: Entry[]): Map<string, Entry | null> =>
  new Map(entries.map((entry) => [entry.key, entry]))

const waiting = ({ refusal: _, acceptedAt: __, ...entry }: Entry, record: SentRecord): Entry => ({
  ...entry,
  record,
  state: 'waiting',
  mayBeSent: false,
})

/** Returns the entries that name this record. */
const namersOf = (entries: readonly Entry[], id: string): Entry[] =>
  entries.filter(({ record }) => namedBy(record).includes(id))

/** What people confirmed of a record that is changed or taken back, as far as the service cannot have it. */
const unconfirmed = (entries: readonly Entry[], id: string): [string, null][] =>
  namersOf(entries, id)
    .filter((namer) => isOfPerson(namer) && isChangeable(namer))
    .map(({ key }) => [key, null])

/** Returns the correction of the record that has not been answered yet, if there is one. */
const openCorrection = (entries: readonly Entry[], id: string): Entry | undefined =>
  entries.find(({ record, state }) => record.supersedes === id && state !== 'accepted')

const openRetraction = (entries: readonly Entry[], id: string): Entry | undefined =>
  entries.find(
    ({ record, state }) => record.type === 'retraction' && record.target_id === id && state !== 'accepted',
  )

/** Whether the entry itself can be changed: the service cannot have it. */
export const isChangeable = ({ state, mayBeSent }: Entry): boolean => state !== 'accepted' && !mayBeSent

/**
 * Changes what an entry says. An entry that the service cannot have changes in place; for any other, a new record
 * supersedes it, and waits until the first one is answered. A rejected one is sent again with its id, since the service
 * did not store it, unless its id is what the service refused.
 * @param says the members of the record; its id and `supersedes` are set here
 * @returns null if the record was taken back, or is a person's word
 */
export function correct(entries: readonly Entry[], entry: Entry, says: Says, makes: Makes): Rows | null {
  const { record } = entry
  if (isOfPerson(entry) || openRetraction(entries, record.id) !== undefined) return null
  if (entry.state === 'accepted' && isTakenBack(entries, record.id)) return null
  const { id: _, supersedes: __, ...members } = says
  if (isChangeable(entry)) {
    const kept = given({ supersedes: record.supersedes })
    if (entry.state === 'draft') return rowsOf({ ...entry, record: { ...members, ...kept, id: record.id } })
    const rows = mended(entries, entry, { ...members, ...kept }, makes)
    // A person confirmed what it said before.
    for (const [key, row] of unconfirmed(entries, record.id)) rows.set(key, row)
    return rows
  }
  const later = openCorrection(entries, record.id)
  if (later !== undefined) return correct(entries, later, says, makes)
  const done = entries.find((other) => other.record.supersedes === record.id)
  if (done !== undefined) return correct(entries, done, says, makes)
  return rowsOf({
    key: makes.newKey(),
    state: 'waiting',
    record: { ...members, id: makes.newId(), supersedes: record.id },
    madeAt: makes.nowMs,
    mayBeSent: false,
  })
}

function mended(
  entries: readonly Entry[],
  entry: Entry,
  says: Says,
  makes: Makes,
): Map<string, Entry | null> {
  const isIdRefused = entry.refusal?.code === 'id_conflict'
  const id = isIdRefused ? makes.newId() : entry.record.id
  const rows = rowsOf(waiting(entry, { ...says, id }))
  // What was rejected for naming this record is sent again after it.
  for (const namer of namersOf(entries, entry.record.id))
    if (namer.state === 'rejected' || isIdRefused)
      rows.set(namer.key, {
        ...(namer.state === 'rejected' ? waiting(namer, namer.record) : namer),
        record: renamed(namer.record, entry.record.id, id),
      })
  return rows
}

/** Sends a rejected entry again as it is: the reason may be gone, such as a delegation that came late. */
export const sendAgain = (entries: readonly Entry[], entry: Entry, makes: Makes): Rows =>
  mended(entries, entry, entry.record, makes)

/** Lets a draft be sent. */
export const queued = (entry: Entry): Rows => rowsOf({ ...entry, state: 'waiting' })

const isTakenBack = (entries: readonly Entry[], id: string): boolean =>
  entries.some(({ record }) => record.type === 'retraction' && record.target_id === id)

/**
 * Takes a record back. An entry that the service cannot have goes, with everything that names it; for any other, a
 * retraction follows it. What a person confirmed and the service has is theirs to take back.
 * @returns null if it cannot be taken back here
 */
export function takeBack(entries: readonly Entry[], entry: Entry, reason: Reason, makes: Makes): Rows | null {
  if (isOfPerson(entry)) return entry.state === 'accepted' ? null : dropped(entries, entry)
  if (isChangeable(entry)) return dropped(entries, entry)
  const { record } = entry
  const rows = new Map<string, Entry | null>(unconfirmed(entries, record.id))
  const later = openCorrection(entries, record.id)
  if (later !== undefined) {
    if (!isChangeable(later)) return takeBack(entries, later, reason, makes)
    for (const [key, row] of dropped(entries, later)) rows.set(key, row)
  } else {
    const done = entries.find((other) => other.record.supersedes === record.id)
    if (done !== undefined) return takeBack(entries, done, reason, makes)
  }
  if (isTakenBack(entries, record.id)) return rows
  const retraction = retractionOf(record.id, reason, makes)
  return rows.set(retraction.key, retraction)
}

export function retractionOf(
  target: string,
  reason: Reason,
  { newId, newKey, nowMs, happening }: Makes,
): Entry {
  const at = new Date(nowMs).toISOString()
  const says = { occurred_at: at, ...happening, recorded_at: at, target_id: target, reason }
  return {
    key: newKey(),
    state: 'waiting',
    record: { id: newId(), type: 'retraction', ...says },
    madeAt: nowMs,
    mayBeSent: false,
  }
}

/** Removes an entry, and what names it, if the service cannot have them. */
export function dropped(entries: readonly Entry[], entry: Entry): Map<string, Entry | null> {
  const rows = new Map<string, Entry | null>([[entry.key, null]])
  for (const namer of namersOf(entries, entry.record.id))
    if (isChangeable(namer)) for (const [key, row] of dropped(entries, namer)) rows.set(key, row)
  return rows
}

/** Whether the service refused only for now: it was busy or full, or the day's quota was used up. */
export const isForNow = (problem: Refusal | undefined): boolean =>
  problem !== undefined && (problem.status >= 500 || problem.status === 429)

/**
 * Applies the service's answer to a batch.
 * @param sent the batch, in the order sent
 * @param results one for each, in the same order; an entry without one stays as it is
 */
export function answered(
  entries: readonly Entry[],
  sent: readonly Entry[],
  results: readonly Result[],
  { nowMs }: Pick<Makes, 'nowMs'>,
): Rows {
  const rows = new Map<string, Entry | null>()
  for (const [i, entry] of sent.entries()) {
    const result = results[i]
    if (result === undefined || (result.id !== null && result.id !== entry.record.id)) continue
    if (result.status === 'accepted' || result.status === 'replayed') {
      const { refusal: _, ...rest } = entry
      rows.set(entry.key, {
        ...withoutToken(rest),
        state: 'accepted',
        mayBeSent: false,
        acceptedAt: nowMs,
      })
    } else if (result.status === 'rejected' && !isForNow(result.problem)) {
      for (const [key, row] of rejected(entries, entry, result.problem)) rows.set(key, row)
    }
  }
  return rows
}

const UNKNOWN: Refusal = { code: 'unknown', status: 422, title: '' }

/** A person changed or took back the record before its rejection arrived: the change takes its place. */
function rejected(
  entries: readonly Entry[],
  entry: Entry,
  refusal: Refusal = UNKNOWN,
): Map<string, Entry | null> {
  const { id } = entry.record
  const retraction = openRetraction(entries, id)
  if (retraction !== undefined && isChangeable(retraction))
    return new Map([...dropped(entries, { ...entry, mayBeSent: false }), [retraction.key, null]])
  const correction = openCorrection(entries, id)
  if (correction !== undefined && isChangeable(correction)) {
    const newId = refusal.code === 'id_conflict' ? correction.record.id : id
    const { supersedes: _, ...says } = correction.record
    const before = given({ supersedes: entry.record.supersedes })
    const rows = rowsOf(waiting(entry, { ...says, ...before, id: newId }))
    rows.set(correction.key, null)
    for (const [key, row] of unconfirmed(entries, id)) rows.set(key, row)
    for (const namer of [...namersOf(entries, id), ...namersOf(entries, correction.record.id)])
      if (!rows.has(namer.key) && namer.key !== correction.key && isChangeable(namer))
        rows.set(namer.key, {
          ...namer,
          record: renamed(renamed(namer.record, id, newId), correction.record.id, newId),
        })
    return rows
  }
  return rowsOf({ ...withoutToken(entry), state: 'rejected', mayBeSent: false, refusal })
}

/** The service was restored from a backup and may have lost them: they are sent again, and answered `replayed` if not. */
export const sentOnceMore = (kept: readonly Entry[]): Rows =>
  rowsOf(
    ...kept.map(({ acceptedAt: _, ...entry }): Entry => ({ ...entry, state: 'waiting', mayBeSent: true })),
  )
