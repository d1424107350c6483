import type { View } from '../../../domain/shapes.ts'
import type { OutboxReport } from '../../../records/sync/sync-shapes.ts'
import { isOfPerson } from './confirmer.ts'
import { type Entry, namedBy } from './entry.ts'

/** What is sent next, and when. */

/** Contract §10 allows more; a weak link loses less with less. */
export const MOST_RECORDS = 100
const MOST_BYTES = 256 * 1024
/** Records above this size are sent after all others: a large outline must not hold up deliveries. */
const SMALL_BYTES = 4096

/**
 * Returns the next batch: small records first, then the oldest. A record that names another one is sent once the service
 * has that one, so that a rejection of the first does not reject both.
 * @param most fewer than `MOST_RECORDS` after a failure
 * @param token of a person, for what they confirmed here; undefined for the phone's own
 * @param isHeld whether a person must decide first; what names such an entry waits with it
 */
export function nextBatch(
  entries: readonly Entry[],
  most = MOST_RECORDS,
  token?: string,
  isHeld: (entry: Entry) => boolean = () => false,
): Entry[] {
  const open = new Set(entries.filter(({ state }) => state !== 'accepted').map(({ record }) => record.id))
  const ready = entries
    .filter(({ state, record }) => state === 'waiting' && !namedBy(record).some((id) => open.has(id)))
    .filter((entry) => (token === undefined ? !isOfPerson(entry) : entry.by?.token === token))
    .filter((entry) => !isHeld(entry))
    .map((entry) => ({ entry, bytes: JSON.stringify(entry.record).length }))
    .sort(
      (a, b) =>
        Number(a.bytes > SMALL_BYTES) - Number(b.bytes > SMALL_BYTES) || a.entry.madeAt - b.entry.madeAt,
    )
  const batch: Entry[] = []
  let total = 0
  for (const { entry, bytes } of ready) {
    if (batch.length >= most || (batch.length > 0 && total + bytes > MOST_BYTES)) break
    batch.push(entry)
    total += bytes
  }
  return batch
}

/** Returns the size of the next batch after one that was not answered, or was. */
export const nextMost = (most: number, wasAnswered: boolean): number =>
  wasAnswered ? Math.min(MOST_RECORDS, most * 2) : Math.max(1, Math.floor(most / 2))

const FIRST_MS = 2_000
const LONGEST_MS = 5 * 60_000
/** The pause while there is nothing to send: new members and factors are fetched after it. */
export const IDLE_MS = 15 * 60_000

/**
 * Returns how long to wait after a failure.
 * @param failures in a row, at least 1
 * @param random from 0 to 1, so that phones which lost the network together do not return together
 * @param retryAfterS what the service asked for
 */
export function pauseMs(failures: number, random: number, retryAfterS = 0): number {
  const pause = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  return Math.max(retryAfterS * 1000, pause * (0.75 + random / 2))
}

/** Accepted records are kept this long, for a service that is restored from a backup. */
export const KEPT_MS = 90 * 24 * 3_600_000
/** Photographs are much larger. */
export const PHOTOGRAPH_KEPT_MS = 14 * 24 * 3_600_000

/** Bytes of one request of an upload: what a broken link loses at most. */
export const PART_BYTES = 256 * 1024

/** The office reads a file of 64 MB at most, in memory. */
const MOST_FILE_BYTES = 40_000_000
/** What stands around a photograph in its file. */
const AROUND_BYTES = 200

/** Returns photographs in their order, in groups that are small enough as base64. One that is too large is alone. */
export function inFiles<T extends { readonly bytes: number }>(photographs: readonly T[]): T[][] {
  const files: T[][] = []
  let room = 0
  for (const one of photographs) {
    const bytes = 4 * Math.ceil(one.bytes / 3) + AROUND_BYTES
    const last = files.at(-1)
    if (last === undefined || bytes > room) {
      files.push([one])
      room = MOST_FILE_BYTES - AROUND_BYTES - bytes
    } else {
      last.push(one)
      room -= bytes
    }
  }
  return files
}

/** How the phone stands, for the office. */
export type Report = View<typeof OutboxReport>

/** @param storage null if the browser does not say @param client the program and its version */
export function reportOf(
  entries: readonly Entry[],
  storage: { readonly usedBytes: number; readonly quotaBytes: number } | null,
  client: string,
): Report {
  // What people confirmed is not of this phone's credential.
  const own = entries.filter((entry) => !isOfPerson(entry))
  const waiting = own.filter(({ state }) => state === 'waiting')
  const oldest = waiting.reduce((least, { madeAt }) => Math.min(least, madeAt), Number.POSITIVE_INFINITY)
  return {
    waiting: waiting.length,
    rejected: own.filter(({ state }) => state === 'rejected').length,
    ...(waiting.length === 0 ? {} : { oldest_waiting_at: new Date(oldest).toISOString() }),
    ...(storage && { storage_used_bytes: storage.usedBytes, storage_quota_bytes: storage.quotaBytes }),
    client,
  }
}
