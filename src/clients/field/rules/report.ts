import { isOfPerson } from './confirmer.ts'
import type { Entry } from './entry.ts'

/** How the phone stands, for the office. */
export interface Report {
  readonly waiting: number
  readonly rejected: number
  readonly oldest_waiting_at?: string
  readonly storage_used_bytes?: number
  readonly storage_quota_bytes?: number
  readonly client: string
}

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
